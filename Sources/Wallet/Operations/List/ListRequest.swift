package import Cards
package import VaultStore

/// What is asked of a list: which cards, and in which order.
package struct ListRequest: Sendable {
  private let states: CardStates
  private let tags: [String]
  private let query: [String]
  private let words: SearchWords?
  private let lastDay: CalendarDate?
  private let order: CardOrder
  private let isReversed: Bool

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - states: Which cards, by state.
  ///   - tags: Tags that a card must have, all of them; accents, case and punctuation make no difference.
  ///   - query: Words that a card must mention; none for any card.
  ///   - lastDay: The day by which a card must expire; `nil` for any card.
  ///   - order: The order; without one, cards that must expire are listed by that, and others by name.
  ///   - isReversed: Whether the order is reversed.
  package init(
    states: CardStates = .current, tags: [String] = [], query: [String] = [],
    lastDay: CalendarDate? = nil, order: CardOrder? = nil, isReversed: Bool = false
  ) {
    self.states = states
    self.tags = tags
    self.query = query
    let typed = query.joined(separator: " ")
    words = query.isEmpty ? nil : SearchWords(typed)
    self.lastDay = lastDay
    self.order = order ?? (lastDay == nil ? .name : .expires)
    self.isReversed = isReversed
  }

  /// Lists cards of a vault.
  ///
  /// - Parameters:
  ///   - vault: The vault.
  ///   - today: Today's date in local time.
  /// - Returns: The cards, and what else there is.
  package func run(in vault: Vault, on today: CalendarDate) async -> ListOutcome {
    if states == .removed {
      let all = await vault.removedCards
      let found = chosen(among: all, on: today)
      return ListOutcome(
        removed: found, await CardMoment(of: vault, on: today, removed: found),
        absence: found.isEmpty ? .noneRemoved(of: all.count) : nil)
    }
    let all = await vault.cards
    let found = chosen(among: all, on: today)
    return ListOutcome(
      found, await CardMoment(of: vault, on: today),
      absence: found.isEmpty ? await absence(in: vault, on: today) : nil,
      leftOut: found.isEmpty ? [:] : await leftOut(in: vault, of: all, on: today))
  }

  /// What a person who does not ask for certain states does not see.
  private func leftOut(
    in vault: Vault, of all: [Card], on today: CalendarDate
  ) async -> [ListOutcome.LeftOut: Int] {
    guard states == .current, lastDay == nil else { return [:] }
    var counts: [ListOutcome.LeftOut: Int] = [:]
    for card in all where mayMatch(card) {
      switch card.state(on: today) {
      case .archived: counts[.archived, default: 0] += 1
      case .expired, .used: counts[.expired, default: 0] += 1
      case .active, .draft: break
      }
    }
    if query.isEmpty, tags.isEmpty { counts[.removed] = await vault.removedCardCount }
    return counts
  }

  /// The cards that it asks for, in its order.
  ///
  /// - Parameters:
  ///   - cards: All cards, sorted by name.
  ///   - today: Today's date in local time.
  /// - Returns: Those cards.
  package func chosen(among cards: [Card], on today: CalendarDate) -> [Card] {
    ordered(cards.filter { matches($0, on: today) })
  }

  private func ordered(_ cards: [Card]) -> [Card] {
    let sorted = order.sorted(cards)
    return isReversed ? sorted.reversed() : sorted
  }

  private func matches(_ card: Card, on today: CalendarDate) -> Bool {
    (states == .removed || states.contains(card.state(on: today)))
      && (states != .unused || card.lastUsed == nil) && mayMatch(card)
      && (lastDay.map { card.expires(from: today, through: $0) } ?? true)
  }

  /// Whether it asks for this card in some state.
  private func mayMatch(_ card: Card) -> Bool {
    tags.allSatisfy { card.isTagged(with: $0) } && (words?.areMentioned(by: card) ?? true)
  }

  /// Why none of a vault's cards is listed; `nil` if it has none.
  private func absence(in vault: Vault, on today: CalendarDate) async -> ListOutcome.Absence? {
    let cards = await vault.cards
    let search = CardSearch(cards: cards)
    let isNarrowed = lastDay == nil && !(query.isEmpty && tags.isEmpty)
    let others = isNarrowed ? cards.count(where: mayMatch) : 0
    if others > 0 {
      return .otherStates(others, search.listCommand(tags: tags, query: query))
    }
    if isNarrowed, let removed = await vault.removed(where: { mayMatch($0) }) {
      return .removed(removed)
    }
    if cards.isEmpty { return nil }
    let typed = query.joined(separator: " ")
    // A card in another state is not a misspelling.
    let isMisspelt = !query.isEmpty && search.cards(matching: typed).isEmpty
    return .noMatch(
      of: cards.count, nearNames: isMisspelt ? search.suggestions(for: typed) : [],
      search.listCommand(tags: tags))
  }
}

/// Which cards a list shows, by state.
package enum CardStates: String, Sendable, CaseIterable {
  case current, unused, drafts, archived, expired, removed, all

  /// Whether cards in this state are shown, of those that are there.
  package func contains(_ state: Card.State) -> Bool {
    switch self {
    case .current, .unused: state == .active || state == .draft
    case .drafts: state == .draft
    case .archived: state == .archived
    case .expired: state == .expired || state == .used
    case .removed: false
    case .all: true
    }
  }
}

/// The order in which cards are listed; favourites always come first.
package enum CardOrder: String, Sendable, CaseIterable {
  case name, added, used, expires

  /// Sorts cards in this order.
  ///
  /// - Parameter cards: The cards, sorted by name.
  /// - Returns: The same cards; cards that are equal in this order stay sorted by name.
  package func sorted(_ cards: [Card]) -> [Card] {
    // Sorts keys and indices instead of cards, which are large.
    let keys = cards.map(key)
    if zip(keys, keys.dropFirst()).allSatisfy(<=) { return cards }
    let indices = cards.indices.sorted { left, right in
      let (one, other) = (keys[left], keys[right])
      return (one.rank, one.value, left) < (other.rank, other.value, right)
    }
    return indices.map { cards[$0] }
  }

  /// A card's sort key apart from its name: favourites first, and cards without a value last.
  private func key(of card: Card) -> (rank: Int, value: Int64) {
    let value: Int64? =
      switch self {
      case .name: 0
      case .added: card.added.map { -$0.milliseconds }
      case .used: card.lastUsed.map { -$0.milliseconds }
      case .expires: card.expires.map { Int64(($0.year * 100 + $0.month) * 100 + $0.day) }
      }
    return ((card.isFavourite ? 0 : 2) + (value == nil ? 1 : 0), value ?? 0)
  }
}
