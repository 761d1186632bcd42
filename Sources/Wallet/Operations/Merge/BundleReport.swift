package import VaultStore

/// The content of a bundle, for scripts.
package struct BundleReport: Encodable, Sendable {
  let bytes: Int
  let cards: Int
  let damaged: [String] = []
  /// `this vault`, `another vault`, `absent vault` or `passphrase`.
  let of: String
  let photos: Int
  let segments: Int

  /// Creates a report from a bundle's table of contents.
  package init(_ summary: BundleSummary) {
    bytes = summary.byteCount
    cards = summary.cardCount
    of = summary.origin.words
    photos = summary.photoCount
    segments = summary.segmentCount
  }
}

extension BundleOrigin {
  fileprivate var words: String {
    switch self {
    case .thisVault: "this vault"
    case .anotherVault: "another vault"
    case .absentVault: "absent vault"
    case .passphrase: "passphrase"
    }
  }
}

extension BundleSummary {
  /// Its content, in words.
  package var words: String {
    let photos = photoCount == 0 ? "" : " and \(photoCount.photos)"
    let count = "\(cardCount) \(cardCount == 1 ? "card" : "cards")"
    let isOne = cardCount == 1 && photoCount == 0
    return origin == .passphrase
      ? "\(count)\(photos), as \(isOne ? "it is" : "they are") now"
      : "\(count)\(photos) with \(isOne ? "its" : "their") history"
  }

  /// Its content and origin, in words.
  package var lines: [String] {
    let place =
      switch origin {
      case .thisVault: "It belongs to this vault."
      case .anotherVault:
        "It belongs to another vault whose key is on this device: its cards would become drafts."
      case .absentVault:
        "Its vault is not on this device, but its key is: merging it would restore the vault."
      case .passphrase: "It opens with a passphrase: its cards would become drafts."
      }
    return ["The bundle is intact: \(words).", place]
  }
}

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
