internal import Glibc
internal import Sealing
package import SystemPackage
package import VaultFormat

extension Vault {
  /// Makes a vault here of one at a target, whose key is on this machine: its headers, with which it can be opened and
  /// synced.
  ///
  /// A folder that holds a vault's files, of which its headers got lost, gets these back.
  ///
  /// - Returns: how many were not there, and their bytes together.
  package static func join(
    _ headers: [HeaderFiles.Candidate], with keyFile: FilePath, _ locations: VaultLocations
  ) throws(VaultError) -> (count: Int, byteCount: Int) {
    let folder = try folderToJoin(locations.vault)
    try checkPlace(of: keyFile, outside: folder)
    return try put(headers.compactMap(\.bytes), in: folder)
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
