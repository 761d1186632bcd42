package import Cards
package import VaultStore

/// Finds cards by what a person remembers of them: the name or words of it in any order, the start of an id, a
/// tag, or the end of a number.
///
/// Accents, case and punctuation make no difference.
package struct CardSearch: Sendable {
  /// The cards to search.
  package let cards: [Card]
  /// Removed cards, which match only if no other card does.
  package let removed: [Card]
  /// Ids of cards that were joined into others, by the id of the joined card.
  package let formerIDs: [CardID: [CardID]]

  /// Fewer digits are more likely part of a name than of an id.
  private static let minIDDigits = 4
  private static let maxSuggestions = 5

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - cards: The cards to search, sorted by name.
  ///   - removed: Removed cards.
  ///   - formerIDs: Former ids, as recorded in the vault.
  package init(cards: [Card], removed: [Card] = [], formerIDs: [CardID: [CardID]] = [:]) {
    self.cards = cards
    self.removed = removed
    self.formerIDs = formerIDs
  }

  /// The cards that could be meant by words that are to name one card.
  ///
  /// A complete name wins; then names in which each word begins one, and starts of ids, with equal rank; then tags and
  /// numbers. The end of a number needs at least four characters, or the dots of a list: a slip must name no card.
  ///
  /// - Returns: The cards; none for words that are empty or white space.
  package func cards(meantBy words: String) -> [Card] {
    guard words.contains(where: { !$0.isWhitespace }) else { return [] }
    let typed = SearchWords(words)
    if typed.isMasked { return cards.filter(typed.endNumber(of:)) }
    for list in [cards, removed] {
      let found = Self.named(words, in: list)
      if !found.isEmpty { return found }
    }
    for list in [cards, removed] {
      let found = matches(list, typed)
      if !found.isEmpty { return found }
    }
    let mayEndNumber = typed.isOneWord && !words.isTooShortForEnding
    return cards.filter { $0.isTagged(with: words) || mayEndNumber && typed.endNumber(of: $0) }
  }

  /// Whether a card has just this name; accents, case and punctuation make no difference.
  package func hasCard(named words: String) -> Bool { !Self.named(words, in: cards).isEmpty }

  /// All cards that match a query: those with this name or this start of an id, or else those that mention the
  /// words.
  ///
  /// - Returns: The cards; none for words that are empty or white space.
  package func cards(matching query: String) -> [Card] {
    guard query.contains(where: { !$0.isWhitespace }) else { return [] }
    let typed = SearchWords(query)
    if typed.isMasked { return cards.filter(typed.endNumber(of:)) }
    let named = Self.named(query, in: cards)
    let begun = cards.filter { card in
      Self.begins(card.id, with: typed.lowered) && !named.contains { $0.id == card.id }
    }
    let found = named + begun
    return found.isEmpty ? cards.filter(typed.areMentioned(by:)) : found
  }

  /// The indices of the cards that mention words, while a person types them.
  ///
  /// - Parameter words: What was typed until now; empty for all cards.
  /// - Returns: Their indices in `cards`; those whose names begin with the words come first.
  package func indices(matching words: String) -> [Int] {
    guard words.contains(where: { !$0.isWhitespace }) else { return Array(cards.indices) }
    let folded = Folding.folded(words)
    let typed = SearchWords(words)
    let found = cards.indices.filter { index in
      typed.areMentioned(by: cards[index]) || cards[index].shortID.hasPrefix(typed.lowered)
    }
    let isFirst = { (index: Int) in Folding.folded(cards[index].name).hasPrefix(folded) }
    return found.filter(isFirst) + found.filter { !isFirst($0) }
  }

  /// Names that were perhaps meant by words that nothing fits.
  ///
  /// - Returns: At most five names, closest first.
  package func suggestions(for words: String) -> [String] {
    let typed = Folding.words(words)
    guard !typed.isEmpty else { return [] }
    let words = SearchWords(words)
    let near = cards.compactMap { card -> (name: String, distance: Int)? in
      if words.areIn(card.name) { return (card.name, 0) }
      let own = Folding.words(card.name)
      var sum = 0
      for word in typed {
        let limit = Misspelling.allowance(for: word)
        let distances = own.compactMap { Misspelling.distance(word, $0, limit: limit) }
        guard let least = distances.min() else { return nil }
        sum += least
      }
      return (card.name, sum)
    }
    var names: [String] = []
    for found in near.sorted(by: { ($0.distance, $0.name) < ($1.distance, $1.name) })
    where !names.contains(found.name) {
      names.append(found.name)
    }
    return Array(names.prefix(Self.maxSuggestions))
  }

  /// Cards with exactly this name, first as typed and then as folded.
  private static func named(_ words: String, in cards: [Card]) -> [Card] {
    let lowered = words.lowercased()
    let typed = cards.filter { $0.name.lowercased() == lowered }
    let folded = Folding.folded(words)
    guard typed.isEmpty, !folded.isEmpty else { return typed }
    return cards.filter { Folding.folded($0.name) == folded }
  }

  private func matches(_ cards: [Card], _ typed: SearchWords) -> [Card] {
    let byID = cards.filter { card in
      ([card.id] + (formerIDs[card.id] ?? [])).contains { Self.begins($0, with: typed.lowered) }
    }
    let begun = cards.filter { typed.beginWords(of: $0.name) }
    return begun + byID.filter { card in !begun.contains { $0.id == card.id } }
  }

  private static func begins(_ id: CardID, with digits: String) -> Bool {
    digits.utf8.count >= minIDDigits && id.description.hasPrefix(digits)
  }
}

extension Card {
  /// The first digits of the id, enough to tell one person's cards apart and to find one.
  package var shortID: String { id.firstDigits }

  /// Whether the card has this tag; accents, case and punctuation make no difference.
  package func isTagged(with tag: String) -> Bool {
    let key = Folding.key(of: tag)
    return tags.contains { Folding.key(of: $0) == key }
  }

  /// Removes tags in each of their spellings, as `isTagged` compares them.
  ///
  /// - Parameter unwanted: The tags, each in one of its spellings.
  package mutating func untag(_ unwanted: [String]) {
    let keys = Set(unwanted.map(Folding.key))
    tags.removeAll { keys.contains(Folding.key(of: $0)) }
  }
}

extension Vault {
  /// The names of all cards, including removed ones.
  package var cardNames: [CardID: String] {
    var names: [CardID: String] = [:]
    for card in cards + removedCards { names[card.id] = card.name }
    return names
  }
}
