internal import Cards
internal import TerminalIO
internal import VaultStore
internal import Wallet

extension Vault {
  /// The one card meant by `words`, after saying what may keep it from being found.
  nonisolated func card(meant words: String, _ console: Console) async throws -> Card {
    let isWarned = await warn(console)
    let search = CardSearch(cards: await cards, formerIDs: await formerIDs)
    do {
      return try CardSelection(search: search, console: console).card(words)
    } catch let failure as Failure where isWarned && failure.status == .nothingFound {
      throw Failure(
        failure.what, because: "it may be in one of the files that cannot be used",
        try: "cardvault verify", status: .damaged)
    }
  }

  /// The one card meant by `words`, also among those that were removed.
  nonisolated func cardOrRemoved(meant words: String, _ console: Console) async throws -> Card {
    let search = CardSearch(
      cards: await cards, removed: await removedCards, formerIDs: await formerIDs)
    return try CardSelection(search: search, console: console).card(words)
  }
}
