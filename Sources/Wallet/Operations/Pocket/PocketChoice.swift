internal import Cards

/// Which cards a pocket is for, and whether with their PINs.
package struct PocketChoice: Sendable, Hashable {
  /// Only cards in use with all of these tags; empty for all in use.
  package let tags: [String]
  /// Whether PINs are among what is published.
  package let withPINs: Bool

  /// A choice that a person made.
  package init(tags: [String], withPINs: Bool) {
    self.tags = tags
    self.withPINs = withPINs
  }

  /// Where nothing was published before and nothing else is asked for: all in use, without PINs.
  static let first = PocketChoice(tags: [], withPINs: false)

  /// The choice.
  package var gathering: CardGathering { tags.isEmpty ? .allInUse : .tagged(tags) }

  /// "3 cards tagged “gym”".
  func words(_ cardCount: Int) -> String {
    let cards = "\(cardCount) \(cardCount == 1 ? "card" : "cards")"
    return tags.isEmpty ? cards : "\(cards) \(tagged)"
  }

  /// "tagged “gym”, without PINs".
  package var line: String {
    "\(tags.isEmpty ? "all in use" : tagged), \(withPINs ? "with" : "without") PINs"
  }

  private var tagged: String {
    "tagged \(tags.map { "“\($0.printable)”" }.joined(separator: " and "))"
  }
}
