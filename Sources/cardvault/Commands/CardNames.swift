internal import ArgumentParser
internal import Cards
internal import Conversations
internal import Sealing
internal import VaultFormat
internal import VaultStore
internal import Wallet

/// Completes the names of cards in a shell.
///
/// The scripts of `--generate-completion-script` start cardvault for it. Nobody is asked anything then, nothing is
/// remembered of it, and whatever goes wrong, a locked vault included, means that there are no names.
enum CardNames {
  /// Names of all cards.
  static let ofAll = CompletionKind.custom(completeAll)
  /// Names of drafts.
  static let ofDrafts = CompletionKind.custom(completeDrafts)
  /// Names of all cards, including removed ones.
  static let withRemoved = CompletionKind.custom(completeWithRemoved)

  /// Signs that a shell replaces, so that only the shell knows which file a word with one of them means.
  private static let shellSigns = "\"'\\$`*?["

  @concurrent
  private static func completeAll(
    _ words: [String], at index: Int, prefix: String
  ) async -> [String] {
    guard let vault = vault(named: words) else { return [] }
    return completions(words, at: index, CardSearch(cards: await vault.cards))
  }

  @concurrent
  private static func completeDrafts(
    _ words: [String], at index: Int, prefix: String
  ) async -> [String] {
    guard let vault = vault(named: words) else { return [] }
    let drafts = await vault.cards.filter(\.isDraft)
    return completions(words, at: index, CardSearch(cards: drafts))
  }

  @concurrent
  private static func completeWithRemoved(
    _ words: [String], at index: Int, prefix: String
  ) async -> [String] {
    guard let vault = vault(named: words) else { return [] }
    let search = CardSearch(cards: await vault.cards, removed: await vault.removedCards)
    return completions(words, at: index, search)
  }

  private static func completions(
    _ words: [String], at index: Int, _ search: CardSearch
  ) -> [String] {
    words.indices.contains(index) ? search.completions(of: words[index]) : []
  }

  /// The vault that the command would open, if that needs no passphrase; only read.
  private static func vault(named words: [String]) -> Vault? {
    let folder = value(of: "--vault", in: words)
    let keyFile = value(of: "--key-file", in: words)
    let isClear = [folder, keyFile].allSatisfy { typed in
      typed?.contains { shellSigns.contains($0) } != true
    }
    guard isClear, var options = try? VaultOptions.parse([]) else { return nil }
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

  /// The value that is typed behind an option.
  private static func value(of option: String, in words: [String]) -> String? {
    for (place, word) in words.enumerated() {
      if word.hasPrefix("\(option)=") { return String(word.dropFirst(option.count + 1)) }
      // bash splits `--vault=FOLDER` into three words.
      if word == option { return words[(place + 1)...].first { $0 != "=" } }
    }
    return nil
  }

  /// A path with the home folder in place of `~`.
  private static func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = Environment["HOME"] else { return path }
    return home + path.dropFirst()
  }
}
