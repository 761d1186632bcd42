package import Cards
package import VaultStore

/// Removed cards that were meant by a search that found no others.
package struct RemovedMatch: Sendable {
  /// The cards, by name; at least one.
  private let cards: [Card]
  private let moments: [CardID: Timestamp]

  /// More commands would be longer than a list.
  private static let maxCommands = 3

  fileprivate init?(_ cards: [Card], _ moments: [CardID: Timestamp]) {
    if cards.isEmpty { return nil }
    (self.cards, self.moments) = (cards, moments)
  }

  /// Who removed what, as a sentence: `you removed “Zoo” on 2026-03-03`.
  package var words: String {
    if cards.count > 1 {
      return "you removed \(cards.count) cards like that: \(cards.map { "“\($0.name)”" }.shown)"
    }
    let day = moments[cards[0].id].map { " on \($0.localDay)" } ?? ""
    return "you removed “\(cards[0].name.printable)”\(day)"
  }

  /// How to bring them back.
  package var advice: Advice {
    let commands = cards.prefix(Self.maxCommands).map { Advice.run("restore", .card($0)) }.joined
    let list = Advice.run("list", "--removed", note: "it lists all removed cards")
    guard let commands else { return list }
    return (cards.count > Self.maxCommands ? commands.or(list) : commands)
      .onPage("restore it from the removed cards")
  }
}

extension Vault {
  /// The removed cards that words mean; `nil` for none.
  package func removed(meantBy words: String) -> RemovedMatch? {
    match(CardSearch(cards: removedCards, formerIDs: formerIDs).cards(meantBy: words))
  }

  /// The removed cards with a number, as typed; `nil` for none.
  package func removed(withNumber typed: String) -> RemovedMatch? {
    match(removedCards.with(number: typed))
  }

  /// The removed cards that a condition selects; `nil` for none.
  package func removed(where isMeant: (Card) -> Bool) -> RemovedMatch? {
    match(removedCards.filter(isMeant))
  }

  /// When each of these cards was removed.
  package func removals(of cards: [Card]) -> [CardID: Timestamp] {
    Dictionary(
      uniqueKeysWithValues: cards.compactMap { card in
        lastRemoval(of: card.id).map { (card.id, $0) }
      })
  }

  private func match(_ cards: [Card]) -> RemovedMatch? {
    RemovedMatch(cards, removals(of: cards))
  }
}

extension Failure {
  /// The same failure to find a card, if removed ones were not meant; otherwise it says so.
  package func or(_ removed: RemovedMatch?) -> Failure {
    guard let removed, status == .nothingFound else { return self }
    return Failure(what, because: removed.words, try: removed.advice, status: status)
  }
}
