internal import Glibc
public import Sealing
package import SystemPackage
internal import VaultFormat

/// The places of key files, also during a rotation.
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

  /// The keys whose files are here, including the default folder even if a file was named.
  package var allKeyIDs: Set<KeyID> {
    Set(Self.keyIDs(of: [keyFile].compactMap(\.self)) + Self.keyIDs(in: keyDirectory))
  }

  /// The folder of key files that were replaced.
  package var retiredDirectory: FilePath { keyDirectory.appending("retired") }

  /// The keys whose files are in that folder.
  package var retiredIDs: Set<KeyID> { Set(Self.keyIDs(in: retiredDirectory)) }

  /// The suffix that a rotation adds to a key file's name until the new key replaces it.
  static let nextSuffix = ".next"

  /// The place of the vault's key file with this id, whether it exists or not.
  package func keyFile(of id: KeyID) -> FilePath {
    keyFile ?? keyDirectory.appending(id.description)
  }

  /// Whether a key file has the name that the program gives: its key's id.
  package static func isOwnName(_ path: FilePath) -> Bool {
    path.lastComponent.map { isID($0.string[...]) } ?? false
  }

  private static func isID(_ text: Substring) -> Bool {
    text.utf8.count == 2 * KeyID.byteCount && text.allSatisfy(\.isHexDigit)
  }

  /// Where an interrupted rotation may have left a new key.
  func staged(_ path: FilePath) -> FilePath {
    var path = path
    // A new key is not retired.
    if path.removingLastComponent() == retiredDirectory, let name = path.lastComponent {
      path = keyDirectory.appending(name)
    }
    return FilePath(path.string + Self.nextSuffix)
  }

  /// All such places: beside these files, and in the folder of keys.
  func staged(besides paths: [FilePath]) -> [FilePath] {
    let names = ((try? Folder(keyDirectory).names()) ?? []).filter { $0.hasSuffix(Self.nextSuffix) }
    var found = paths.map(staged)
    for place in names.sorted().map({ keyDirectory.appending($0) }) where !found.contains(place) {
      found.append(place)
    }
    return found
  }

  /// Whether this is such a place.
  func isStaged(_ path: FilePath) -> Bool { path.string.hasSuffix(Self.nextSuffix) }

  /// Where a change of the key puts the new one beside a key file given by name, which stays.
  func leftBeside(_ path: FilePath, _ id: KeyID) -> FilePath {
    FilePath("\(first(besides: path)).\(id)")
  }

  /// The key file given by name beside which changes of the key put this one.
  func first(besides path: FilePath) -> FilePath {
    let parts = path.string.split(separator: ".", omittingEmptySubsequences: false)
    let hasOwn = parts.count > 1 && parts.last.map(Self.isID) ?? false
    return hasOwn ? FilePath(parts.dropLast().joined(separator: ".")) : path
  }

  /// Whether a key file is in the folder of keys, each under its own name; others are named by a person, and stay.
  package func isOwn(_ keyFile: FilePath) -> Bool {
    (try? Folder(nearestTo: keyFile.removingLastComponent()).isAt(keyDirectory)) ?? false
  }

  /// Moves a staged key file to its place: a name of its own, in the folder of keys or beside the named file.
  ///
  /// - Returns: the place.
  /// - Throws: the system's error.
  func adopt(_ staged: FilePath, as id: KeyID) throws(VaultError) -> FilePath {
    let old = FilePath(String(staged.string.dropLast(Self.nextSuffix.count)))
    let folder = try Folder(nearestTo: old.removingLastComponent())
    let place =
      folder.isAt(keyDirectory)
      ? keyDirectory.appending(id.description) : leftBeside(old, id)
    // Another process may have staged another key in its place.
    guard (try? KeyFile.read(staged.string))?.keyID ?? id == id else {
      throw .keyFile(.alreadyExists, staged)
    }
    do throws(SystemFailure) {
      try SystemFailure.check { unsafe rename(staged.string, place.string) }
    } catch {
      // Another command that opened the vault meanwhile has already moved it.
      guard error.code == ENOENT, (try? KeyFile.read(place.string))?.keyID == id else {
        throw VaultError(error, staged)
      }
    }
    try folder.sync()
    return place
  }

  /// Moves the file of a replaced key from the folder of keys to that of retired ones.
  func retire(_ id: KeyID) {
    let path = keyDirectory.appending(id.description)
    guard (try? KeyFile.read(path.string))?.keyID == id,
      (try? Folder.make(retiredDirectory)) != nil
    else { return }
    unsafe rename(path.string, retiredDirectory.appending(id.description).string)
    for folder in [retiredDirectory, keyDirectory] { try? Folder(folder).sync() }
  }
}
