internal import Cards
internal import Glibc
public import Sealing
public import SystemPackage
public import VaultFormat

extension Vault {
  /// Whether this folder contains a vault, in any state.
  public static func exists(at folder: FilePath) -> Bool {
    guard let headers = try? HeaderFiles(in: folder) else { return false }
    return !headers.isEmpty
  }

  /// Opens a vault without waiting for other processes.
  ///
  /// A change of the key that was interrupted after it took effect is completed, and a device that got the new key
  /// moves to it; otherwise nothing is changed.
  ///
  /// - Parameters:
  ///   - locations: where everything is.
  ///   - unlock: returns the root of a key wrapped with a passphrase; by default there is none.
  ///   - now: returns the time for changes.
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
    let found = try KeyFinding(locations: locations).keys(
      for: headers, noticesIn: [locations.vault], keyProvider: unlock)
    return try opened(
      locations, found, names, in: folder, now: now, generator: generator, timeout: timeout)
  }

  /// Opens a vault with known keys.
  package static func opened(
    _ locations: VaultLocations, _ found: sending FoundKeys, _ names: KeyNames,
    in folder: borrowing Folder, isRead: Bool = true, now: @escaping Clock,
    generator: any RandomNumberGenerator & Sendable, timeout: Duration
  ) throws(VaultError) -> Vault {
    var found = found
    var salts = generator
    var moved: Int?
    // Before its headers are here, other files may still be missing, too.
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
