package import Sealing
package import VaultFormat
package import VaultStore
internal import Wallet

/// Opens a key that may be wrapped by a passphrase: with the passphrase from a script's descriptor, the kernel's
/// keyring, or a person at the terminal, in this order.
package struct TerminalKeys {
  let passphrases: PassphraseInput
  /// Whether to use a key that was unlocked before.
  package var usesKeyring = true

  /// Makes a source of roots.
  package init(passphrases: PassphraseInput, usesKeyring: Bool = true) {
    self.passphrases = passphrases
    self.usesKeyring = usesKeyring
  }

  /// The same for several pieces of work, with each key asked for once.
  package var remembering: KeyProvider {
    let unlocked = UnlockedKeys { (key) throws(VaultError) in try root(of: key) }
    return { (key) throws(VaultError) in try unlocked.root(of: key) }
  }

  /// The root of a wrapped key.
  ///
  /// - Throws: As `PassphraseInput.root`.
  package func root(of key: WrappedKey) throws(VaultError) -> sending RootKey {
    // Without a keyring, the person can still be asked.
    if usesKeyring, passphrases.descriptor == nil, let root = try? Keyring.load(key.keyID) {
      CommandLog.note(.keyFromKeyring)
      return root
    }
    return try passphrases.root(of: key)
  }

  /// The root of a key, wrapped or not.
  package func root(of key: borrowing StoredKey) throws(VaultError) -> RootKey {
    switch key {
    case .plain(let root):
      try VaultError.ofKeys { () throws(SealingError) in try root.copy() }
    case .wrapped(let key): try root(of: key)
    }
  }
}

extension VaultOptions {
  /// Opens the vault.
  ///
  /// - Parameter keys: Where the roots of wrapped keys come from.
  /// - Returns: The vault.
  /// - Throws: `VaultError` or `Failure`.
  package func open(with keys: KeyProvider) async throws -> Vault {
    let vault = try Vault.open(at: try locations(), keyProvider: keys)
    await vault.remember()
    await vault.beginCommand()
    await vault.keepCardsUntilExit()
    if CommandLog.isWanted {
      let cardCount = await vault.cardCount
      CommandLog.note(.opened(cards: cardCount))
    }
    return vault
  }
}
