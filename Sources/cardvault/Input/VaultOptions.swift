internal import ArgumentParser
internal import Cards
internal import SystemPackage
internal import TerminalIO
internal import VaultStore
internal import Wording

/// The options that select the vault and the key.
struct VaultOptions: ParsableArguments {
  @Option(
    help: .init("The vault's folder (env: CARDVAULT_VAULT).", valueName: "folder"),
    completion: .directory)
  var vault: String?

  @Option(
    help: .init(
      "The key file (env: CARDVAULT_KEY_FILE); default: the vault's own.", valueName: "file"),
    completion: .file())
  var keyFile: String?

  @Option(
    name: .customLong("passphrase-fd"),
    help: .init(
      """
      Read passphrases from this file descriptor, one per line: of the vault's key, of other keys that are asked \
      for, then of a bundle or the new one.
      """, valueName: "number"))
  var passphraseDescriptor: Int32?

  /// The source of passphrases.
  var passphrases: PassphraseInput {
    PassphraseInput(descriptor: passphraseDescriptor, console: Console())
  }

  /// The source of wrapped keys' roots.
  var keyProvider: KeyProvider { KeyProvider(passphrases: passphrases) }

  /// The same options for a vault in another folder.
  func moved(to folder: FilePath) -> VaultOptions {
    var options = self
    options.vault = folder.string
    return options
  }

  /// All paths, from the options, the environment and the XDG base directories.
  func locations() throws -> VaultLocations {
    let base = try BaseDirectories()
    let folder = try vault.map { FilePath($0) } ?? Environment.path("CARDVAULT_VAULT")
    return VaultLocations(
      vault: folder ?? base.data.appending("vault"),
      keyFile: try keyFile.map { FilePath($0) } ?? Environment.path("CARDVAULT_KEY_FILE"),
      keyDirectory: base.configuration.appending("keys"),
      stateDirectory: base.state)
  }
}
