package import Sealing
package import VaultFormat

/// What a program needs that keeps a vault open for long.
extension Vault {
  /// Copies of the keys that this vault holds, for work that opens it once more, such as a sync.
  ///
  /// - Parameter unlock: returns the root of any other key.
  /// - Returns: the copies, in guarded memory.
  /// - Throws: `VaultError.noGuardedMemory`.
  package func unlockedKeys(
    orElse unlock: @escaping @Sendable (WrappedKey) throws(VaultError) -> sending RootKey
  ) throws(VaultError) -> sending UnlockedKeys {
    let unlocked = UnlockedKeys(unlock)
    for id in keyIDs {
      guard let held = keys[id] else { continue }
      do throws(SealingError) { unlocked.keep(try held.root.copy()) } catch {
        throw .noGuardedMemory
      }
    }
    return unlocked
  }

  /// This device's last sync that finished, also if another program made it after the vault was opened.
  package var latestSync: LastSync? {
    (try? DeviceMemory.read(at: locations, keys: keys))?.lastSync ?? lastSync
  }
}
