internal import Glibc
package import Sealing
package import SystemPackage
package import VaultFormat

extension Vault {
  /// What joining a vault put here.
  package struct Joining {
    /// The headers that were not here before.
    package var files: [ContentHash] = []
    package var byteCount = 0
  }

  /// Makes a vault here of one at a target, whose key is on this machine: its headers, with which it can be opened and
  /// synced.
  ///
  /// A folder that holds a vault's files, of which its own got lost, gets these back.
  package static func join(
    _ headers: [HeaderFiles.Candidate], with keyFile: FilePath, _ locations: VaultLocations
  ) throws(VaultError) -> Joining {
    var joining = Joining()
    let folder = try folderToJoin(locations.vault)
    try checkPlace(of: keyFile, outside: folder)
    for header in headers {
      guard let bytes = header.bytes else { continue }
      let hash = ContentHash(of: bytes.span)
      let name = StoredKind.vault.name(hash)
      if folder.holds(name) { continue }
      try VaultError.naming(locations.vault) { () throws(SystemFailure) in
        try WholeFile.write(bytes.span, to: name, in: folder.descriptor, existing: .kept)
      }
      joining.files.append(hash)
      joining.byteCount += bytes.count
    }
    return joining
  }

  /// A folder that is empty, or holds a vault's files without the one that makes it a vault.
  private static func folderToJoin(_ path: FilePath) throws(VaultError) -> Folder {
    if let folder = try? Folder(path), let names = try? folder.names(), !names.isEmpty,
      Set(names).isSubset(of: StoredKind.allCases.compactMap(\.folder))
    {
      return folder
    }
    return try emptyFolder(path)
  }
}
