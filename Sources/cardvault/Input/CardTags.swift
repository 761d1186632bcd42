package import ArgumentParser
internal import VaultStore
internal import Wallet

/// Completes tags in a shell, with those that cards have; a locked vault gives none.
package enum CardTags {
  /// Tags that were used before.
  package static let used = CompletionKind.custom(complete)

  @concurrent
  private static func complete(
    _ words: [String], at index: Int, prefix: String
  ) async -> [String] {
    guard words.indices.contains(index) else { return [] }
    // Shells give a word as it is typed, with a backslash before a space.
    let typed = words[index].replacing("\\ ", with: " ")
    guard isPlain(typed), let vault = VaultOptions.vault(named: words) else { return [] }
    return UsedTags(of: await vault.cards).completions(of: typed).filter { list in
      isPlain(list) && list.first?.isPartOfWord == true
    }
  }

  /// Whether a shell reads nothing but letters in it; it is the shell that quotes spaces.
  private static func isPlain(_ list: String) -> Bool {
    list.allSatisfy { $0.isPartOfWord || " _-.,".contains($0) }
  }
}

extension Character {
  fileprivate var isPartOfWord: Bool { isLetter || isNumber }
}
