package import Cards
package import Terminal
package import VaultStore
internal import Wallet

extension Vault {
  /// The one card meant by `words`, after saying what may keep it from being found.
  ///
  /// - Parameters:
  ///   - words: What was typed; without any, the person picks one.
  ///   - some: The cards that can be meant; `nil` for all.
  ///   - isAtTill: Whether a draft yields to the one accepted card of the same name.
  ///   - isShown: Whether the card is to be shown, and nothing else.
  ///   - console: Where the person picks, and warnings go.
  /// - Returns: The card.
  /// - Throws: `Failure` when no card, or no single one, is meant.
  package nonisolated func card(
    meant words: String, among some: [Card]? = nil, isAtTill: Bool = false, isShown: Bool = false,
    _ console: Console
  ) async throws -> Card {
    let isWarned = await warn(console)
    let search = CardSearch(cards: await cards(among: some), formerIDs: await formerIDs)
    let selection = CardSelection(
      search: search, console: console, isAtTill: isAtTill, isShown: isShown)
    return try selection.card(words, isWarned: isWarned)
  }

  /// The cards meant by several words, each once, after saying once what may keep one from being found.
  ///
  /// - Parameters:
  ///   - words: What was typed for each card; without any, the person picks one.
  ///   - console: Where the person picks, and warnings go.
  /// - Returns: The cards, in that order.
  /// - Throws: As for one card.
  package nonisolated func cards(
    meant words: [String], _ console: Console
  ) async throws -> [Card] {
    let isWarned = await warn(console)
    let search = CardSearch(cards: await cards, formerIDs: await formerIDs)
    let selection = CardSelection(search: search, console: console)
    var chosen: [Card] = []
    for word in words.isEmpty ? [""] : words {
      let card = try selection.card(word, isWarned: isWarned)
      if !chosen.contains(where: { $0.id == card.id }) { chosen.append(card) }
    }
    return chosen
  }

  /// The one card meant by `words`, also among those that were removed.
  package nonisolated func cardOrRemoved(meant words: String, _ console: Console) async throws
    -> Card
  {
    let search = CardSearch(
      cards: await cards, removed: await removedCards, formerIDs: await formerIDs)
    return try CardSelection(search: search, console: console).card(words)
  }

  /// Some of the cards, or all.
  private func cards(among some: [Card]?) -> [Card] { some ?? cards }
}

extension CardSelection {
  /// The one card meant by `words`; one that is not found may be in a file that a warning named.
  fileprivate func card(_ words: String, isWarned: Bool) throws -> Card {
    do {
      return try card(words)
    } catch let failure as Failure where isWarned && failure.status == .nothingFound {
      throw Failure.perhapsLost(failure.what)
    }
  }
}
