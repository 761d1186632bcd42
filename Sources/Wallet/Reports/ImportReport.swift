package import Cards

/// What an import did, for scripts.
package struct ImportReport: Encodable, Sendable {
  /// A picture that was not read, or not all of it.
  package struct LeftOut: Encodable, Sendable {
    let path: String
    let error: String
    /// Whether a vault's key stood on it; absent when not.
    let holdsKey: Bool?

    init(_ leftOut: ImportSummary.LeftOut) {
      path = leftOut.name
      switch leftOut.reason {
      case .key: error = KeyOnPicture.reason
      case .failed(let failure): error = failure.reason
      case .noCode: error = "no code was found on it"
      }
      holdsKey = leftOut.reason == .key ? true : nil
    }
  }

  let added: [String]
  let alreadyThere: Int
  let leftOut: [LeftOut]
  /// Removed cards that `--name` brought back; absent when none.
  let restored: [String]?
  /// Cards that stay as a person removed them; absent when none.
  let leftRemoved: [String]?

  /// Takes over what became of the pictures.
  package init(_ summary: ImportSummary) {
    added = summary.added.map(\.id.description)
    alreadyThere = summary.knownCount
    leftOut = summary.leftOut.map(LeftOut.init)
    restored = summary.restored.isEmpty ? nil : summary.restored.map(\.id.description)
    leftRemoved = summary.leftRemoved.isEmpty ? nil : summary.leftRemoved.map(\.description)
  }

  /// One card that was added by hand.
  package init(added card: Card) {
    added = [card.id.description]
    alreadyThere = 0
    leftOut = []
    restored = nil
    leftRemoved = nil
  }
}
