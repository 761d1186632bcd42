internal import Cards
internal import Glibc
public import Sealing
public import SystemPackage
public import VaultFormat

extension Vault {
  /// Whether a folder contains a vault in any state.
  public static func exists(at folder: FilePath) -> Bool {
    guard let headers = try? HeaderFiles(in: folder) else { return false }
    return !headers.isEmpty
  }

  /// Opens a vault without waiting for other processes.
  ///
  /// This completes a change of the key that was interrupted after it took effect, and moves this device to a new
  /// key that it has; otherwise it changes nothing.
  ///
  /// - Parameters:
  ///   - locations: where everything is.
  ///   - unlock: returns the root of a key wrapped with a passphrase; by default, there is nobody to ask.
  ///   - now: returns the time of changes.
  ///   - generator: unpredictable numbers for salts and ids.
  ///   - timeout: how long a change waits for another process that is writing.
  /// - Returns: the vault, with all its cards in memory.
  /// - Throws: `VaultError.noVault`, `.keyFile`, `.wrongKey`, `.keyReplaced`, `.severalVaults`,
  ///   `.damaged`, `.newerFormat`, `.permission`, `.noGuardedMemory`, `.io`, or an error from
  ///   `unlock`.
  public static func open(
    at locations: VaultLocations, keyProvider unlock: KeyProvider = withoutPassphrase,
    now: @escaping Clock = wallClock,
    generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    timeout: Duration = .seconds(10)
  ) throws(VaultError) -> Vault {
    let folder = try openFolder(locations.vault)
    let headers = try headers(at: locations)
    let names = KeyNames(headers, in: folder)
    let found = try KeySearch(locations: locations).keys(
      for: headers, noticesIn: [locations.vault], keyProvider: unlock)
    return try opened(
      locations, found, names, in: folder, now: now, generator: generator, timeout: timeout)
  }

  /// Opens a vault whose keys were found, perhaps with headers from elsewhere, without reading its cards.
  package static func opened(
    at locations: VaultLocations, _ found: sending FoundKeys, now: @escaping Clock,
    generator: any RandomNumberGenerator & Sendable, timeout: Duration
  ) throws(VaultError) -> Vault {
    let folder = try openFolder(locations.vault)
    let headers = try headers(at: locations)
    var names = KeyNames(headers, in: folder)
    let earlier = headers.all.filter { found.keys.header.earlier.contains($0.header.keyID) }
    names.own = Set((found.headers + earlier).map(\.file.name))
    return try opened(
      locations, found, names, in: folder, isRead: false, now: now, generator: generator,
      timeout: timeout)
  }

  /// Opens a vault whose keys were found.
  private static func opened(
    _ locations: VaultLocations, _ found: sending FoundKeys, _ names: KeyNames,
    in folder: borrowing Folder, isRead: Bool = true, now: @escaping Clock,
    generator: any RandomNumberGenerator & Sendable, timeout: Duration
  ) throws(VaultError) -> Vault {
    var found = found
    var salts = generator
    var moved: Int?
    // Until its headers are here, other files may be missing, too.
    let isHere = found.headers.allSatisfy { candidate in
      candidate.header.keyID != found.keys.current.id || candidate.folder == locations.vault
    }
    if isHere {
      // If it fails, the next command tries again.
      moved = try? move(
        found.keys, locations, in: folder, now: now(), using: &salts, timeout: .zero)
      if locations.isStaged(found.keyFile) {
        found.keyFile =
          (try? locations.adopt(found.keyFile, as: found.keys.current.id)) ?? found.keyFile
      }
    }
    var opened = try OpenedVault(
      locations, found: found, names: names, folder: folder, isRead: isRead)
    opened.movedCount = moved
    return Vault(opened, now: now, generator: salts, timeout: timeout)
  }
}

// For programs that keep a vault open for long.

extension Vault {
  /// A copy of the vault's key, for work that opens the vault again, such as a sync.
  ///
  /// - Parameter unlock: returns the root of any other key.
  /// - Returns: the copy, in guarded memory.
  /// - Throws: `VaultError.noGuardedMemory`.
  package func unlockedKeys(
    orElse unlock: @escaping @Sendable (WrappedKey) throws(VaultError) -> sending RootKey
  ) throws(VaultError) -> sending UnlockedKeys {
    let unlocked = UnlockedKeys(unlock)
    do throws(SealingError) { unlocked.keep(try keys.current.root.copy()) } catch {
      throw .noGuardedMemory
    }
    return unlocked
  }

  /// Checks every file like `verify`, but on a second open vault, so that this one can answer other calls.
  ///
  /// - Throws: like `unlockedKeys` and `verify`.
  public nonisolated func verifyAside() async throws(VaultError) -> Verification {
    let unlocked = try await unlockedKeys(orElse: withoutPassphrase)
    let salts = await generator
    // What cannot be opened any more, the check of this one finds, even if it answers no other call meanwhile.
    let other = try? Self.open(
      at: locations, keyProvider: { (key) throws(VaultError) in try unlocked.root(of: key) },
      now: now, generator: salts, timeout: timeout)
    guard let other else { return try await verify() }
    return try await other.verify()
  }

  /// The targets that this device knows, even from another program since the vault was opened.
  package var latestTargets: [KnownTarget] {
    (try? DeviceMemory.read(at: locations, keys: keys))?.targets ?? knownTargets
  }
}
