package import Cards

/// Cards that share a tag.
package struct CardGroup: Sendable {
  /// The tag; empty for the cards without one.
  package let tag: String
  /// The cards, in the order in which they were given.
  package let cards: [Card]

  /// Groups cards by tag; a card with several tags is in several groups.
  ///
  /// - Parameter cards: The cards.
  /// - Returns: The groups by tag, that of the cards without one at the end.
  package static func byTag(_ cards: [Card]) -> [CardGroup] {
    let tags = Set(cards.flatMap(\.tags)).sorted {
      (Folding.folded($0), $0) < (Folding.folded($1), $1)
    }
    let groups = tags.map { tag in
      CardGroup(tag: tag, cards: cards.filter { $0.tags.contains(tag) })
    }
    let untagged = cards.filter(\.tags.isEmpty)
    return groups + (untagged.isEmpty ? [] : [CardGroup(tag: "", cards: untagged)])
  }
}
