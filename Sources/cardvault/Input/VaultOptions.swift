internal import ArgumentParser
internal import SystemPackage
internal import TerminalIO
internal import VaultStore

/// The options that say which vault and which key.
struct VaultOptions: ParsableArguments {
  @Option(
    help: .init("The vault's folder (CARDVAULT_VAULT).", valueName: "folder"),
    completion: .directory)
  var vault: String?

  @Option(
    help: .init(
      "The key file (CARDVAULT_KEY_FILE); by default the vault's own.", valueName: "file"),
    completion: .file())
  var keyFile: String?

  @Option(
    name: .customLong("passphrase-fd"),
    help: .init(
      "Read the key's passphrase, a line, from this file descriptor.", valueName: "number"))
  var passphraseDescriptor: Int32?

  /// Where passphrases come from.
  var passphrases: PassphraseInput {
    PassphraseInput(descriptor: passphraseDescriptor, console: Console())
  }

  /// Where the roots of wrapped keys come from.
  var keyProvider: KeyProvider { KeyProvider(passphrases: passphrases) }

  /// Where everything lies, from the options, the environment and the XDG base directories.
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
