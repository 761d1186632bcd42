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

/// Which cards were joined and count as one, and the id of each joined card.
///
/// A pure function of the set of current joins: their order and repetition do not matter.
public struct JoinedCards: Sendable, Hashable {
  /// A statement on one card that it is the same as another.
  public struct Join: Sendable, Hashable {
    /// The card with the statement.
    public let card: CardID
    /// The card that it was joined into.
    public let into: CardID

    /// Makes a join.
    public init(_ card: CardID, into: CardID) {
      self.card = card
      self.into = into
    }
  }

  /// The card field whose elements are the ids of cards that this one was joined into: `Format.md`, section 6.
  public static let field: UInt32 = 20

  /// For each card that was joined, the id of the joined card it belongs to.
  private var names: [CardID: CardID] = [:]
  /// For each joined card, the cards it consists of.
  private var wholes: [CardID: [CardID]] = [:]

  /// No joins.
  public init() {}

  /// Applies all current joins; a card joined with itself is ignored.
  ///
  /// - Complexity: O(n log n) in joins.
  public init(_ joins: some Sequence<Join>) {
    var neighbours: [CardID: [CardID]] = [:]
    var sources: Set<CardID> = []
    for join in joins where join.card != join.into {
      neighbours[join.card, default: []].append(join.into)
      neighbours[join.into, default: []].append(join.card)
      sources.insert(join.card)
    }
    var reached: Set<CardID> = []
    for start in neighbours.keys where reached.insert(start).inserted {
      var members = [start]
      var next = 0
      while next < members.count {
        for neighbour in neighbours[members[next]] ?? []
        where reached.insert(neighbour).inserted {
          members.append(neighbour)
        }
        next += 1
      }
      members.sort()
      let name = members.first { !sources.contains($0) } ?? members[0]
      for member in members { names[member] = name }
      wholes[name] = members
    }
  }

  /// Whether no card was joined.
  public var isEmpty: Bool { names.isEmpty }

  /// The ids of cards that consist of several, in no particular order.
  public var ids: some Collection<CardID> { wholes.keys }

  /// The id of the card that this one is or belongs to: the lowest id of those not joined into another, or the
  /// lowest of all if each was.
  public func id(of card: CardID) -> CardID { names[card] ?? card }

  /// All cards joined with this one, itself included, ordered by id.
  public func members(of card: CardID) -> [CardID] { wholes[id(of: card)] ?? [card] }
}

extension MergedFields {
  /// The joins that result from a card's own revisions; elements that are not card ids are ignored.
  ///
  /// - Complexity: constant for a card without any.
  public func joins(of card: CardID) -> [JoinedCards.Join] {
    guard let last = values.last, last.field >= JoinedCards.field else { return [] }
    return elements(of: JoinedCards.field).compactMap { element in
      CardID(element).map { JoinedCards.Join(card, into: $0) }
    }
  }
}
