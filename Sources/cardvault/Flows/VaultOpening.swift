internal import Cards
internal import Sealing
internal import SystemPackage
internal import TerminalIO
internal import VaultFormat
internal import VaultStore
internal import Wallet
internal import Wording

extension VaultOptions {
  /// Opens the vault, with each passphrase asked for once.
  ///
  /// - Returns: The vault.
  /// - Throws: `VaultError` or `Failure`.
  func open() async throws -> Vault { try await open(with: keyProvider.remembering) }

  /// Opens the vault.
  ///
  /// - Parameter keys: Where the roots of wrapped keys come from.
  /// - Returns: The vault.
  /// - Throws: `VaultError` or `Failure`.
  func open(with keys: KeyProvider.Lookup) async throws -> Vault {
    let vault = try Vault.open(at: try locations(), keyProvider: keys)
    await vault.remember()
    await vault.beginCommand()
    return vault
  }

  /// Creates a key and a vault.
  ///
  /// - Parameter withPassphrase: Whether to ask for a passphrase; a descriptor for one implies it.
  /// - Returns: The vault.
  /// - Throws: `VaultError` or `Failure`.
  func create(withPassphrase: Bool = false) async throws -> Vault {
    let locations = try locations()
    // Nobody should think of a passphrase in vain.
    if Vault.exists(at: locations.vault) { throw VaultError.vaultExists(locations.vault) }
    if let outer = VaultSurroundings.vault(around: locations.vault) {
      throw Failure(
        "no vault was created at \(locations.vault.shown)",
        because: "it would be inside the vault at \(outer.shown) and be synced with it",
        try: "use --vault with a folder outside that one", status: .conflict)
    }
    try VaultSurroundings.check(keyFile: locations.keyFile)
    var passphrase: Passphrase?
    if withPassphrase || passphraseDescriptor != nil {
      passphrase = try passphrases.newPassphrase(for: "the new key")
    }
    let made = try Vault.create(at: locations, passphrase: passphrase)
    Console.noteStored()
    return made
  }

  /// Opens the vault; `nil` if there is none.
  func openIfThere() async throws -> Vault? {
    try await openIfThere(with: keyProvider.remembering)
  }

  /// Opens the vault; `nil` if there is none.
  func openIfThere(with keys: KeyProvider.Lookup) async throws -> Vault? {
    do { return try await open(with: keys) } catch VaultError.noVault { return nil }
  }

  /// Opens the vault, or creates one if the person at the terminal agrees.
  func openOrOfferToCreate(_ console: Console) async throws -> Vault {
    do {
      return try await open()
    } catch VaultError.noVault(let path) {
      guard console.isInteractive, console.confirms("There is no vault yet. Create one?") else {
        throw VaultError.noVault(path)
      }
      let vault = try await create()
      console.remark(
        "Your key file: \(vault.locations.keyFile?.shown ?? "in its folder"). Without it nobody can open the vault, "
          + "not even you: cardvault key sheet creates a page to print."
      )
      return vault
    }
  }
}
