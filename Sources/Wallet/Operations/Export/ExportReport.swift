package import VaultStore

/// The content of an exported bundle, for scripts.
package struct ExportReport: Encodable, Sendable {
  let bytes: Int
  let cards: Int
  /// Photos that are not in the bundle because the vault's folder lacks them, by identity.
  let missingPhotos: [String]
  let photos: Int
  let segments: Int

  /// Creates a report from the summary of a bundle.
  package init(_ summary: BundleSummary) {
    bytes = summary.byteCount
    cards = summary.cardCount
    missingPhotos = summary.missingPhotos.map(\.name)
    photos = summary.photoCount
    segments = summary.segmentCount
  }
}
