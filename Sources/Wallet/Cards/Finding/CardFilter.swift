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
