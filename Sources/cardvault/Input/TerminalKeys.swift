internal import Sealing
internal import VaultFormat
internal import VaultStore
internal import Wallet

/// Opens a key that may be wrapped by a passphrase: with the passphrase from a script's descriptor, the kernel's
/// keyring, or a person at the terminal, in this order.
struct TerminalKeys {
  let passphrases: PassphraseInput
  /// Whether to use a key that was unlocked before.
  var usesKeyring = true

  /// The same for several operations, with each key asked for once.
  var remembering: KeyProvider {
    let unlocked = UnlockedKeys { (key) throws(VaultError) in try root(of: key) }
    return { (key) throws(VaultError) in try unlocked.root(of: key) }
  }

  /// The root of a wrapped key.
  ///
  /// - Throws: As `PassphraseInput.root`.
  func root(of key: WrappedKey) throws(VaultError) -> sending RootKey {
    // Without a keyring, the person can still be asked.
    if usesKeyring, passphrases.descriptor == nil, let root = try? Keyring.load(key.keyID) {
      passphrases.console.log.note(.keyFromKeyring)
      return root
    }
    return try passphrases.root(of: key)
  }

  /// The root of a key, wrapped or not.
  func root(of key: borrowing StoredKey) throws(VaultError) -> RootKey {
    switch key {
    case .plain(let root):
      try VaultError.ofKeys { () throws(SealingError) in try root.copy() }
    case .wrapped(let key): try root(of: key)
    }
  }
}
