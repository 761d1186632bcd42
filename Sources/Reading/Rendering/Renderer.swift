internal import Crsvg
internal import Glibc

/// Renders our own drawings to PNG and PDF; used only in the sandboxed reader.
package enum Renderer {
  /// The largest drawing that is rendered, in bytes: 1 MiB.
  package static let maxByteCount = 1 << 20

  /// The most pixels or points that a side of the result may have.
  private static let longestSide = 16_384.0

  /// A PNG of a drawing, 8 bits per channel on white.
  ///
  /// - Parameters:
  ///   - svg: the drawing; it has a width and height, or a view box.
  ///   - dpi: pixels per inch; above 0.
  /// - Returns: the PNG file.
  /// - Throws: `RenderingError`; `.notDrawable` also for more than `maxByteCount`.
  package static func png(svg: [UInt8], dpi: Double = 300) throws(RenderingError) -> [UInt8] {
    try render(svg, CRSVG_PNG, dpi: dpi)
  }

  /// A PDF with a page for each drawing in its size, as vectors with the fonts embedded.
  ///
  /// - Parameter svg: the drawings, with form feeds between them; each has a width and height, or a view box.
  /// - Returns: the PDF file.
  /// - Throws: as `png`.
  package static func pdf(svg: [UInt8]) throws(RenderingError) -> [UInt8] {
    try render(svg, CRSVG_PDF, dpi: 72)
  }

  private static func render(
    _ svg: [UInt8], _ output: crsvg_output, dpi: Double
  ) throws(RenderingError) -> [UInt8] {
    if svg.isEmpty { throw .empty }
    if svg.count > maxByteCount { throw .notDrawable(detail: "longer than 1 MiB") }
    var file = unsafe crsvg_file()
    let status = unsafe svg.withUnsafeBytes { bytes in
      unsafe crsvg_render(
        bytes.baseAddress, bytes.count, Int32(output.rawValue), dpi, longestSide, &file)
    }
    switch UInt32(status) {
    case CRSVG_OK.rawValue: break
    case CRSVG_OUT_OF_MEMORY.rawValue: throw .outOfMemory
    default: throw .notDrawable(detail: unsafe String(cString: crsvg_reason()))
    }
    defer { unsafe free(file.bytes) }
    return unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.byte_count))
  }
}

/// Why a drawing was not rendered.
package enum RenderingError: Error, Sendable, Hashable {
  /// There are no bytes.
  case empty
  /// It is not a drawing, or too large; `detail` is one line of the renderer's message.
  case notDrawable(detail: String)
  /// There is not enough memory for it.
  case outOfMemory
}
