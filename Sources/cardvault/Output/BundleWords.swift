internal import VaultStore

extension BundleSummary {
  /// What it holds, for people.
  var words: String {
    let photos =
      photoCount == 0 ? "" : " and \(photoCount) \(photoCount == 1 ? "photo" : "photos")"
    let count = "\(cardCount) \(cardCount == 1 ? "card" : "cards")"
    return origin == .passphrase
      ? "\(count)\(photos), as shown now" : "\(count)\(photos) with their history"
  }

  /// What it holds and whose it is, for people.
  var lines: [String] {
    let place =
      switch origin {
      case .thisVault: "It is this vault's own."
      case .anotherVault: "It is another vault's, whose key is here: its cards would become drafts."
      case .absentVault:
        "There is no vault here, and its key is: cardvault merge would make it again."
      case .passphrase: "It opens with a passphrase: its cards would become drafts."
      }
    return ["The bundle is whole: \(words).", place]
  }
}
