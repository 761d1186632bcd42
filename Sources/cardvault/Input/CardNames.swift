internal import ArgumentParser
internal import Cards
internal import Sealing
internal import VaultFormat
internal import VaultStore
internal import Wallet

/// Completes the names of cards in a shell.
///
/// The scripts of `--generate-completion-script` start cardvault for it. Any failure, even a locked vault, means no
/// names.
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

/// Completes tags in a shell, with those that cards have; a locked vault gives none.
enum CardTags {
  /// Tags that were used before.
  static let used = CompletionKind.custom(complete)

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

  /// Whether no character is special to a shell, except spaces, which shells quote themselves.
  private static func isPlain(_ list: String) -> Bool {
    list.allSatisfy { $0.isPartOfWord || " _-.,".contains($0) }
  }
}

extension Character {
  fileprivate var isPartOfWord: Bool { isLetter || isNumber }
}

extension VaultOptions {
  /// Characters that a shell expands, so that only the shell knows which file is meant.
  private static let shellSigns = "\"'\\$`*?["

  /// The vault that these words of a command line would open, read-only, to complete a word in a shell; `nil` if it
  /// needs a passphrase, or cannot be opened.
  ///
  /// Nobody is asked anything, and nothing is remembered.
  static func vault(named words: [String]) -> Vault? {
    let folder = value(of: "--vault", in: words)
    let keyFile = value(of: "--key-file", in: words)
    let isClear = [folder, keyFile].allSatisfy { typed in
      typed?.contains { shellSigns.contains($0) } != true
    }
    guard isClear, var options = try? Self.parse([]) else { return nil }
    options.vault = folder.map(expanded)
    options.keyFile = keyFile.map(expanded)
    guard let locations = try? options.locations() else { return nil }
    return try? Vault.open(
      at: locations,
      keyProvider: { (key) throws(VaultError) in
        guard let root = try? Keyring.load(key.keyID) else { throw .passphraseNeeded }
        return root
      })
  }

  /// The typed value of an option.
  private static func value(of option: String, in words: [String]) -> String? {
    for (index, word) in words.enumerated() {
      if word.hasPrefix("\(option)=") { return String(word.dropFirst(option.count + 1)) }
      // bash splits `--vault=FOLDER` into three words.
      if word == option { return words[(index + 1)...].first { $0 != "=" } }
    }
    return nil
  }

  /// A path with the home folder in place of `~`.
  private static func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = Environment["HOME"] else { return path }
    return home + path.dropFirst()
  }
}

extension ArgumentHelp {
  private static let ways = "words of its name, a tag, the end of its number, or an id"

  /// The argument that names one card.
  static let card: ArgumentHelp = "The card: \(ways)."
  /// The same where a person picks one if it is absent.
  static let pickedCard: ArgumentHelp = "The card: \(ways); without it, you pick one."
  /// Arguments that name cards where a person picks one if there are none.
  static let pickedCards: ArgumentHelp =
    "The cards, each by words of its name or by an id; without any, you pick one."
}
