package import Cards

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
