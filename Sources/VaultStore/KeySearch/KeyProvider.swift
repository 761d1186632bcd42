public import Sealing
internal import SystemPackage
public import VaultFormat

/// Returns the root of a key wrapped with a passphrase, or throws.
///
/// It is slow (`WrappedKey.unwrap`) and may ask a person, so it is called without locks.
public typealias KeyProvider = (WrappedKey) throws(VaultError) -> sending RootKey

/// A `KeyProvider` with nobody to ask.
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
  /// Runs an operation on keys whose failure concerns no key file.
  package static func ofKeys<Value: ~Copyable>(
    _ body: () throws(SealingError) -> Value
  ) throws(VaultError) -> Value {
    try naming(keyFile: FilePath(), body)
  }
}

/// Keys unlocked during one operation, so that each is requested only once.
///
/// They are in guarded memory, and destroyed with this object.
package final class UnlockedKeys {
  /// Containers cannot hold noncopyable values.
  private final class Holder {
    let root: RootKey
    init(_ root: consuming RootKey) { self.root = root }
  }

  private let unlock: KeyProvider
  private var roots: [KeyID: Holder] = [:]
  /// Why keys could not be unlocked.
  private(set) var refusals: [KeyID: VaultError] = [:]

  package init(_ unlock: @escaping KeyProvider) {
    self.unlock = unlock
  }

  /// Keeps a root that was unlocked elsewhere.
  func keep(_ root: consuming RootKey) {
    let id = root.keyID
    roots[id] = Holder(root)
  }

  /// The root of a wrapped key.
  ///
  /// - Throws: the error of the first attempt to unlock it.
  package func root(of key: WrappedKey) throws(VaultError) -> sending RootKey {
    if let refusal = refusals[key.keyID] { throw refusal }
    do throws(SealingError) {
      if let known = roots[key.keyID] { return try known.root.copy() }
    } catch {
      throw .noGuardedMemory
    }
    let root: RootKey
    do throws(VaultError) {
      root = try unlock(key)
    } catch {
      refusals[key.keyID] = error
      throw error
    }
    do throws(SealingError) {
      roots[key.keyID] = Holder(try root.copy())
    } catch {
      throw .noGuardedMemory
    }
    return root
  }
}
