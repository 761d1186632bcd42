package import Cards

/// Which cards a list shows, by state.
package enum CardStates: String, Sendable, CaseIterable {
  case current, drafts, archived, expired, all

  /// Whether cards in this state are shown.
  package func contains(_ state: Card.State) -> Bool {
    switch self {
    case .current: state == .active || state == .draft
    case .drafts: state == .draft
    case .archived: state == .archived
    case .expired: state == .expired || state == .used
    case .all: true
    }
  }
}

/// The conditions for cards in a list.
package struct CardFilter: Sendable {
  /// The states to show.
  package var states: CardStates
  /// Tags that a card must have, all of them; accents, case and punctuation make no difference.
  package var tags: [String]
  /// Words that a card must mention; `nil` for any card.
  private let words: SearchWords?
  /// The day by which it must expire, from today on; `nil` for any card.
  package var lastDay: CalendarDate?

  /// Makes a filter.
  package init(
    states: CardStates = .current, tags: [String] = [], words: String? = nil,
    lastDay: CalendarDate? = nil
  ) {
    self.states = states
    self.tags = tags
    self.words = words.map(SearchWords.init)
    self.lastDay = lastDay
  }

  /// Whether a card is shown; `today` is the date in local time.
  package func matches(_ card: Card, on today: CalendarDate) -> Bool {
    states.contains(card.state(on: today)) && tags.allSatisfy { card.isTagged(with: $0) }
      && (lastDay.map { card.expires(from: today, through: $0) } ?? true)
      && (words?.areMentioned(by: card) ?? true)
  }
}

extension Card {
  /// Whether it can be used today and expires by a day.
  ///
  /// - Parameters:
  ///   - today: The local day of now.
  ///   - last: The last day that counts.
  /// - Returns: Whether it does.
  package func expires(from today: CalendarDate, through last: CalendarDate) -> Bool {
    guard let expires, state(on: today) == .active || isDraft else { return false }
    return (today...max(today, last)).contains(expires)
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
