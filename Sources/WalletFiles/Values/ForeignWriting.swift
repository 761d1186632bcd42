package import Cards

/// Cards as a file for another program.
package struct ForeignWriting: Sendable, Hashable {
  /// A card, and what the file has no place for.
  package struct LeftOut: Sendable, Hashable {
    /// The card.
    package let card: CardID
    /// Its name.
    package let name: String
    /// What is not in the file; in the order of `CardDetail`.
    package let details: [CardDetail]

    /// Makes an entry.
    package init(_ card: Card, _ details: [CardDetail]) {
      self.card = card.id
      name = card.name
      self.details = CardDetail.allCases.filter(details.contains)
    }
  }

  /// The file's text.
  package internal(set) var text = ""
  /// The cards in it, in its order.
  package internal(set) var cards: [CardID] = []
  /// The cards in it that it does not hold completely.
  package internal(set) var leftOut: [LeftOut] = []
  /// The names of the cards for which it has no place at all.
  package internal(set) var absent: [String] = []

  /// Makes a file without cards.
  package init() {}

  /// Adds the cards of another file, but not its text.
  package mutating func addCards(of other: ForeignWriting) {
    cards += other.cards
    leftOut += other.leftOut
    absent += other.absent
  }

  mutating func add(_ card: Card, without details: [CardDetail] = []) {
    cards.append(card.id)
    if !details.isEmpty { leftOut.append(LeftOut(card, details)) }
  }
}
