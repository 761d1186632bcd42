/// How many cards an import found, and what becomes of them: the parts add up to the whole.
package struct ImportCounts: Encodable, Sendable, Hashable {
  /// The cards of a file, or the codes on photos.
  private(set) var found = 0
  private(set) var new = 0
  /// New ones that a person must look at, as something about them is not certain.
  private(set) var doubtful = 0
  /// Those in the vault that got something.
  private(set) var changed = 0
  private(set) var alreadyThere = 0
  private(set) var staysRemoved = 0
  private(set) var leftOut = 0
  /// Why cards were left out, each reason with how many, in the order of the file.
  private var reasons: [Reason] = []

  private struct Reason: Sendable, Hashable {
    let words: String
    var count = 1
  }

  private enum CodingKeys: String, CodingKey {
    case found, new, doubtful, changed, alreadyThere, staysRemoved, leftOut
  }

  /// Counts items, each of them a card.
  init(_ items: [ImportItem]) {
    for item in items { add(item) }
  }

  private mutating func add(_ item: ImportItem) {
    found += 1
    switch item.outcome {
    case .new: if item.isDoubtful { doubtful += 1 } else { new += 1 }
    case .changed, .accepted, .restored: changed += 1
    case .known: alreadyThere += 1
    case .staysRemoved: staysRemoved += 1
    case .leftOut(let reason):
      leftOut += 1
      let words = reason.because
      if let index = reasons.firstIndex(where: { $0.words == words }) {
        reasons[index].count += 1
      } else {
        reasons.append(Reason(words: words))
      }
    }
  }

  /// The most reasons that are named.
  private static let maxReasons = 3

  /// The counts for people: `10 cards: 7 imported, 2 doubtful, 1 left out (it has no name)`.
  func words(isStored: Bool) -> String {
    let parts = [
      (new, isStored ? "imported" : "new"), (doubtful, "doubtful"), (changed, "changed"),
      (alreadyThere, "already there"),
      (staysRemoved, staysRemoved == 1 ? "stays removed" : "stay removed"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let left = leftOut > 0 ? ["\(leftOut) left out (\(reasonWords))"] : []
    let all = parts + left
    return "\(found) \(found == 1 ? "card" : "cards"): "
      + (all.isEmpty ? "none new" : all.joined(separator: ", "))
  }

  private var reasonWords: String {
    if reasons.count == 1 { return reasons[0].words }
    let named = reasons.prefix(Self.maxReasons).map { "\($0.count) because \($0.words)" }
    let rest = reasons.dropFirst(Self.maxReasons).reduce(0) { $0 + $1.count }
    return (named + (rest > 0 ? ["\(rest) for other reasons"] : [])).joined(separator: ", ")
  }
}

extension ImportItem {
  /// Whether it is a card of a file, a code on a photo, or a card that was typed in.
  var isCard: Bool { source != nil || code != nil || outcome.savedCard != nil }

  /// Whether it is a photo without a code.
  package var isWithoutCode: Bool {
    switch reason {
    case .noCode, .noCodeAtFirst: true
    default: false
    }
  }
}
