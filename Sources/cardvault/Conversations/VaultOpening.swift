internal import Cards
internal import Sealing
internal import SystemPackage
package import Terminal
internal import VaultFormat
package import VaultStore
internal import Wallet

extension VaultOptions {
  /// Opens the vault, with each passphrase asked for once.
  ///
  /// - Throws: `VaultError` or `Failure`.
  package func open() async throws -> Vault { try await open(with: keyProvider.remembering) }

  /// Creates a key and a vault.
  ///
  /// - Parameters:
  ///   - withPassphrase: Whether to ask for a passphrase; a descriptor for one implies it.
  ///   - console: Where a weak passphrase is complained of.
  /// - Returns: The vault.
  /// - Throws: `VaultError` or `Failure`.
  package func create(
    withPassphrase: Bool = false, _ console: Console = Console()
  ) async throws -> Vault {
    let locations = try locations()
    // Before anyone thinks of a passphrase.
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
      passphrase = try passphrases.reporting(on: console).newPassphrase(for: "the new key")
    }
    let made = try Vault.create(at: locations, passphrase: passphrase)
    Console.noteStored()
    // What an import saves into it is undone as a whole, as in a vault that was there before.
    await made.beginCommand()
    return made
  }

  /// Opens the vault; `nil` if there is none.
  package func openIfThere() async throws -> Vault? {
    try await openIfThere(with: keyProvider.remembering)
  }

  /// Opens the vault; `nil` if there is none.
  func openIfThere(with keys: KeyProvider) async throws -> Vault? {
    do { return try await open(with: keys) } catch VaultError.noVault { return nil }
  }

  /// Opens the vault, or creates one if the person at the terminal agrees.
  package func openOrOfferToCreate(_ console: Console) async throws -> Vault {
    do {
      return try await open()
    } catch VaultError.noVault(let path) {
      guard console.isInteractive,
        Self.hasKeyHere
          ? console.agrees(to: Question.secondVault) : console.confirms(Question.newVault)
      else { throw VaultError.noVault(path) }
      let vault = try await create(console)
      console.remark(
        "Your key file: \(vault.locations.keyFile?.shown ?? "in its folder"). Without it nobody can open the vault, "
          + "not even you: cardvault key sheet\(words) creates a page to print."
      )
      return vault
    }
  }
}
