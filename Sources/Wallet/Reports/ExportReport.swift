package import VaultStore

/// What a bundle holds, for scripts.
package struct ExportReport: Encodable, Sendable {
  let bytes: Int
  let cards: Int
  let photos: Int
  let segments: Int

  /// Takes over what was written.
  package init(_ summary: BundleSummary) {
    bytes = summary.byteCount
    cards = summary.cardCount
    photos = summary.photoCount
    segments = summary.segmentCount
  }
}
