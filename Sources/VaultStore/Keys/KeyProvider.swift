public import Sealing
internal import SystemPackage
public import VaultFormat

/// Gives the root of a key that is wrapped by a passphrase, or throws.
///
/// It takes its time (`WrappedKey.unwrap`) and may ask a person; no lock is held meanwhile.
public typealias KeyProvider = (WrappedKey) throws(VaultError) -> sending RootKey

/// A `KeyProvider` where nobody can be asked.
public let withoutPassphrase: @Sendable (WrappedKey) throws(VaultError) -> sending RootKey = {
  (_) throws(VaultError) in throw .passphraseNeeded
}

extension StoredKey {
  /// The root of the key.
  static func root(
    of key: consuming sending StoredKey, keyProvider unlock: KeyProvider
  ) throws(VaultError) -> sending RootKey {
    switch consume key {
    case .plain(let root): root
    case .wrapped(let wrapped): try unlock(wrapped)
    }
  }
}

extension VaultError {
  /// Does something with keys where no key file can be at fault.
  package static func ofKeys<Value: ~Copyable>(
    _ body: () throws(SealingError) -> Value
  ) throws(VaultError) -> Value {
    try naming(keyFile: FilePath(), body)
  }
}
