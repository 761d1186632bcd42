internal import Cards
internal import Wallet

/// What an import did, for scripts.
struct ImportReport: Encodable {
  /// A picture that was not read, or not all of it.
  struct LeftOut: Encodable {
    let path: String
    let error: String
    /// Whether a vault's key stood on it; absent when not.
    let holdsKey: Bool?

    init(_ leftOut: ImportSummary.LeftOut) {
      path = leftOut.name
      switch leftOut.reason {
      case .key: error = KeyRefusal.onPicture
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

  init(_ summary: ImportSummary) {
    added = summary.added.map(\.id.description)
    alreadyThere = summary.knownCount
    leftOut = summary.leftOut.map(LeftOut.init)
    restored = summary.restored.isEmpty ? nil : summary.restored.map(\.id.description)
    leftRemoved = summary.leftRemoved.isEmpty ? nil : summary.leftRemoved.map(\.description)
  }

  /// One card that was added by hand.
  init(added card: Card) {
    added = [card.id.description]
    alreadyThere = 0
    leftOut = []
    restored = nil
    leftRemoved = nil
  }
}

extension ImportSummary {
  /// What was done, for people.
  var words: String {
    var parts = ["\(added.count) \(added.count == 1 ? "card" : "cards") added"]
    if !restored.isEmpty { parts.append("\(restored.count) brought back") }
    if knownCount > 0 { parts.append("\(knownCount) already there") }
    if !leftRemoved.isEmpty {
      parts.append("\(leftRemoved.count) \(leftRemoved.count == 1 ? "stays" : "stay") removed")
    }
    if doubtfulCount > 0 {
      parts.append("\(doubtfulCount) doubtful: check the number when you review")
    }
    if !leftOut.isEmpty { parts.append("\(leftOut.count) not read") }
    return parts.joined(separator: ", ")
  }
}
