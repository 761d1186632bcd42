package import Cards
package import TerminalIO
package import VaultStore
internal import Wallet
internal import Wording

extension Vault {
  /// The one card meant by `words`, after saying what may keep it from being found.
  ///
  /// - Parameters:
  ///   - words: What was typed; without any, the person picks one.
  ///   - some: The cards that can be meant; `nil` for all.
  ///   - isAtTill: Whether a draft yields to the one accepted card of the same name.
  ///   - console: Where the person picks, and warnings go.
  /// - Returns: The card.
  /// - Throws: `Failure` when no card, or no single one, is meant.
  package nonisolated func card(
    meant words: String, among some: [Card]? = nil, isAtTill: Bool = false, _ console: Console
  ) async throws -> Card {
    let isWarned = await warn(console)
    let search = CardSearch(cards: await cards(among: some), formerIDs: await formerIDs)
    do {
      return try CardSelection(search: search, console: console, isAtTill: isAtTill).card(words)
    } catch let failure as Failure where isWarned && failure.status == .nothingFound {
      throw Failure(
        failure.what, because: "it may be in one of the files that cannot be used",
        try: "cardvault verify", status: .damaged)
    }
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
