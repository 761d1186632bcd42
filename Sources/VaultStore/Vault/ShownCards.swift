package import Cards
package import VaultFormat

extension Vault {
  /// A card as shown; its stored fields are merged again when needed.
  ///
  /// A class, because copying its many parts would count references to each.
  package final class CardEntry: Sendable {
    /// `nil` if the card was removed.
    package let card: Card?
    /// The card's name for sorting.
    let sortingName: String
    /// How many fields have a conflict.
    let conflictCount: Int

    init(card: Card?, conflictCount: Int) {
      self.card = card
      sortingName = card.map { Folding.folded($0.name) } ?? ""
      self.conflictCount = conflictCount
    }
  }
}

/// The cards of a vault as shown: its merged segments.
package struct ShownCards {
  /// All segments.
  package private(set) var history: History
  /// The cards by id; joined cards appear only under the joined card's id.
  package private(set) var entries: [CardID: Vault.CardEntry] = [:]
  package private(set) var joined = JoinedCards()
  /// How often they were computed.
  private(set) var count = 0

  /// Merges segments, each given once.
  package init(_ segments: [Segment]) {
    history = History(segments)
    showAll()
  }

  /// Shows these segments instead, each given once.
  mutating func replace(with segments: [Segment]) {
    history = History(segments)
    showAll()
  }

  /// Adds a segment that was just written.
  mutating func add(_ segment: Segment) {
    history.add(segment)
    show(segment.revisions)
  }

  /// Adds segments written by another device.
  mutating func add(_ segments: [Segment]) {
    guard !segments.isEmpty else { return }
    if history.add(segments) {
      show(segments.flatMap(\.revisions))
    } else {
      // The new segments show that what seemed one writer is several.
      showAll()
    }
  }

  static func entry(_ id: CardID, _ revisions: [Revision]) -> Vault.CardEntry {
    entry(id, MergedFields(merging: revisions))
  }

  private static func entry(_ id: CardID, _ fields: MergedFields) -> Vault.CardEntry {
    Vault.CardEntry(
      card: fields.isRemoved ? nil : Card(id: id, fields: fields),
      conflictCount: fields.conflictCount)
  }

  /// All revisions of these cards.
  func revisions(of cards: [CardID]) -> [Revision] {
    cards.flatMap { history.revisions[$0] ?? [] }
  }

  /// Updates the cards of these revisions, which are in the history already.
  private mutating func show(_ revisions: some Sequence<SegmentRevision>) {
    if revisions.contains(where: { $0.changes.contains { $0.field == JoinedCards.field } }) {
      showAll()
      return
    }
    count += 1
    for id in Set(revisions.map { joined.id(of: $0.card) }) {
      entries[id] = Self.entry(id, self.revisions(of: joined.members(of: id)))
    }
  }

  private mutating func showAll() {
    count += 1
    entries = [:]
    joined = JoinedCards()
    entries.reserveCapacity(history.revisions.count)
    var joins: [JoinedCards.Join] = []
    let parts = Array(history.revisions).concurrentMap { id, revisions in
      let fields = MergedFields(merging: revisions)
      return (id, Self.entry(id, fields), fields.joins(of: id))
    }
    for (id, entry, joinsOfCard) in parts.joined() {
      entries[id] = entry
      if !joinsOfCard.isEmpty { joins += joinsOfCard }
    }
    // Most vaults have no joins.
    if joins.isEmpty { return }
    joined = JoinedCards(joins)
    for id in joined.ids {
      let members = joined.members(of: id)
      for member in members { entries[member] = nil }
      entries[id] = Self.entry(id, revisions(of: members))
    }
  }

  /// The entries' cards in order of their folded names, then as the locale orders names, then by id.
  static func sorted(
    _ entries: [Vault.CardEntry], where isWanted: (Card) -> Bool = { _ in true }
  ) -> [Card] {
    // Cards are large, so only indices and sort keys are moved.
    var keys: [(name: String, id: CardID, index: Int)] = []
    keys.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated() {
      if let card = entry.card, isWanted(card) {
        keys.append((entry.sortingName, card.id, index))
      }
    }
    keys.sort { ($0.name, $0.id) < ($1.name, $1.id) }
    // Few vaults need a locale.
    if zip(keys, keys.dropFirst()).contains(where: { $0.name == $1.name }) {
      let collation = Collation()
      keys.sort { left, right in
        if left.name != right.name { return left.name < right.name }
        let names = [left, right].map { entries[$0.index].card?.name ?? "" }
        return collation.precedes(names[0], names[1]) ?? (left.id < right.id)
      }
    }
    // `compactMap` would move cards again and again while its array grows.
    var cards: [Card] = []
    cards.reserveCapacity(keys.count)
    for key in keys { if let card = entries[key.index].card { cards.append(card) } }
    return cards
  }
}
