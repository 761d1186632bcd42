package import Cards

/// Which cards a person wants to take along.
package enum CardGathering: Sendable {
  /// Cards that match any of these words.
  case matching([String])
  /// Cards in use that have all of these tags.
  case tagged([String])
  /// All cards in use.
  case allInUse

  /// The cards, each once, in the order of a list.
  ///
  /// Drafts, and cards that are archived, expired or used up, count only where words match no others.
  ///
  /// - Parameters:
  ///   - cards: All cards, sorted by name.
  ///   - today: Today's date in local time.
  /// - Returns: The cards, or the first words that match none; tags that no card has match none either.
  package func chosen(from cards: [Card], on today: CalendarDate) -> Chosen {
    switch self {
    case .matching(let queries):
      let search = CardSearch(cards: cards)
      var wanted: Set<CardID> = []
      for query in queries {
        let found = search.cards(matching: query)
        if found.isEmpty { return .nothing(words: query) }
        let inUse = found.filter { $0.isInUse(on: today) }
        wanted.formUnion((inUse.isEmpty ? found : inUse).map(\.id))
      }
      return .cards(CardOrder.name.sorted(cards.filter { wanted.contains($0.id) }))
    case .tagged(let tags):
      return Self.inUse(cards.filter { tags.allSatisfy($0.isTagged) }, on: today)
    case .allInUse: return Self.inUse(cards, on: today)
    }
  }

  /// What was found.
  package enum Chosen: Sendable {
    case cards([Card])
    /// No card; the words that match none, unless all cards or tags were asked for.
    case nothing(words: String?)
  }

  private static func inUse(_ cards: [Card], on today: CalendarDate) -> Chosen {
    let inUse = cards.filter { $0.isInUse(on: today) }
    return inUse.isEmpty ? .nothing(words: nil) : .cards(CardOrder.name.sorted(inUse))
  }
}

extension Card {
  /// Whether a till could take it today, and a person has reviewed it.
  fileprivate func isInUse(on today: CalendarDate) -> Bool { state(on: today) == .active }
}

extension CardSearch {
  /// The cards that match any of several queries, each once, in the search's order.
  ///
  /// - Parameter queries: What was typed; none for all cards.
  /// - Returns: The cards.
  /// - Throws: `ExportRefusal.noCard` with the first query that matches none.
  package func cards(matchingAny queries: [String]) throws(ExportRefusal) -> [Card] {
    if queries.isEmpty { return cards }
    var wanted: Set<CardID> = []
    for query in queries {
      let found = cards(matching: query)
      guard !found.isEmpty else { throw .noCard(query: query) }
      wanted.formUnion(found.map(\.id))
    }
    return cards.filter { wanted.contains($0.id) }
  }
}
