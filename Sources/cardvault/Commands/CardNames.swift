internal import ArgumentParser
internal import Cards
internal import VaultStore
internal import Wallet

/// Completes the names of cards in a shell.
///
/// The scripts of `--generate-completion-script` start cardvault for it. Whatever goes wrong, a locked vault included,
/// means that there are no names.
enum CardNames {
  /// Names of all cards.
  static let ofAll = completion { CardSearch(cards: await $0.cards) }
  /// Names of drafts.
  static let ofDrafts = completion { CardSearch(cards: await $0.cards.filter(\.isDraft)) }
  /// Names of all cards, including removed ones.
  static let withRemoved = completion {
    CardSearch(cards: await $0.cards, removed: await $0.removedCards)
  }

  private static func completion(
    among search: @escaping @Sendable (Vault) async -> CardSearch
  ) -> CompletionKind {
    .custom { words, index, _ in
      guard words.indices.contains(index), let vault = VaultOptions.vault(named: words) else {
        return []
      }
      return await search(vault).completions(of: words[index])
    }
  }
}
