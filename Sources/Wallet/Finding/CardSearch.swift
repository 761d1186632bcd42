package import Cards

/// Finds the cards that a person means by an id's beginning, a name, or part of one.
package struct CardSearch: Sendable {
  /// The cards to find.
  package let cards: [Card]
  /// Cards that were removed; they are meant where no other one is.
  package let removed: [Card]
  /// Ids of cards that were joined into others, by the id that they go by now.
  package let formerIDs: [CardID: [CardID]]

  /// Fewer digits of an id are rather part of a name.
  private static let fewestDigits = 4

  /// Makes a search among cards.
  ///
  /// - Parameters:
  ///   - cards: The cards to find, by name.
  ///   - removed: Cards that were removed.
  ///   - formerIDs: Former ids, as the vault knows them.
  package init(cards: [Card], removed: [Card] = [], formerIDs: [CardID: [CardID]] = [:]) {
    self.cards = cards
    self.removed = removed
    self.formerIDs = formerIDs
  }

  /// The cards that words may mean; only one of them can be.
  ///
  /// An exact name wins; else the first digits of an id and parts of names count alike.
  ///
  /// - Parameter words: What was typed.
  /// - Returns: The cards; none for words that are empty or white space.
  package func cards(meantBy words: String) -> [Card] {
    guard words.contains(where: { !$0.isWhitespace }) else { return [] }
    let lowered = words.lowercased()
    for list in [cards, removed] {
      let named = list.filter { $0.name.lowercased() == lowered }
      if !named.isEmpty { return named }
    }
    let found = matches(cards, lowered)
    return found.isEmpty ? matches(removed, lowered) : found
  }

  /// The cards that a query asks for, as many as there are: those with this name or an id that begins so; else
  /// those that mention the words.
  ///
  /// - Parameter query: What was typed.
  /// - Returns: The cards; none for words that are empty or white space.
  package func cards(matching query: String) -> [Card] {
    guard query.contains(where: { !$0.isWhitespace }) else { return [] }
    let lowered = query.lowercased()
    let named = cards.filter { card in
      card.name.lowercased() == lowered || Self.begins(card.id, with: lowered)
    }
    return named.isEmpty ? cards.filter { $0.mentions(query) } : named
  }

  private func matches(_ cards: [Card], _ lowered: String) -> [Card] {
    let byID = cards.filter { card in
      ([card.id] + (formerIDs[card.id] ?? [])).contains { Self.begins($0, with: lowered) }
    }
    let containing = cards.filter { $0.name.lowercased().contains(lowered) }
    return containing + byID.filter { card in !containing.contains { $0.id == card.id } }
  }

  private static func begins(_ id: CardID, with digits: String) -> Bool {
    digits.utf8.count >= fewestDigits && id.description.hasPrefix(digits)
  }
}

extension Card {
  /// The first digits of the id, enough to tell cards of one drawer apart and to find one by.
  package var shortID: String { id.bytes.prefix(4).hexadecimal }
}
