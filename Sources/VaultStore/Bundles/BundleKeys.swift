internal import Sealing
internal import SystemPackage
internal import VaultFormat

/// Finds the key for a bundle that the open vault's key does not open: in the folders of keys, or inside the bundle,
/// with its passphrase.
struct BundleKeys {
  let locations: VaultLocations
  /// The id of the open vault's key; `nil` if no vault is open.
  let held: KeyID?

  struct Found {
    let keys: DerivedKeys
    let origin: BundleOrigin
  }

  /// - Returns: the key; `nil` if the open vault has it, or if it is not found.
  /// - Throws: `VaultError.bundle`, `.keyFile`, the system's error, or an error from `unlock`.
  func key(
    for bundle: borrowing BundleFile, keyProvider unlock: KeyProvider
  ) throws(VaultError) -> sending Found? {
    if let wrapped = bundle.wrappedKey {
      return Found(keys: DerivedKeys(try root(of: wrapped, unlock)), origin: .passphrase)
    }
    if held == bundle.keyID { return nil }
    guard let other = try otherVault(bundle.keyID, unlock) else { return nil }
    return Found(keys: other, origin: held == nil ? .absentVault : .anotherVault)
  }

  /// Opens a bundle when no vault is open.
  ///
  /// - Throws: like `key`.
  func open(
    _ bundle: consuming BundleFile, keyProvider unlock: KeyProvider
  ) throws(VaultError) -> OpenedBundle {
    guard let found = try key(for: bundle, keyProvider: unlock) else {
      throw .bundle(.ofAnotherVault)
    }
    return try OpenedBundle(bundle, by: found.keys, found.origin)
  }

  /// The key of another vault, or an earlier one of this vault; `nil` if its file is not here.
  private func otherVault(
    _ id: KeyID, _ unlock: KeyProvider
  ) throws(VaultError) -> sending DerivedKeys? {
    var paths = [locations.keyDirectory, locations.retiredDirectory].map {
      $0.appending(id.description)
    }
    if let named = locations.keyFile { paths.insert(named, at: 0) }
    for path in paths {
      guard let stored = try? KeyFile.read(path.string), stored.keyID == id else { continue }
      return DerivedKeys(try StoredKey.root(of: stored, keyProvider: unlock))
    }
    return nil
  }

  private func root(
    of key: WrappedKey, _ unlock: KeyProvider
  ) throws(VaultError) -> sending RootKey {
    do throws(VaultError) {
      return try unlock(key)
    } catch {
      switch error {
      case .wrongPassphrase: throw .bundle(.wrongPassphrase)
      case .damaged: throw .bundle(.damaged)
      default: throw error
      }
    }
  }
}
