internal import Sealing
internal import SystemPackage

/// Finds the key that opens a bundle: one of the vault's own, one in the folder of keys, or the one within, by its
/// passphrase.
struct BundleKeys {
  let locations: VaultLocations
  /// The keys of the vault that is open; `nil` when there is none.
  let vault: VaultKeys?
  /// Keys that notices name and that are not held.
  var successors: [Successor] = []

  /// Opens a bundle.
  ///
  /// - Throws: `VaultError.bundle`, `.keyFile`, what the system says, or what `unlock` throws.
  func open(
    _ bundle: consuming BundleFile, keyProvider unlock: Vault.KeyProvider
  ) throws(VaultError) -> OpenedBundle {
    if let wrapped = bundle.wrappedKey {
      return try OpenedBundle(bundle, by: EpochKeys(try root(of: wrapped, unlock)), .passphrase)
    }
    if let own = vault?[bundle.keyID] { return try OpenedBundle(bundle, by: own, .thisVault) }
    if let other = try otherVault(bundle.keyID, unlock) {
      return try OpenedBundle(bundle, by: other, vault == nil ? .absentVault : .anotherVault)
    }
    if let successor = successors.first(where: { $0.keyID == bundle.keyID }) {
      throw .bundle(.needsKey(successor))
    }
    throw .bundle(.ofAnotherVault)
  }

  /// The key of another vault; `nil` when it is not in the folder of keys, nor the one that was named.
  private func otherVault(
    _ id: KeyID, _ unlock: Vault.KeyProvider
  ) throws(VaultError) -> sending EpochKeys? {
    var places = [locations.keyDirectory.appending(id.description)]
    if let named = locations.keyFile { places.insert(named, at: 0) }
    for path in places {
      guard let stored = try? KeyFile.read(path.string), stored.keyID == id else { continue }
      return EpochKeys(try Vault.root(of: stored, keyProvider: unlock))
    }
    return nil
  }

  private func root(
    of key: WrappedKey, _ unlock: Vault.KeyProvider
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
