package import VaultStore

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
        "Its vault is not on this device, but its key is: cardvault merge would restore the vault."
      case .passphrase: "It opens with a passphrase: its cards would become drafts."
      }
    return ["The bundle is intact: \(words).", place]
  }
}
