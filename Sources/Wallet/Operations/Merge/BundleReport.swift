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
