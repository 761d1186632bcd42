package import ArgumentParser
internal import Cards
package import SystemPackage
internal import Terminal
package import VaultStore
internal import Wallet

/// The options that select the vault and the key.
package struct VaultOptions: ParsableArguments {
  /// Makes the options without values; the parser fills them in.
  package init() {}

  @Option(
    help: .init("The vault's folder (env: CARDVAULT_VAULT).", valueName: "folder"),
    completion: .directory)
  package var vault: String?

  @Option(
    help: .init(
      "The key file (env: CARDVAULT_KEY_FILE); default: the vault's own.", valueName: "file"),
    completion: .file())
  package var keyFile: String?

  @Option(
    name: .customLong("passphrase-fd"),
    help: .init(
      """
      Read passphrases from this file descriptor, one per line: first the vault key's, then those of other keys, \
      then a bundle's or the new one.
      """, valueName: "number"))
  package var passphraseDescriptor: Int32?

  /// The source of passphrases.
  package var passphrases: PassphraseInput {
    PassphraseInput(descriptor: passphraseDescriptor, console: Console())
  }

  /// The source of wrapped keys' roots.
  package var keyProvider: TerminalKeys { TerminalKeys(passphrases: passphrases) }

  /// The vault and the key file, each behind a space, to repeat in another command what was typed.
  package var words: String {
    [("--vault", vault), ("--key-file", keyFile)].compactMap { name, value in
      value.map { " \(name) \(FilePath($0).shellWord)" }
    }.joined()
  }

  /// The same options for a vault in another folder.
  package func moved(to folder: FilePath) -> VaultOptions {
    var options = self
    options.vault = folder.string
    return options
  }

  /// Whether the vault is the one that nobody had to name.
  package var isDefault: Bool { vault == nil && Environment["CARDVAULT_VAULT"] == nil }

  /// All paths, from the options, the environment and the XDG base directories.
  package func locations() throws -> VaultLocations {
    let base = try BaseDirectories()
    let folder = try vault.map { FilePath($0) } ?? Environment.path("CARDVAULT_VAULT")
    return VaultLocations(
      vault: folder ?? base.data.appending("vault"),
      keyFile: try keyFile.map { FilePath($0) } ?? Environment.path("CARDVAULT_KEY_FILE"),
      keyDirectory: Self.keyDirectory(in: base), stateDirectory: base.state)
  }

  /// Whether this device's folder of keys has the key of a vault.
  package static var hasKeyHere: Bool {
    guard let base = try? BaseDirectories() else { return false }
    return !VaultLocations.keyIDs(in: keyDirectory(in: base)).isEmpty
  }

  private static func keyDirectory(in base: BaseDirectories) -> FilePath {
    base.configuration.appending("keys")
  }
}
