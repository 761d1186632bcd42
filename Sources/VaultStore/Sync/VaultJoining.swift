internal import Glibc
internal import Sealing
internal import SystemPackage

extension Vault {
  /// Makes a vault here of one that lies at a target, and whose key is at hand: its vault files, with which
  /// it can be opened and synced.
  ///
  /// A folder that holds a vault's files, of which its own got lost, gets these back.
  ///
  /// - Returns: how many files these were, and their bytes together.
  /// - Throws: `SyncError.noVault` when there is none, or why it cannot be opened.
  static func join(
    _ remote: [CarriedFile], with carrier: any Carrier, _ locations: VaultLocations,
    unlocking unlock: Unlocking, isDryRun: Bool
  ) async throws(SyncError) -> (count: Int, byteCount: Int) {
    let markers = remote.map(\.file).filter(\.isLikeMarker)
    guard !markers.isEmpty else { throw .noVault }
    let place = try await SyncError.there { () throws(CarrierProblem) in
      try await carrier.fetch(markers)
    }
    let found: Markers
    do throws(SystemFailure) {
      found = try Markers(in: try Folder(place))
    } catch {
      throw .carrier(.system(Errno(rawValue: error.code), place))
    }
    return try SyncError.here { () throws(VaultError) in
      guard !found.all.isEmpty else { throw .damaged(markers.map(\.name)) }
      let keys = try KeyFinding(locations: locations).keys(for: found, unlocking: unlock)
      let id = keys.keys.current.root.keyID
      if isDryRun { return (0, 0) }
      let folder = try folderToJoin(locations.vault)
      try checkPlace(of: keys.keyFile, outside: folder)
      // The one that opens comes first: a stop leaves a vault that can be synced again.
      let ordered =
        found.all.filter { $0.header.keyID == id }
        + found.all.filter { $0.header.keyID != id }
      var (count, byteCount) = (0, 0)
      for marker in ordered {
        let name = StoredKind.vault.name(ContentHash(of: marker.bytes.span))
        if folder.holds(name) { continue }
        try VaultError.naming(locations.vault) { () throws(SystemFailure) in
          try WholeFile.write(
            marker.bytes.span, to: name, in: folder.descriptor, existing: .kept)
        }
        count += 1
        byteCount += marker.bytes.count
      }
      return (count, byteCount)
    }
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
