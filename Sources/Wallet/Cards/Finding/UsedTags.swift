package import Cards

/// The tags that cards have, which complete what a person types.
package struct UsedTags: Sendable {
  /// The tags, each in one of its spellings: those of most cards first, and then by name.
  package let all: [String]

  /// Collects the tags of all cards, whatever their state.
  package init(of cards: [Card]) {
    all = CardGroup.byTag(cards).filter { !$0.tag.isEmpty }
      .sorted { $0.cards.count > $1.cards.count }.map(\.tag)
  }

  /// The ways to complete the last tag of a list; accents, case and punctuation make no difference.
  ///
  /// - Parameter list: Tags with commas between them, as typed until now.
  /// - Returns: The list with each tag that begins as typed, in the order of `all`, but for those in it already.
  package func completions(of list: String) -> [String] {
    let parts = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let typed = parts.last ?? ""
    let front = String(list.dropLast(typed.count)) + typed.prefix(while: \.isWhitespace)
    let others = Set(parts.dropLast().map { Folding.key(of: $0.trimmed) })
    let wanted = Folding.key(of: typed.trimmed)
    return all.filter { tag in
      let key = Folding.key(of: tag)
      return key.hasPrefix(wanted) && !others.contains(key) && !tag.contains(",")
    }.map { front + $0 }
  }

  /// The list with its last tag completed to the one that most cards have.
  ///
  /// - Parameter list: Tags with commas between them, as typed until now.
  /// - Returns: The list; `nil` if its last tag is empty, is complete, or begins like no other tag.
  package func completion(of list: String) -> String? {
    let typed = list.split(separator: ",", omittingEmptySubsequences: false).last.map(String.init)
    guard let tag = typed?.trimmed, !tag.isEmpty else { return nil }
    let key = Folding.key(of: tag)
    return all.contains { Folding.key(of: $0) == key } ? nil : completions(of: list).first
  }
}

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
