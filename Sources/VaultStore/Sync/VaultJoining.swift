internal import Glibc
internal import Sealing
internal import SystemPackage

extension Vault {
  /// What joining a vault put here.
  struct Joining {
    /// The vault files that were not here before.
    var files: [ContentHash] = []
    var byteCount = 0
    /// How many of the target's segments and packs each key has sealed, of a few; `nil` when that was not asked.
    var sealed: [KeyID: Int]?
  }

  /// So many of the shortest files at a target say whose it is, where several keys could open it.
  private static let sampleCount = 16

  /// Makes a vault here of one that lies at a target, and whose key is at hand: its vault files, with which
  /// it can be opened and synced.
  ///
  /// A folder that holds a vault's files, of which its own got lost, gets these back.
  ///
  /// - Throws: `SyncError.noVault` when there is none, or why it cannot be opened.
  static func join(
    _ remote: [CarriedFile], with carrier: any Carrier, _ locations: VaultLocations, isDryRun: Bool
  ) async throws(SyncError) -> Joining {
    let there = try await MarkersThere(remote, besides: [], with: carrier)
    guard !there.files.isEmpty else { throw .noVault }
    let found = there.found
    var joining = Joining()
    if Set(found.all.map(\.header.keyID)).count(where: { Self.key($0, at: locations) != nil }) > 1 {
      joining.sealed = try await sealedCounts(remote, with: carrier)
    }
    let sealed = joining.sealed ?? [:]
    let own = try SyncError.here { () throws(VaultError) in
      guard !found.all.isEmpty else { throw .damaged(there.files.map(\.name)) }
      return try ownMarkers(among: found, sealed: sealed, locations)
    }
    if isDryRun { return joining }
    try SyncError.here { () throws(VaultError) in
      let folder = try folderToJoin(locations.vault)
      try checkPlace(of: own.keyFile, outside: folder)
      for marker in own.markers {
        let hash = ContentHash(of: marker.bytes.span)
        let name = StoredKind.vault.name(hash)
        if folder.holds(name) { continue }
        try VaultError.naming(locations.vault) { () throws(SystemFailure) in
          try WholeFile.write(
            marker.bytes.span, to: name, in: folder.descriptor, existing: .kept)
        }
        joining.files.append(hash)
        joining.byteCount += marker.bytes.count
      }
    }
    return joining
  }

  /// Takes away the vault files of a vault that was joined just now and cannot be opened; those that another
  /// process put there stay.
  static func withdraw(_ joining: Joining, from path: FilePath) {
    guard let folder = try? Folder(path), let files = try? VaultListing(of: folder).files,
      files.allSatisfy({ $0.kind == .vault })
    else { return }
    for hash in joining.files {
      let file = StoredFile(folder: nil, name: StoredKind.vault.name(hash))
      guard let bytes = try? folder.read(file.name, limit: StoredKind.vault.byteLimit),
        ContentHash(of: bytes.span) == hash
      else { continue }
      _ = folder.remove(file)
    }
  }

  /// How many segments and packs each key has sealed at a target, of a few.
  private static func sealedCounts(
    _ remote: [CarriedFile], with carrier: any Carrier
  ) async throws(SyncError) -> [KeyID: Int] {
    let sample = remote.filter { $0.file.kind == .segment || $0.file.kind == .pack }
      .sorted { ($0.byteCount, $0.file) < ($1.byteCount, $1.file) }
      .prefix(sampleCount).map(\.file)
    let place = try await SyncError.there { () throws(CarrierProblem) in
      try await carrier.fetch(sample)
    }
    guard let folder = try? Folder(place) else { return [:] }
    return KeyFinding.sealedCounts(of: sample, in: folder)
  }

  /// The vault files of the vault that can be opened here, and its key; that one's come first: a stop leaves a
  /// vault that can be synced again.
  ///
  /// A key with a passphrase counts unopened, as it is asked for when the vault is opened.
  private static func ownMarkers(
    among found: Markers, sealed: [KeyID: Int], _ locations: VaultLocations
  ) throws(VaultError) -> (markers: [Markers.Marker], keyFile: FilePath) {
    let (id, keyFile, strangers): (KeyID, FilePath, Set<String>)
    var first: Set<KeyID> = []
    do throws(VaultError) {
      let keys = try KeyFinding(locations: locations).keys(
        for: found, sealed: sealed, unlocking: withoutPassphrase)
      (id, keyFile, strangers) = (keys.keys.current.root.keyID, keys.keyFile, keys.strangers)
      first = [id, keys.keys.vaultID]
    } catch {
      guard case .passphraseNeeded = error,
        let first = found.all.map(\.header.keyID).first(where: { key($0, at: locations) != nil }),
        let path = key(first, at: locations)
      else { throw error }
      (id, keyFile, strangers) = (first, path, [])
    }
    // The first epoch's key is the vault's own: another one's is another vault's.
    let own = found.all.filter { marker in
      !strangers.contains(marker.file.name)
        && (first.isEmpty || marker.header.epoch > 0 || first.contains(marker.header.keyID))
    }
    let ordered =
      own.filter { $0.header.keyID == id } + own.filter { $0.header.keyID != id }
    return (ordered, keyFile)
  }

  /// Where a key lies; `nil` when it is not here.
  private static func key(_ id: KeyID, at locations: VaultLocations) -> FilePath? {
    locations.keyFiles(of: [id]).first { (try? KeyFile.read($0.string))?.keyID == id }
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
