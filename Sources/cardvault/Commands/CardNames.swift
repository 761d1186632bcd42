internal import ArgumentParser
internal import Cards
internal import Conversations
internal import VaultStore
internal import Wallet

/// Completes the names of cards in a shell.
///
/// The scripts of `--generate-completion-script` start cardvault for it. Whatever goes wrong, a locked vault included,
/// means that there are no names.
enum CardNames {
  /// Names of all cards.
  static let ofAll = CompletionKind.custom(completeAll)
  /// Names of drafts.
  static let ofDrafts = CompletionKind.custom(completeDrafts)
  /// Names of all cards, including removed ones.
  static let withRemoved = CompletionKind.custom(completeWithRemoved)

  @concurrent
  private static func completeAll(
    _ words: [String], at index: Int, prefix: String
  ) async -> [String] {
    guard let vault = VaultOptions.vault(named: words) else { return [] }
    return completions(words, at: index, CardSearch(cards: await vault.cards))
  }

  @concurrent
  private static func completeDrafts(
    _ words: [String], at index: Int, prefix: String
  ) async -> [String] {
    guard let vault = VaultOptions.vault(named: words) else { return [] }
    let drafts = await vault.cards.filter(\.isDraft)
    return completions(words, at: index, CardSearch(cards: drafts))
  }

  @concurrent
  private static func completeWithRemoved(
    _ words: [String], at index: Int, prefix: String
  ) async -> [String] {
    guard let vault = VaultOptions.vault(named: words) else { return [] }
    let search = CardSearch(cards: await vault.cards, removed: await vault.removedCards)
    return completions(words, at: index, search)
  }

  private static func completions(
    _ words: [String], at index: Int, _ search: CardSearch
  ) -> [String] {
    words.indices.contains(index) ? search.completions(of: words[index]) : []
  }
}
