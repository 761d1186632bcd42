internal import VaultStore

/// What a bundle holds, for scripts.
struct BundleReport: Encodable {
  let bytes: Int
  let cards: Int
  let damaged: [String] = []
  /// `this vault`, `another vault`, `absent vault` or `passphrase`.
  let of: String
  let photos: Int
  let segments: Int

  init(_ summary: BundleSummary) {
    bytes = summary.byteCount
    cards = summary.cardCount
    of = summary.origin.words
    photos = summary.photoCount
    segments = summary.segmentCount
  }
}

extension BundleSummary {
  /// What it holds, for people.
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
