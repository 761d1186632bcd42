internal import ArgumentParser
internal import Cards
internal import Sealing
internal import SystemPackage
internal import Terminal
internal import VaultFormat
internal import VaultStore
internal import Wallet

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
      Read passphrases from this file descriptor, one per line: first the vault key's, then those of other keys, \
      then a bundle's or the new one.
      """, valueName: "number"), transform: StandardStreams.typedDescriptor)
  var passphraseDescriptor: Int32?

  func passphrases(_ console: Console) -> PassphraseInput {
    PassphraseInput(descriptor: passphraseDescriptor, console: console)
  }

  /// The source of wrapped keys' roots.
  func keyProvider(_ console: Console) -> TerminalKeys {
    TerminalKeys(passphrases: passphrases(console))
  }

  /// The same options for a vault in another folder.
  func moved(to folder: FilePath) -> VaultOptions {
    var options = self
    options.vault = folder.string
    return options
  }

  /// Whether no vault was named, so that it is the default one.
  var isDefault: Bool { vault == nil && Environment["CARDVAULT_VAULT"] == nil }

  /// All paths, from the options, the environment and the XDG base directories.
  func locations() throws -> VaultLocations {
    let base = try BaseDirectories()
    let folder = try vault.map { FilePath($0) } ?? Environment.path("CARDVAULT_VAULT")
    return VaultLocations(
      vault: folder ?? base.data.appending("vault"),
      keyFile: try keyFile.map { FilePath($0) } ?? Environment.path("CARDVAULT_KEY_FILE"),
      keyDirectory: Self.keyDirectory(in: base), stateDirectory: base.state)
  }

  /// Whether this device's folder of keys has the key of a vault.
  static var hasKeyHere: Bool {
    guard let base = try? BaseDirectories() else { return false }
    return !VaultLocations.keyIDs(in: keyDirectory(in: base)).isEmpty
  }

  private static func keyDirectory(in base: BaseDirectories) -> FilePath {
    base.configuration.appending("keys")
  }
}

extension VaultOptions {
  /// Opens the vault, with each passphrase asked for once.
  ///
  /// - Throws: `VaultError` or `Failure`.
  func open(_ console: Console) async throws -> Vault {
    try await open(with: keyProvider(console).remembering, console)
  }

  /// Opens the vault with `keys` for the roots of wrapped keys.
  func open(with keys: KeyProvider, _ console: Console) async throws -> Vault {
    let vault = try Vault.open(at: try locations(), keyProvider: keys)
    await vault.remember()
    await vault.beginCommand()
    if console.log.isWanted {
      let cardCount = await vault.cardCount
      console.log.note(.opened(cards: cardCount))
    }
    return vault
  }

  /// Creates a key and a vault; a descriptor for a passphrase implies `withPassphrase`.
  func create(withPassphrase: Bool = false, _ console: Console) async throws -> Vault {
    let locations = try locations()
    // Checked before anyone thinks of a passphrase.
    try VaultSurroundings.check(new: locations)
    var passphrase: Passphrase?
    if withPassphrase || passphraseDescriptor != nil {
      passphrase = try passphrases(console).newPassphrase(for: "the new key")
    }
    let made = try Vault.create(at: locations, passphrase: passphrase)
    console.noteStored()
    // So an import into it is undone as a whole, as in an existing vault.
    await made.beginCommand()
    return made
  }

  /// Opens the vault; `nil` if there is none.
  func openIfThere(_ console: Console) async throws -> Vault? {
    try await openIfThere(with: keyProvider(console).remembering, console)
  }

  /// Opens the vault; `nil` if there is none.
  func openIfThere(with keys: KeyProvider, _ console: Console) async throws -> Vault? {
    do { return try await open(with: keys, console) } catch VaultError.noVault { return nil }
  }

  /// Opens the vault, or creates one if the person at the terminal agrees.
  func openOrOfferToCreate(_ console: Console) async throws -> Vault {
    do {
      return try await open(console)
    } catch VaultError.noVault(let path) {
      guard console.isInteractive,
        Self.hasKeyHere
          ? console.agrees(to: Question.secondVault) : console.confirms(Question.newVault)
      else { throw VaultError.noVault(path) }
      let vault = try await create(console)
      console.remark(
        "Your key file: \(vault.locations.keyFile?.shown ?? "in its folder"). Without it nobody can open the vault, "
          + "not even you.")
      console.suggest(.run("key", "sheet"), for: "To print a page with the key")
      return vault
    }
  }
}

extension StandardStreams {
  /// The number of a file descriptor that was typed, which no file opened from now on gets.
  static func typedDescriptor(_ text: String) throws -> Int32 {
    guard let number = Int32(text) else { throw ValidationError("it is not a number") }
    hold(number)
    return number
  }
}
