/// Which cards were joined and count as one, and what each of these is called.
///
/// A pure function of the set of joins that stand: their order and repetition do not matter.
public struct JoinedCards: Sendable, Hashable {
  /// Says on one card that it is the same as another one.
  public struct Join: Sendable, Hashable {
    /// The card that says so.
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

  /// The id of the whole for each card that was joined.
  private var names: [CardID: CardID] = [:]
  /// The cards of each whole.
  private var wholes: [CardID: [CardID]] = [:]

  /// Joins nothing.
  public init() {}

  /// Takes all joins that stand; a card's join with itself means nothing.
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

  /// The ids of cards that are made of several, in no order.
  public var ids: some Collection<CardID> { wholes.keys }

  /// The id of the card that this one is, or is part of: the least among those that were not joined into
  /// another; the least of all when each was.
  public func id(of card: CardID) -> CardID { names[card] ?? card }

  /// All cards that are one with this one, itself included, by id.
  public func members(of card: CardID) -> [CardID] { wholes[id(of: card)] ?? [card] }
}

extension MergedFields {
  /// The joins that a card's own revisions come to; what is no card's id means nothing.
  ///
  /// - Complexity: constant for a card without any.
  public func joins(of card: CardID) -> [JoinedCards.Join] {
    guard let last = values.last, last.field >= JoinedCards.field else { return [] }
    return elements(of: JoinedCards.field).compactMap { element in
      CardID(element).map { JoinedCards.Join(card, into: $0) }
    }
  }
}
