internal import Glibc
public import Sealing
public import SystemPackage
internal import VaultFormat

/// The locations of a vault, its key, and this machine's memory of it.
public struct VaultLocations: Sendable, Hashable {
  /// The vault's folder, which may be synced and copied.
  public var vault: FilePath
  /// The key file; `nil` for the vault's own in `keyDirectory`.
  public var keyFile: FilePath?
  /// The folder of key files, each named by its key id.
  public var keyDirectory: FilePath
  /// The folder for what this machine remembers of its vaults.
  public var stateDirectory: FilePath

  /// Combines locations.
  public init(
    vault: FilePath, keyFile: FilePath? = nil, keyDirectory: FilePath, stateDirectory: FilePath
  ) {
    self.vault = vault
    self.keyFile = keyFile
    self.keyDirectory = keyDirectory
    self.stateDirectory = stateDirectory
  }
}

// Paths of key files, also during a rotation.

extension VaultLocations {
  /// The keys whose files are here: the named one, or all in the default folder.
  ///
  /// Files without a usable key are skipped.
  public var keyIDs: [KeyID] {
    keyFile.map { Self.keyIDs(of: [$0]) } ?? Self.keyIDs(in: keyDirectory)
  }

  /// The keys whose files are in a folder; files without a usable key are skipped.
  package static func keyIDs(in directory: FilePath) -> [KeyID] {
    let names = (try? Folder(directory).names()) ?? []
    return keyIDs(of: names.sorted().map { directory.appending($0) })
  }

  private static func keyIDs(of files: [FilePath]) -> [KeyID] {
    files.compactMap { (try? KeyFile.read($0.string))?.keyID }
  }

  /// The keys whose files are here, including those in the default folder even if a file was named.
  package var allKeyIDs: Set<KeyID> {
    Set(Self.keyIDs(of: [keyFile].compactMap(\.self)) + Self.keyIDs(in: keyDirectory))
  }

  /// The folder of replaced key files.
  package var retiredDirectory: FilePath { keyDirectory.appending("retired") }

  /// The keys whose files are in the folder of replaced ones.
  package var retiredIDs: Set<KeyID> { Set(Self.keyIDs(in: retiredDirectory)) }

  /// A rotation's suffix for the new key file until it replaces the old one.
  static let nextSuffix = ".next"

  /// The path of the vault's key file with this id, whether or not it exists.
  package func keyFile(of id: KeyID) -> FilePath {
    keyFile ?? keyDirectory.appending(id.description)
  }

  /// Whether a key file has the name that this program gives it: its key's id.
  package static func isOwnName(_ path: FilePath) -> Bool {
    path.lastComponent.map { isID($0.string[...]) } ?? false
  }

  private static func isID(_ text: Substring) -> Bool {
    text.utf8.count == 2 * KeyID.byteCount && text.allSatisfy(\.isHexDigit)
  }

  /// The path where an interrupted rotation may have left a new key.
  func staged(_ path: FilePath) -> FilePath {
    var path = path
    // A new key is not retired.
    if path.removingLastComponent() == retiredDirectory, let name = path.lastComponent {
      path = keyDirectory.appending(name)
    }
    return FilePath(path.string + Self.nextSuffix)
  }

  /// All such paths: beside these files, and in the folder of keys.
  func staged(beside paths: [FilePath]) -> [FilePath] {
    let names = ((try? Folder(keyDirectory).names()) ?? []).filter { $0.hasSuffix(Self.nextSuffix) }
    var found = paths.map(staged)
    for path in names.sorted().map({ keyDirectory.appending($0) }) where !found.contains(path) {
      found.append(path)
    }
    return found
  }

  /// Whether this is such a path.
  func isStaged(_ path: FilePath) -> Bool { path.string.hasSuffix(Self.nextSuffix) }

  /// The path where a change of the key puts the new key file beside a named one, which stays.
  func leftBeside(_ path: FilePath, _ id: KeyID) -> FilePath {
    FilePath("\(original(of: path)).\(id)")
  }

  /// The named key file beside which changes of the key put this one.
  func original(of path: FilePath) -> FilePath {
    let parts = path.string.split(separator: ".", omittingEmptySubsequences: false)
    let hasOwn = parts.count > 1 && parts.last.map(Self.isID) ?? false
    return hasOwn ? FilePath(parts.dropLast().joined(separator: ".")) : path
  }

  /// Whether a key file is in the folder of keys; a person named any other one, so it stays.
  package func isOwn(_ keyFile: FilePath) -> Bool {
    (try? Folder(nearestTo: keyFile.removingLastComponent()).isAt(keyDirectory)) ?? false
  }

  /// Gives a staged key file its final name, in the folder of keys or beside the named file.
  ///
  /// - Returns: the new path.
  /// - Throws: the system's error.
  func adopt(_ staged: FilePath, as id: KeyID) throws(VaultError) -> FilePath {
    let old = FilePath(String(staged.string.dropLast(Self.nextSuffix.count)))
    let folder = try Folder(nearestTo: old.removingLastComponent())
    let path =
      folder.isAt(keyDirectory)
      ? keyDirectory.appending(id.description) : leftBeside(old, id)
    // Another process may have staged another key meanwhile.
    guard (try? KeyFile.read(staged.string))?.keyID ?? id == id else {
      throw .keyFile(.alreadyExists, staged)
    }
    do throws(SystemFailure) {
      try SystemFailure.check { unsafe rename(staged.string, path.string) }
    } catch {
      // Another command that opened the vault may have moved it already.
      guard error.code == ENOENT, (try? KeyFile.read(path.string))?.keyID == id else {
        throw VaultError(error, staged)
      }
    }
    try folder.sync()
    return path
  }

  /// Moves a replaced key's file from the folder of keys to the folder of retired ones.
  func retire(_ id: KeyID) {
    let path = keyDirectory.appending(id.description)
    guard (try? KeyFile.read(path.string))?.keyID == id,
      (try? Folder.make(retiredDirectory)) != nil
    else { return }
    unsafe rename(path.string, retiredDirectory.appending(id.description).string)
    for folder in [retiredDirectory, keyDirectory] { try? Folder(folder).sync() }
  }
}
