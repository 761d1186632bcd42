internal import Sealing
internal import VaultFormat
internal import VaultStore

/// Gets at a key that may be wrapped: by the descriptor of a script, the kernel's keyring, or a person at the
/// terminal, in this order.
struct KeyProvider {
  let passphrases: PassphraseInput
  /// Whether what was unlocked before counts.
  var usesKeyring = true

  /// The root of a wrapped key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - thing: What it is called where a person is asked, if that is not the vault's only one.
  /// - Returns: The root.
  /// - Throws: As `PassphraseInput.root`.
  func root(of key: WrappedKey, named thing: String? = nil) throws(VaultError) -> sending RootKey {
    // Where there is no keyring, there is still a person.
    if usesKeyring, passphrases.descriptor == nil, let root = try? Keyring.load(key.keyID) {
      return root
    }
    return try passphrases.root(of: key, named: thing)
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
