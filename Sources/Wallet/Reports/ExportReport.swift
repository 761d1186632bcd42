package import VaultStore

/// The content of an exported bundle, for scripts.
package struct ExportReport: Encodable, Sendable {
  let bytes: Int
  let cards: Int
  let photos: Int
  let segments: Int

  /// Creates a report from the summary of a bundle.
  package init(_ summary: BundleSummary) {
    bytes = summary.byteCount
    cards = summary.cardCount
    photos = summary.photoCount
    segments = summary.segmentCount
  }
}
