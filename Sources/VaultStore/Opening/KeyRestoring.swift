public import Sealing
public import SystemPackage
public import VaultFormat

extension VaultLocations {
  /// Puts a key where its vault looks for it, unless it is already there.
  ///
  /// - Parameter key: the key, wrapped or not; it is not changed.
  /// - Returns: the key file, and whether it is new.
  /// - Throws: `VaultError.keyFile` (`.alreadyExists` if there is anything but this key: an unreadable file may be a
  ///   key that someone can still repair, and one with a passphrase of its own may be opened no more),
  ///   `.permission`, `.noGuardedMemory` or `.io`. An existing file is not changed then.
  public func restore(
    _ key: borrowing StoredKey
  ) throws(VaultError) -> (path: FilePath, isNew: Bool) {
    let path = keyFile(of: key.keyID)
    do throws(VaultError) {
      try Vault.write(key, to: path)
    } catch {
      guard case .keyFile(.alreadyExists, _) = error else { throw error }
      let known: StoredKey
      do throws(SealingError) {
        known = try KeyFile.read(path.string)
      } catch {
        switch error {
        case .keyFile(.readableByOthers), .keyFile(.modesNotKept), .keyFile(.system),
          .noGuardedMemory:
          throw VaultError(error, keyFile: path)
        default: throw VaultError.keyFile(.alreadyExists, path)
        }
      }
      guard known.keyID == key.keyID, Self.isUsable(known, toWhoeverHas: key) else { throw error }
      return (path, false)
    }
    return (path, true)
  }

  /// Whether whoever has a key can also use the file of it that is here: it has no passphrase, or the same one.
  private static func isUsable(
    _ file: borrowing StoredKey, toWhoeverHas key: borrowing StoredKey
  ) -> Bool {
    switch file {
    case .plain: true
    case .wrapped(let file):
      switch key {
      case .plain: false
      case .wrapped(let key): file == key
      }
    }
  }
}
