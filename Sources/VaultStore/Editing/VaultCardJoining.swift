public import Cards
public import VaultFormat

/// Two cards that are one: `Format.md`, section 6.
extension Vault {
  /// The ids that cards went by before they were joined into others, by the id that they go by now.
  public var formerIDs: [CardID: [CardID]] {
    Dictionary(
      uniqueKeysWithValues: joined.ids.map { id in
        (id, joined.members(of: id).filter { $0 != id })
      })
  }

  /// Makes two cards one, in one save: what was and will be changed on either of them, on any device, is
  /// changed on the joined card, and an `undo` parts them again.
  ///
  /// - Parameters:
  ///   - other: the card that goes.
  ///   - card: the card that stays, as it shall be then: `Card.joined(with:)`, and what a person chose.
  /// - Returns: the joined card; `nil` when one of the two is not there, or they are one already.
  /// - Throws: as `save`.
  public func join(_ other: CardID, into card: Card) throws(VaultError) -> Card? {
    let (kept, absorbed) = (joined.id(of: card.id), joined.id(of: other))
    guard kept != absorbed, entries[kept]?.card != nil, entries[absorbed]?.card != nil else {
      return nil
    }
    let now = JoinedCards(
      joins(of: joined.members(of: kept) + joined.members(of: absorbed))
        + [JoinedCards.Join(absorbed, into: kept)])
    let fields = MergedFields(merging: revisions(of: now.members(of: kept)))
    // Which card was changed last says nothing of which one the person holds to: what was known before
    // they were one is decided here.
    var changes = CardChanges(from: fields, to: card)
    let (own, others) = (self.fields(of: kept), self.fields(of: absorbed))
    changes.keepUnknown(fields, of: own, and: others)
    changes.settle(fields, of: own, and: others)
    var edits: [CardID: [FieldChange]] = [absorbed: [.join(.add, kept)]]
    if !changes.list.isEmpty { edits[now.id(of: kept), default: []] += changes.list }
    try write(
      edits.keys.sorted().map { CardEdit(card: $0, kind: .edit, changes: edits[$0] ?? []) },
      at: self.now())
    return self.card(kept)
  }

  /// What takes joins back, and leaves the cards that were joined into as one of them shall be.
  func edits(parting joins: [JoinedCards.Join], leaving card: Card?, _ id: CardID) -> [CardEdit] {
    var edits: [CardID: [FieldChange]] = [:]
    for join in joins { edits[join.card, default: []].append(.join(.remove, join.into)) }
    let left = JoinedCards(self.joins(of: joined.members(of: id)).filter { !joins.contains($0) })
    if let card {
      let fields = MergedFields(merging: revisions(of: left.members(of: id)))
      let changes = CardChanges(from: fields, to: card).list
      if !changes.isEmpty { edits[id, default: []] += changes }
    }
    return edits.keys.sorted().map {
      CardEdit(card: $0, kind: .edit, changes: edits[$0] ?? [])
    }
  }

  /// The joins that stand on these cards.
  func joins(of cards: [CardID]) -> [JoinedCards.Join] {
    cards.flatMap { MergedFields(merging: history.revisions[$0] ?? []).joins(of: $0) }
  }
}
