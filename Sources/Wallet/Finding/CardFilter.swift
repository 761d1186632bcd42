package import Cards

/// Which cards a list shows, by what can be done with them.
package enum CardStates: String, Sendable, CaseIterable {
  case current, drafts, archived, expired, all

  /// Whether cards in this state are shown.
  ///
  /// - Parameter state: A card's state on the day of now.
  /// - Returns: Whether they are.
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

/// What a person wants to see of a list of cards.
package struct CardFilter: Sendable {
  /// The states that are shown.
  package var states: CardStates
  /// Tags that a card must all have.
  package var tags: [String]
  /// Words that it must mention; `nil` for any card.
  package var words: String?

  /// Makes a filter.
  package init(states: CardStates = .current, tags: [String] = [], words: String? = nil) {
    self.states = states
    self.tags = tags
    self.words = words
  }

  /// Whether a card is shown.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - today: The local day of now.
  /// - Returns: Whether it is.
  package func matches(_ card: Card, on today: CalendarDate) -> Bool {
    states.contains(card.state(on: today)) && tags.allSatisfy(card.tags.contains)
      && (words.map(card.mentions) ?? true)
  }
}

extension Card {
  /// Whether name, tags, note or kind contain the words, whatever their case.
  func mentions(_ words: String) -> Bool {
    let wanted = words.lowercased()
    return ([name, note, kind.name] + tags).contains { $0.lowercased().contains(wanted) }
  }
}
