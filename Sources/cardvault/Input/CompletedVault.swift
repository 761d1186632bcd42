internal import ArgumentParser
internal import Cards
internal import Sealing
internal import VaultFormat
package import VaultStore

extension VaultOptions {
  /// Signs that a shell replaces, so that only the shell knows which file a word with one of them means.
  private static let shellSigns = "\"'\\$`*?["

  /// The vault that a command would open, to complete a word of it in a shell.
  ///
  /// Nobody is asked anything, and nothing is remembered of it.
  ///
  /// - Parameter words: The words of the command line.
  /// - Returns: The vault, only read; `nil` if it needs a passphrase, or cannot be opened.
  package static func vault(named words: [String]) -> Vault? {
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
