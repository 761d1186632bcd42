internal import Cards
internal import Sealing
internal import SystemPackage
internal import TerminalIO
internal import VaultFormat
internal import VaultStore

extension VaultOptions {
  /// Opens the vault.
  ///
  /// - Returns: The vault.
  /// - Throws: `VaultError` or `Failure`.
  func open() async throws -> Vault {
    let (locations, keyProvider) = (try locations(), keyProvider)
    var isAsked = false
    let vault = try Vault.open(at: locations) { (key) throws(VaultError) in
      // As a rule there is one, and no question which.
      defer { isAsked = true }
      let isOneOfMany = isAsked || locations.keyIDs.count > 1
      let name = isAsked ? "the other key, \(key.keyID)" : "the key \(key.keyID)"
      return try keyProvider.root(of: key, named: isOneOfMany ? name : nil)
    }
    await vault.remember()
    return vault
  }

  /// Makes a key and a vault.
  ///
  /// - Parameter withPassphrase: Whether to ask for one; a descriptor for it means so, too.
  /// - Returns: The vault.
  /// - Throws: `VaultError` or `Failure`.
  func create(withPassphrase: Bool = false) async throws -> Vault {
    let locations = try locations()
    // Nobody shall think of a passphrase for nothing.
    if Vault.exists(at: locations.vault) { throw VaultError.vaultExists(locations.vault) }
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
    let made = try Vault.create(at: locations, passphrase: passphrase)
    Console.noteStored()
    return made
  }

  /// Opens the vault; `nil` when there is none.
  func openIfThere() async throws -> Vault? {
    do { return try await open() } catch VaultError.noVault { return nil }
  }

  /// Opens the vault, or makes one when the person at the terminal says yes.
  func openOrOfferToCreate(_ console: Console) async throws -> Vault {
    do {
      return try await open()
    } catch VaultError.noVault(let path) {
      guard console.isInteractive, console.confirms("There is no vault yet. Make one?") else {
        throw VaultError.noVault(path)
      }
      let vault = try await create()
      console.remark(
        "Its key is in \(vault.locations.keyFile?.shown ?? "its folder"): keep a copy of that file."
      )
      return vault
    }
  }
}
