internal import Cards

/// A card as a change left it.
struct ChangedCard: Encodable, Sendable {
  let card: ListedCard
  /// What happened.
  let words: String?

  /// The answer to a change.
  init(_ card: Card, _ moment: CardMoment, words: String? = nil) {
    self.card = ListedCard(card, moment)
    self.words = words
  }
}
