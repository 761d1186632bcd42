/// Why a drawing was not rendered.
package enum RenderingError: Error, Sendable, Hashable {
  /// There are no bytes.
  case empty
  /// It is no drawing, or too large; `detail` is one line of the renderer's message.
  case notDrawable(detail: String)
  /// There is not enough memory for it.
  case outOfMemory
}
