public import Cards
public import VaultFormat

// Two cards joined into one: `Format.md`, section 6.

extension Vault {
  /// The former ids of joined cards, by their current id.
  public var formerIDs: [CardID: [CardID]] {
    Dictionary(
      uniqueKeysWithValues: joined.ids.map { id in
        (id, joined.members(of: id).filter { $0 != id })
      })
  }

  /// Joins two cards in one segment: changes to either, earlier or later and on any device, apply to the joined
  /// card, and `undo` separates them again.
  ///
  /// - Parameters:
  ///   - other: the card that disappears.
  ///   - card: the card that stays, as it should be afterwards: `Card.joined(with:)` with a person's choices.
  /// - Returns: the joined card; `nil` if one of the two does not exist, or they are already joined.
  /// - Throws: like `save`.
  public func join(_ other: CardID, into card: Card) throws(VaultError) -> Card? {
    let (kept, absorbed) = (joined.id(of: card.id), joined.id(of: other))
    guard kept != absorbed, entries[kept]?.card != nil, entries[absorbed]?.card != nil else {
      return nil
    }
    let now = JoinedCards(
      joins(of: joined.members(of: kept) + joined.members(of: absorbed))
        + [JoinedCards.Join(absorbed, into: kept)])
    let fields = MergedFields(merging: revisions(of: now.members(of: kept)))
    // The latest change does not show which value the person wants, so fields known before the join are decided here.
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

  /// Makes cards as they were before: removed ones come back, and those that were joined into one another since are
  /// separated.
  ///
  /// - Parameter cards: the cards as they were.
  /// - Throws: like `save`.
  public func putBack(_ cards: [Card]) throws(VaultError) {
    let ids = Set(cards.map(\.id))
    let made = joins(of: cards.map(\.id)).filter { ids.contains($0.card) && ids.contains($0.into) }
    if let first = made.first {
      try write(edits(parting: made, leaving: nil, joined.id(of: first.into)), at: now())
    }
    try save(cards)
  }

  /// The edits that remove joins and make the card that they joined into look as given.
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

  /// The edits that join again what an undo separated, and make the joined cards look as they did before; none where
  /// one of the cards is gone, or they are joined anyway.
  func edits(rejoining undo: [Segment]) -> [CardEdit] {
    let parted = undo.flatMap(\.revisions).flatMap { revision in
      revision.changes.compactMap { change -> JoinedCards.Join? in
        guard change.isJoin, change.operation == .remove else { return nil }
        return CardID(change.value).map { JoinedCards.Join(revision.card, into: $0) }
      }
    }.filter { join in
      [join.card, join.into].allSatisfy { entries[joined.id(of: $0)]?.card != nil }
        && joined.id(of: join.card) != joined.id(of: join.into)
    }
    var edits: [CardID: [FieldChange]] = [:]
    for join in parted { edits[join.card, default: []].append(.join(.add, join.into)) }
    let cards =
      parted.flatMap { joined.members(of: joined.id(of: $0.card)) }
      + parted.flatMap { joined.members(of: joined.id(of: $0.into)) }
    let now = JoinedCards(joins(of: cards) + parted)
    for id in Set(parted.map { now.id(of: $0.into) }) {
      let revisions = revisions(of: now.members(of: id))
      let before = revisions.filter { $0.clock < undo[0].clock }
      guard let card = ShownCards.entry(id, before).card else { continue }
      let changes = CardChanges(from: MergedFields(merging: revisions), to: card).list
      if !changes.isEmpty { edits[id, default: []] += changes }
    }
    return edits.keys.sorted().map {
      CardEdit(card: $0, kind: .edit, changes: edits[$0] ?? [])
    }
  }

  /// The current joins of these cards.
  func joins(of cards: [CardID]) -> [JoinedCards.Join] {
    cards.flatMap { MergedFields(merging: history.revisions[$0] ?? []).joins(of: $0) }
  }
}
