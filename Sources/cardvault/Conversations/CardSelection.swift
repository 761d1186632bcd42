package import Cards
package import Terminal
package import Wallet

/// Finds the one card that a person means, by asking where several match.
package struct CardSelection {
  let search: CardSearch
  let console: Console
  /// Whether a card may be picked on a full screen.
  package var usesScreens = true
  /// Whether a draft yields to the one accepted card of the same name: at a till, not where something is changed.
  package var isAtTill = false
  /// Whether the card is to be shown, and nothing else.
  package var isShown = false

  /// Selects among cards.
  package init(
    search: CardSearch, console: Console, usesScreens: Bool = true, isAtTill: Bool = false,
    isShown: Bool = false
  ) {
    self.search = search
    self.console = console
    self.usesScreens = usesScreens
    self.isAtTill = isAtTill
    self.isShown = isShown
  }

  /// The one card meant by `words`.
  package func card(_ words: String) throws -> Card {
    guard words.contains(where: { !$0.isWhitespace }) else {
      if search.cards.isEmpty { throw Failure.nothingToPick }
      guard console.isInteractive else { throw Failure.noCardNamed(of: search.cards) }
      return try pick(from: search.cards)
    }
    let found = search.cards(meantBy: words)
    if found.count == 1 { return found[0] }
    let accepted = found.filter { !$0.isDraft }
    if isAtTill, accepted.count == 1, Set(found.map { Folding.folded($0.name) }).count == 1 {
      return accepted[0]
    }
    if found.isEmpty { throw Failure.noCard(words, in: search, isShown: isShown) }
    guard console.isInteractive else { throw Failure.severalCards(words, found) }
    return try pick(from: found)
  }
}
