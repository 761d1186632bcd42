public import Sealing
internal import SystemPackage
public import VaultFormat

/// Returns the root of a key wrapped with a passphrase, or throws.
///
/// It is slow (`WrappedKey.unwrap`) and may ask a person; no lock is held meanwhile.
public typealias KeyProvider = (WrappedKey) throws(VaultError) -> sending RootKey

/// A `KeyProvider` for when there is nobody to ask.
public let withoutPassphrase: @Sendable (WrappedKey) throws(VaultError) -> sending RootKey = {
  (_) throws(VaultError) in throw .passphraseNeeded
}

extension StoredKey {
  /// The root of the key.
  package static func root(
    of key: consuming sending StoredKey, keyProvider unlock: KeyProvider
  ) throws(VaultError) -> sending RootKey {
    switch consume key {
    case .plain(let root): root
    case .wrapped(let wrapped): try unlock(wrapped)
    }
  }
}

extension VaultError {
  /// Runs an operation on keys that no key file can cause to fail.
  package static func ofKeys<Value: ~Copyable>(
    _ body: () throws(SealingError) -> Value
  ) throws(VaultError) -> Value {
    try naming(keyFile: FilePath(), body)
  }
}
