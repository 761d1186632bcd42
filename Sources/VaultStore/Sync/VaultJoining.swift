internal import Glibc
internal import Sealing
internal import SystemPackage

extension Vault {
  /// Makes a vault here of one at a target, whose key is on this machine: its headers, with which it can be opened and
  /// synced.
  ///
  /// A folder that holds a vault's files, of which its headers got lost, gets these back.
  ///
  /// - Returns: how many were not there, and their bytes together.
  static func join(
    _ headers: [HeaderFiles.Candidate], with keyFile: FilePath, _ locations: VaultLocations
  ) throws(VaultError) -> (count: Int, byteCount: Int) {
    let folder = try folderToJoin(locations.vault)
    try checkPlace(of: keyFile, outside: folder)
    return try put(headers.compactMap(\.bytes), in: folder, at: locations.vault)
  }

  /// Puts headers into a vault's folder, under their own names.
  ///
  /// - Returns: how many were not there, and their bytes together.
  static func put(
    _ headers: [[UInt8]], in folder: borrowing Folder, at path: FilePath
  ) throws(VaultError) -> (count: Int, byteCount: Int) {
    var added = (count: 0, byteCount: 0)
    for bytes in headers {
      let place = StoredFile(.vault, ContentHash(of: bytes.span))
      if folder.holds(place.path) { continue }
      try put(bytes, at: place, in: folder, of: path)
      added = (added.count + 1, added.byteCount + bytes.count)
    }
    return added
  }

  /// A folder that is empty, or holds a vault's files without its header.
  private static func folderToJoin(_ path: FilePath) throws(VaultError) -> Folder {
    if let folder = try? Folder(path), let names = try? folder.names(), !names.isEmpty,
      Set(names).isSubset(of: StoredKind.allCases.compactMap(\.folder))
    {
      return folder
    }
    return try emptyFolder(path)
  }
}
