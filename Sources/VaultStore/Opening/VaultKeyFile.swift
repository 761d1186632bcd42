public import Sealing
public import SystemPackage
public import VaultFormat

extension Vault {
  /// The places with a copy of the vault that this device synced with, without reading the cards.
  ///
  /// - Throws: like `open`.
  public static func knownTargets(
    at locations: VaultLocations, keyProvider unlock: KeyProvider = withoutPassphrase
  ) throws(VaultError) -> [KnownTarget] {
    let found = try KeySearch(locations: locations).keys(
      for: try headers(at: locations), noticesIn: [locations.vault], keyProvider: unlock)
    let memory = try DeviceMemory.read(at: locations, keys: found.keys)
    if memory.isOfAbsentKey {
      throw .olderThanRemembered(locations.vault, hasKey: memory.hasAbsentKey(at: locations))
    }
    return memory.targets
  }

  /// Whether a vault asks for a key: a notice under a key that is here, without a passphrase, names it as the new
  /// one.
  ///
  /// - Throws: `VaultError.noVault`, `.damaged`, `.noGuardedMemory`, `.permission` or `.io`.
  public static func isAsked(
    for key: KeyID, at locations: VaultLocations
  ) throws(VaultError) -> Bool {
    let (finding, headers) = (KeySearch(locations: locations), try headers(at: locations))
    let folder = try openFolder(locations.vault)
    return finding.locate(headers.keyIDs).contains { located in
      guard !located.isWrapped,
        let keys = try? finding.open(located, keyProvider: withoutPassphrase)
      else { return false }
      return SuccessorNotice.all(in: folder, under: keys).contains { $0.key == key }
    }
  }

  /// Whether a folder has a vault's header that claims a key, which is not proved.
  public static func isClaimed(_ key: KeyID, in folder: FilePath) -> Bool {
    (try? HeaderFiles(in: folder))?.keyIDs.contains(key) ?? false
  }

  /// The file of the key that a vault's folder requires, whether or not it exists.
  ///
  /// - Returns: the key's id, which is not proved, and the file.
  /// - Throws: `VaultError.noVault`, `.vaultFileMissing`, `.severalVaults`, `.damaged`, `.permission` or `.io`.
  public static func keyFile(
    at locations: VaultLocations
  ) throws(VaultError) -> (id: KeyID, path: FilePath) {
    let found = try headers(at: locations)
    let remembered = DeviceMemory.keyIDs(in: locations.stateDirectory)
    let replaced = SuccessorNotice.claimedKeys(in: locations.vault)
    let claimed = found.all.map(\.header.keyID)
    // Headers under replaced keys stay in the folder.
    let ids = claimed.filter { !replaced.contains($0) } + claimed.filter(replaced.contains)
    var located = KeySearch(locations: locations).locate(Set(ids))
    if let named = locations.keyFile {
      // Changes of the key put new files beside it.
      let original = locations.original(of: named)
      located = located.filter { key in
        let paths = [named, original, locations.leftBeside(named, key.id)]
        return (paths + paths.map(locations.staged)).contains(key.path)
      }
    }
    let usable = located.contains { !$0.isRetired } ? located.filter { !$0.isRetired } : located
    let held = ids.filter { id in usable.contains { $0.id == id } }
    var id = held.first(where: remembered.contains) ?? held.first ?? ids.first
    if Set(held).count > 1 {
      do throws(VaultError) {
        let proved = try KeySearch(locations: locations).keys(
          for: found, noticesIn: [locations.vault], keyProvider: withoutPassphrase)
        id = held.first { $0 == proved.keys.current.id } ?? id
      } catch .severalVaults(let vaults) {
        throw .severalVaults(vaults)
      } catch .passphraseNeeded where !held.contains(where: remembered.contains) {
        // Without their passphrases, nothing shows whether they belong to the same vault.
        throw .severalVaults(
          Set(held).sorted().map { id in
            SeveralVaults(id: id, keyFiles: usable.filter { $0.id == id }.map(\.path))
          })
      } catch {
        // The key's file has a path anyway.
      }
    }
    guard let id else {
      throw found.damaged.isEmpty ? .vaultFileMissing(locations.vault) : .damaged(found.damaged)
    }
    return (id, usable.first { $0.id == id }?.path ?? locations.keyFile(of: id))
  }
}

extension VaultLocations {
  /// Puts a key where its vault looks for it, unless it is there already.
  ///
  /// - Parameter key: the key, wrapped or not; it is not changed.
  /// - Returns: the key file, and whether it is new.
  /// - Throws: `VaultError.keyFile`, `.permission`, `.noGuardedMemory` or `.io`; an existing file is not changed
  ///   then. `.keyFile(.alreadyExists, _)` means any other file: someone may still be able to repair an unreadable
  ///   one, and a key with another passphrase may no longer open.
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
      guard known.keyID == key.keyID, Self.isUsable(known, with: key) else { throw error }
      return (path, false)
    }
    return (path, true)
  }

  /// Whether anyone with a key can use this file of it: it has no passphrase, or the same one.
  private static func isUsable(
    _ file: borrowing StoredKey, with key: borrowing StoredKey
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
