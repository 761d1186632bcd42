internal import Cards
internal import Glibc
public import Sealing
package import SystemPackage
public import VaultFormat

extension Vault {
  /// Creates a key and its vault.
  ///
  /// - Parameters:
  ///   - locations: where everything goes. The vault's folder is missing, empty, or has only hidden files; missing
  ///     parents are made.
  ///   - passphrase: opens the key file; by default, the key is stored unwrapped.
  ///   - cost: the work for each guess at the passphrase.
  ///   - now: returns the time.
  ///   - generator: unpredictable numbers for salts and ids; libsodium makes the key.
  ///   - timeout: how long a change waits for another process that is writing.
  /// - Returns: the new vault, which is on the disk.
  /// - Throws: `VaultError.vaultExists`, `.folderNotEmpty`, `.keyFileInsideVault`, `.keyFile`, `.readOnly`,
  ///   `.noSpace`, `.permission`, `.noGuardedMemory` or `.io`. No key is left behind then.
  public static func create(
    at locations: VaultLocations, passphrase: consuming sending Passphrase? = nil,
    cost: KeyDerivationCost = .moderate, now: @escaping Clock = wallClock,
    generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    timeout: Duration = .seconds(10)
  ) throws(VaultError) -> Vault {
    let folder = try emptyFolder(locations.vault)
    let root = try VaultError.naming(keyFile: locations.vault) { () throws(SealingError) in
      try RootKey.generate()
    }
    let keyFile = locations.keyFile(of: root.keyID)
    try checkPlace(of: keyFile, outside: folder)
    let stored = try VaultError.naming(keyFile: keyFile) { () throws(SealingError) in
      try StoredKey(root, passphrase: passphrase, cost: cost)
    }
    let current = DerivedKeys(root)
    var salts = generator
    let header = try VaultError.ofKeys { () throws(SealingError) in
      try VaultHeader(vaultID: current.id, created: now(), using: &salts)
    }
    let file = try seal(header, under: current, using: &salts)
    let name = StoredKind.vault.name(ContentHash(of: file.span))
    // Before the header is in place, as nothing may fail after that.
    let found = FoundKeys(keys: VaultKeys(current, header), keyFile: keyFile, headers: [])
    let opened = try OpenedVault(
      locations, found: found, names: KeyNames(headers: [name], own: [name], notices: []),
      folder: folder)
    try write(stored, to: keyFile)
    do throws(VaultError) {
      try folder.write(file, to: name, existing: .kept)
    } catch {
      // The vault may exist nevertheless, and then it needs its key.
      if !folder.holds(name) { unsafe unlink(keyFile.string) }
      throw error
    }
    return Vault(opened, now: now, generator: salts, timeout: timeout)
  }

  /// Refuses a key file inside the vault, as it would be synced and copied with it.
  package static func checkPlace(
    of keyFile: FilePath, outside vault: borrowing Folder
  ) throws(VaultError) {
    let folder = try Folder(nearestTo: keyFile.removingLastComponent())
    if try folder.lies(in: vault) { throw .keyFileInsideVault(keyFile) }
  }

  /// Seals a vault's header under a key.
  static func seal(
    _ header: VaultHeader, under key: DerivedKeys, using generator: inout some RandomNumberGenerator
  ) throws(VaultError) -> [UInt8] {
    do throws(SealingError) {
      return try key.seal(try header.payload(), as: .vault, using: &generator)
    } catch {
      throw .noGuardedMemory
    }
  }

  /// Writes a new key file, and makes missing parent folders.
  static func write(_ key: borrowing StoredKey, to keyFile: FilePath) throws(VaultError) {
    let folder = keyFile.removingLastComponent()
    if !folder.isEmpty { try Folder.make(folder, for: keyFile) }
    do throws(SealingError) {
      try KeyFile.write(key, to: keyFile.string)
    } catch {
      throw VaultError(error, writingKeyFile: keyFile)
    }
  }

  /// Opens an empty folder for a new vault, made if missing, and locked while it is open.
  package static func emptyFolder(_ path: FilePath) throws(VaultError) -> Folder {
    try Folder.make(path)
    let folder = try Folder(path)
    // If two programs create a vault at once, one of them wins. Some file systems have no locks.
    if !folder.lockWhileOpen() { throw .inUse(path) }
    if exists(at: path) { throw .vaultExists(path) }
    if try !folder.names().isEmpty { throw .folderNotEmpty(path) }
    return folder
  }

  /// Creates a copy of a vault at a target whose key is on this machine: adds its headers, so that it can be opened
  /// and synced.
  ///
  /// A folder with a vault's files but no headers gets them back.
  ///
  /// - Returns: how many headers were missing, and their total size in bytes.
  package static func join(
    _ headers: [HeaderFiles.Candidate], with keyFile: FilePath, _ locations: VaultLocations
  ) throws(VaultError) -> (count: Int, byteCount: Int) {
    let folder = try folderToJoin(locations.vault)
    try checkPlace(of: keyFile, outside: folder)
    return try put(headers.compactMap(\.bytes), in: folder)
  }

  /// Opens a folder that is empty, or has a vault's files without its header.
  private static func folderToJoin(_ path: FilePath) throws(VaultError) -> Folder {
    if let folder = try? Folder(path), let names = try? folder.names(), !names.isEmpty,
      Set(names).isSubset(of: StoredKind.allCases.compactMap(\.folder))
    {
      return folder
    }
    return try emptyFolder(path)
  }
}
