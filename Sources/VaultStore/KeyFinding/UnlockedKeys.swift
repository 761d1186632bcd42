package import Sealing
package import VaultFormat

/// Keys unlocked during one operation, so that each is requested only once.
///
/// They are in guarded memory, and are destroyed with this object.
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

  /// Keeps a root that is unlocked already.
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
