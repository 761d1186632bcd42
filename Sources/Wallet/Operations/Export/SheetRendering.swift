package import Drawing
package import ReaderLink

extension PictureRenderer {
  /// Renders wallet cards to one PDF.
  ///
  /// - Parameters:
  ///   - sheet: The cards; at least one.
  ///   - onMissing: Called at most once, with the names of the protections that this kernel lacks.
  /// - Returns: The PDF.
  /// - Throws: `WalletError.tooManyCards`, and `ReaderLinkError`.
  package func render(
    _ sheet: WalletSheet, onMissing: ([String]) -> Void = { _ in }
  ) async throws -> [UInt8] {
    let document = Array(sheet.document.utf8)
    guard document.count <= Self.maximumSVGByteCount else { throw WalletError.tooManyCards }
    return try await render(document, as: .pdf, onMissing: onMissing)
  }
}
