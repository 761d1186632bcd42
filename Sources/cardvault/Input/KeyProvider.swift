internal import Sealing
internal import VaultFormat
internal import VaultStore

/// Opens a key that may be wrapped by a passphrase: with the passphrase from a script's descriptor, the kernel's
/// keyring, or a person at the terminal, in this order.
struct KeyProvider {
  let passphrases: PassphraseInput
  /// Whether to use a key that was unlocked before.
  var usesKeyring = true

  /// Gives the root of a wrapped key.
  typealias Lookup = (WrappedKey) throws(VaultError) -> sending RootKey

  /// The same for several pieces of work, with each key asked for once.
  var remembering: Lookup {
    let unlocked = UnlockedKeys { (key) throws(VaultError) in try root(of: key) }
    return { (key) throws(VaultError) in try unlocked.root(of: key) }
  }

  /// The root of a wrapped key.
  ///
  /// - Parameter key: The key.
  /// - Returns: The root.
  /// - Throws: As `PassphraseInput.root`.
  func root(of key: WrappedKey) throws(VaultError) -> sending RootKey {
    // Without a keyring, the person can still be asked.
    if usesKeyring, passphrases.descriptor == nil, let root = try? Keyring.load(key.keyID) {
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
