internal import VaultStore

/// What a bundle holds, for scripts.
struct ExportReport: Encodable {
  let bytes: Int
  let cards: Int
  let photos: Int
  let segments: Int

  init(_ summary: BundleSummary) {
    bytes = summary.byteCount
    cards = summary.cardCount
    photos = summary.photoCount
    segments = summary.segmentCount
  }
}

extension BundleSummary {
  /// What it holds, for people.
  var words: String {
    let photos =
      photoCount == 0 ? "" : " and \(photoCount) \(photoCount == 1 ? "photo" : "photos")"
    let count = "\(cardCount) \(cardCount == 1 ? "card" : "cards")"
    return origin == .passphrase
      ? "\(count)\(photos), as shown now" : "\(count)\(photos) with their history"
  }
}
