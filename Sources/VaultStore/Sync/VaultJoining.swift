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
    _ remote: [CarriedFile], with carrier: any Carrier, _ locations: VaultLocations, isDryRun: Bool
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
      let (id, keyFile) = try keyAtHand(for: found, locations)
      if isDryRun { return (0, 0) }
      let folder = try folderToJoin(locations.vault)
      try checkPlace(of: keyFile, outside: folder)
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

  /// Takes away the vault files of a vault that was joined just now and cannot be opened.
  static func withdrawJoin(_ path: FilePath) {
    guard let folder = try? Folder(path), let files = try? VaultListing(of: folder).files,
      files.allSatisfy({ $0.kind == .vault })
    else { return }
    for file in files { _ = folder.remove(file) }
  }

  /// The newest key of the vault that is here; one with a passphrase counts unopened, as it is asked for when
  /// the vault is opened.
  private static func keyAtHand(
    for markers: Markers, _ locations: VaultLocations
  ) throws(VaultError) -> (id: KeyID, path: FilePath) {
    do throws(VaultError) {
      let found = try KeyFinding(locations: locations).keys(
        for: markers, unlocking: withoutPassphrase)
      return (found.keys.current.root.keyID, found.keyFile)
    } catch {
      guard case .passphraseNeeded = error else { throw error }
      for id in markers.all.map(\.header.keyID) {
        for path in locations.keyFiles(of: [id])
        where (try? KeyFile.read(path.string))?.keyID == id {
          return (id, path)
        }
      }
      throw error
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
