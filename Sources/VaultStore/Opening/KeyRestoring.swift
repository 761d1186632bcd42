public import Sealing
public import SystemPackage
public import VaultFormat

extension VaultLocations {
  /// Puts a key where its vault looks for it, unless it is there already.
  ///
  /// - Parameter key: the key, wrapped or not; it stays as it is.
  /// - Returns: the key file, and whether it is new.
  /// - Throws: `VaultError.keyFile` (`.exists` when anything but this key is there: what cannot be read as a
  ///   key may be one that somebody can still mend), `.permission`,
  ///   `.noGuardedMemory` or `.io`. Then what was there is there as it was.
  public func restore(
    _ key: borrowing StoredKey
  ) throws(VaultError) -> (path: FilePath, isNew: Bool) {
    let path = keyFile(of: key.keyID)
    do throws(VaultError) {
      try Vault.write(key, to: path)
    } catch {
      guard case .keyFile(.exists, _) = error else { throw error }
      let known: KeyID
      do throws(SealingError) {
        known = try KeyFile.read(path.string).keyID
      } catch {
        switch error {
        case .keyFile(.readableByOthers), .keyFile(.modesNotKept), .keyFile(.system),
          .noGuardedMemory:
          throw VaultError(error, keyFile: path)
        default: throw VaultError.keyFile(.exists, path)
        }
      }
      guard known == key.keyID else { throw error }
      return (path, false)
    }
    return (path, true)
  }
}
