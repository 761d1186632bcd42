package import Cards

/// Cards that share a tag.
package struct CardGroup: Sendable {
  /// The tag, in one of its spellings; empty for the cards without one.
  package let tag: String
  /// The cards, in the order in which they were given.
  package let cards: [Card]

  /// Groups cards by tag; a card with several tags is in several groups.
  ///
  /// `Food` and `food` are one tag, as they are for `Card.isTagged`.
  ///
  /// - Returns: The groups by tag, that of the cards without one at the end.
  package static func byTag(_ cards: [Card]) -> [CardGroup] {
    let spellings = Dictionary(grouping: Set(cards.flatMap(\.tags)), by: Folding.key)
      .mapValues { $0.sorted() }.values.sorted {
        (Folding.folded($0[0]), $0[0]) < (Folding.folded($1[0]), $1[0])
      }
    let groups = spellings.map { tags in
      CardGroup(tag: tags[0], cards: cards.filter { $0.tags.contains(where: tags.contains) })
    }
    let untagged = cards.filter(\.tags.isEmpty)
    return groups + (untagged.isEmpty ? [] : [CardGroup(tag: "", cards: untagged)])
  }
}
