internal import Sealing
internal import SystemPackage

/// One of the vaults that the files of a folder speak of, proved by a key that is here.
///
/// A carrier may put vault files of another vault of the same person into a folder. Whose it is, what else lies
/// in it tells: a vault whose keys sealed nothing there yields to one whose did; then one with which this
/// machine worked there before comes first, then the one with the most files, then the newest epoch.
struct VaultClaim {
  let keys: VaultKeys
  let keyFile: FilePath
  /// The vault's other lines of keys, as it was rotated on two devices at once.
  var others: [VaultKeys] = []

  /// The vault's key with this name; `nil` when it is none of the vault's.
  subscript(id: KeyID) -> EpochKeys? { keys[id] ?? others.lazy.compactMap { $0[id] }.first }

  /// Whether a key is the vault's.
  func has(_ id: KeyID) -> Bool { self[id] != nil }

  /// Of the files that keys have sealed, how many are the vault's.
  func count(_ sealed: [KeyID: Int]) -> Int {
    sealed.reduce(0) { has($1.key) ? $0 + $1.value : $0 }
  }

  /// Whether a vault file is this vault's.
  func proves(_ marker: Markers.Marker) -> Bool {
    guard let own = self[marker.header.keyID] else { return false }
    return (try? own.openSecret(marker.bytes.span, as: .vault).byteCount) != nil
  }
}

extension KeyFinding {
  /// How many segments and packs each key has sealed in the vault's folder, as they say without proof.
  var sealedCounts: [KeyID: Int] {
    guard let folder = try? Folder(locations.vault), let files = try? VaultListing(of: folder).files
    else { return [:] }
    return Self.sealedCounts(of: files, in: folder)
  }

  /// The same of some files.
  static func sealedCounts(
    of files: [StoredFile], in folder: borrowing Folder
  ) -> [KeyID: Int] {
    var counts: [KeyID: Int] = [:]
    let folders = [StoredKind.segment, .pack].compactMap(\.folder)
    for file in files where file.folder.map(folders.contains) ?? false {
      guard
        let start = try? folder.start(of: file.path, byteCount: EnvelopeHeader.byteCount),
        let header = EnvelopeHeader(claimedBy: start.span)
      else { continue }
      counts[header.keyID, default: 0] += 1
    }
    return counts
  }

  /// Which of several vaults a folder is.
  func owner(among claims: [VaultClaim], _ sealed: [KeyID: Int]) -> Int {
    let ranks = claims.map { claim in
      let count = claim.count(sealed)
      return [count > 0 ? 1 : 0, remembers(claim.keys) ? 1 : 0, count]
    }
    return claims.indices.max { ranks[$0].lexicographicallyPrecedes(ranks[$1]) } ?? 0
  }

  /// Whether this machine worked with the folder as this vault before.
  private func remembers(_ keys: VaultKeys) -> Bool {
    guard let path = try? DeviceMemory.folder(at: locations, keys: keys),
      let folder = try? Folder(path)
    else { return false }
    return folder.holds(DeviceMemory.fileName)
  }
}
