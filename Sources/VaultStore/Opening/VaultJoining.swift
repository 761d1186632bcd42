internal import Sealing
package import SystemPackage
package import VaultFormat

extension Vault {
  /// Creates a vault here from one at a target whose key is on this machine: adds its headers, with which it
  /// can be opened and synced.
  ///
  /// A folder with a vault's files but without headers gets them back.
  ///
  /// - Returns: how many headers were missing, and their total size.
  package static func join(
    _ headers: [HeaderFiles.Candidate], with keyFile: FilePath, _ locations: VaultLocations
  ) throws(VaultError) -> (count: Int, byteCount: Int) {
    let folder = try folderToJoin(locations.vault)
    try checkPlace(of: keyFile, outside: folder)
    return try put(headers.compactMap(\.bytes), in: folder)
  }

  /// A folder that is empty, or has a vault's files without its header.
  private static func folderToJoin(_ path: FilePath) throws(VaultError) -> Folder {
    if let folder = try? Folder(path), let names = try? folder.names(), !names.isEmpty,
      Set(names).isSubset(of: StoredKind.allCases.compactMap(\.folder))
    {
      return folder
    }
    return try emptyFolder(path)
  }
}
