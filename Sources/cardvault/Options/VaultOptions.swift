internal import ArgumentParser
internal import Cards
internal import Sealing
internal import SystemPackage
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

  /// How a wrapped key is opened.
  var keyProvider: KeyProvider { KeyProvider(passphrases: passphrases) }

  /// Opens the vault.
  ///
  /// - Returns: The vault.
  /// - Throws: `Failure`.
  func open() async throws -> Vault {
    let (locations, keyProvider) = (try locations(), keyProvider)
    var isAsked = false
    let vault = try Failure.explaining { () throws(VaultError) in
      try Vault.open(at: locations) { (key) throws(VaultError) in
        // As a rule there is one, and no question which.
        defer { isAsked = true }
        let isOneOfMany = isAsked || locations.keyIDs.count > 1
        let name = isAsked ? "the other key, \(key.keyID)" : "the key \(key.keyID)"
        return try keyProvider.root(of: key, named: isOneOfMany ? name : nil)
      }
    }
    await vault.remember()
    return vault
  }

  /// Makes a key and a vault.
  ///
  /// - Parameter withPassphrase: Whether to ask for one; a descriptor for it means so, too.
  /// - Returns: The vault.
  /// - Throws: `Failure`.
  func create(withPassphrase: Bool = false) async throws -> Vault {
    let locations = try locations()
    // Nobody shall think of a passphrase for nothing.
    if Vault.exists(at: locations.vault) { throw Failure(.vaultExists(locations.vault)) }
    if let outer = VaultSurroundings.vault(around: locations.vault) {
      throw Failure(
        "no vault was made at \(locations.vault.shown)",
        because: "it would be inside the vault at \(outer.shown), and travel with it",
        try: "--vault with a folder outside of that one", status: .conflict)
    }
    try VaultSurroundings.check(keyFile: locations.keyFile)
    var passphrase: Passphrase?
    if withPassphrase || passphraseDescriptor != nil {
      passphrase = try passphrases.newPassphrase()
    }
    do throws(VaultError) {
      let made = try Vault.create(at: locations, passphrase: passphrase)
      Console.noteStored()
      return made
    } catch {
      throw Failure(error)
    }
  }

  /// Opens the vault; `nil` when there is none.
  func openIfThere() async throws -> Vault? {
    do {
      return try await open()
    } catch let failure as Failure where failure.status == .noVault {
      return nil
    }
  }

  /// Opens the vault, or makes one when the person at the terminal agrees.
  func openOrOfferToCreate(_ console: Console) async throws -> Vault {
    do {
      return try await open()
    } catch let failure as Failure where failure.status == .noVault {
      guard console.isInteractive else { throw failure }
      guard console.agrees(to: "There is no vault yet. Make one?") else { throw failure }
      let vault = try await create()
      console.remark(
        "Its key is in \(vault.locations.keyFile?.shown ?? "its folder"): keep a copy of that file."
      )
      return vault
    }
  }

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

extension Vault {
  /// Stores the cards' changes, or says why not in words.
  func saving(_ cards: [Card]) async throws {
    try await Failure.translating { () throws(VaultError) in try self.save(cards) }
    Console.noteStored()
  }

  /// Takes cards out, or says why not in words.
  func removing(_ ids: [CardID]) async throws {
    try await Failure.translating { () throws(VaultError) in try self.remove(ids) }
    Console.noteStored()
  }
}

extension Vault {
  /// Names the files that were left out of what is shown.
  ///
  /// - Returns: Whether there are any.
  func warnOfLosses(_ console: Console) -> Bool {
    let health = health
    for loss in health.losses {
      console.complain("some cards may be missing or old: \(loss.what)", try: loss.advice)
    }
    return !health.losses.isEmpty
  }
}

extension Failure {
  /// Runs work on keys and puts its error into words.
  static func explaining<Value: ~Copyable>(
    _ work: () throws(VaultError) -> Value
  ) throws -> Value {
    do throws(VaultError) {
      return try work()
    } catch {
      throw Failure(error)
    }
  }

  /// Runs work on a vault and puts its error into words.
  static func translating<Value>(
    _ work: () async throws(VaultError) -> Value
  ) async throws -> Value {
    do throws(VaultError) {
      return try await work()
    } catch {
      throw Failure(error)
    }
  }
}
