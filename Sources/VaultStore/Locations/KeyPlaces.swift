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
    var others = self
    others.keyFile = nil
    return Set(keyIDs + others.keyIDs)
  }

  /// The suffix that a rotation adds to a key file's name until the new key replaces it.
  static let nextSuffix = ".next"

  /// The place of the vault's key file with this id, whether it exists or not.
  package func keyFile(of id: KeyID) -> FilePath {
    keyFile ?? keyDirectory.appending(id.description)
  }

  /// Where an interrupted rotation may have left a new key.
  func staged(_ path: FilePath) -> FilePath { FilePath(path.string + Self.nextSuffix) }

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

  /// Where an interrupted rotation leaves a key, beside a key file given by name.
  func leftBeside(_ path: FilePath, _ id: KeyID) -> FilePath { FilePath("\(path.string).\(id)") }

  /// Whether a new key replaces the old one in a file: in the folder of keys, each key has its own.
  package func replacesKey(in keyFile: FilePath) -> Bool {
    (try? Folder(nearestTo: keyFile.removingLastComponent()).isAt(keyDirectory)) == false
  }

  /// Moves a staged key file to its place: that of the file given by name, or a name of its own beside the old
  /// one, which it always gets if `isOwn`.
  ///
  /// - Returns: the place.
  /// - Throws: the system's error.
  func adopt(
    _ staged: FilePath, as id: KeyID, isOwn: Bool = false
  ) throws(VaultError) -> FilePath {
    let old = FilePath(String(staged.string.dropLast(Self.nextSuffix.count)))
    let folder = try Folder(nearestTo: old.removingLastComponent())
    let place =
      folder.isAt(keyDirectory)
      ? keyDirectory.appending(id.description) : isOwn ? leftBeside(old, id) : old
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

  /// Gives staged keys that count names of their own.
  ///
  /// Where several devices changed the key at once, or later, the key of an interrupted rotation may count without
  /// being the current one.
  ///
  /// - Parameters:
  ///   - keys: the vault's keys.
  ///   - current: the file of the current key, which is not moved.
  func nameStaged(_ keys: VaultKeys, besides current: FilePath) {
    for place in staged(besides: [keyFile].compactMap { $0 }) where place != current {
      guard let id = (try? KeyFile.read(place.string))?.keyID, keys[id] != nil else { continue }
      // If the system does not allow it, the key is found in this place, too.
      _ = try? adopt(place, as: id, isOwn: true)
    }
  }

  /// Removes the vault's own key file of a key that no longer opens anything.
  func removeKeyFile(of id: KeyID) {
    let path = keyDirectory.appending(id.description)
    guard let stored = try? KeyFile.read(path.string), stored.keyID == id else { return }
    unsafe unlink(path.string)
  }
}
