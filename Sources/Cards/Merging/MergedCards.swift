/// Every card of a vault, merged from all revisions, with joined cards as one.
///
/// A pure function of the set of revisions, as `MergedFields` is for one card.
public struct MergedCards: Sendable, Hashable {
  /// Which cards were joined.
  public let joined: JoinedCards
  /// The cards by id, removed ones included; a card joined into another is part of that one.
  public let cards: [CardID: MergedFields]

  /// Merges revisions of any cards; order and repetition do not matter.
  public init(merging revisions: some Sequence<Revision>) {
    self.init(merging: Dictionary(grouping: revisions, by: \.card))
  }

  /// Merges the revisions of each card.
  public init(merging revisions: [CardID: [Revision]]) {
    var cards: [CardID: MergedFields] = [:]
    var joins: [JoinedCards.Join] = []
    for (card, revisions) in revisions {
      let fields = MergedFields(merging: revisions)
      joins += fields.joins(of: card)
      cards[card] = fields
    }
    joined = JoinedCards(joins)
    for id in joined.ids {
      let members = joined.members(of: id)
      for member in members { cards[member] = nil }
      cards[id] = MergedFields(merging: members.flatMap { revisions[$0] ?? [] })
    }
    self.cards = cards
  }
}
