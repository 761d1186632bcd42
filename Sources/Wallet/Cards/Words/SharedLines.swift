/// Lines about many cards: where more than ten would get the same words, they share a line with the first names.
enum SharedLines {
  /// Keeps a preview of a drawer of cards within one screen.
  private static let mostAlike = 10

  /// The lines, in the order of the cards.
  ///
  /// - Parameter cards: Each card's name, and what to report about it.
  /// - Returns: For example `Gym: new`, and `“Baker”, “Zoo”, “Pool” and 48 more: new`.
  static func of(_ cards: [(name: String, words: String)]) -> [String] {
    let groups = Dictionary(grouping: cards, by: { $0.words })
    var told: Set<String> = []
    return cards.compactMap { card in
      let alike = groups[card.words] ?? []
      if alike.count <= mostAlike { return "\(card.name): \(card.words)" }
      guard told.insert(card.words).inserted else { return nil }
      return "\(alike.map { "“\($0.name)”" }.shown): \(card.words)"
    }
  }
}
