internal import Glibc
internal import Sealing
internal import SystemPackage

/// Whose files lie at a target.
struct Recognition {
  /// Nothing of a vault lies there yet.
  var isEmpty = false
  /// Files came that say more of the vault's keys than was known.
  var hasNewMarkers = false
  /// Vault files there that count no more, or lie there twice.
  var idleMarkers: [StoredFile] = []
}

extension Vault {
  /// Makes sure that a target is this vault's, and takes in what it says of the vault's keys.
  ///
  /// Other keys than the one that opened the vault are looked for where `places` says.
  ///
  /// - Throws: `SyncError.anotherVault` or `.notEmpty`.
  func recognise(
    _ remote: [CarriedFile], at target: SyncTarget, with carrier: any Carrier,
    keysIn places: VaultLocations, proved: Set<String>, isDryRun: Bool
  ) async throws(SyncError) -> Recognition {
    var recognition = Recognition()
    let markers = remote.map(\.file).filter(\.isLikeMarker)
    let others = remote.map(\.file).filter { $0.isLikeOurs && !$0.isLikeMarker }
    let unknown = markers.filter { !markerNames.contains($0.name) }
    var isOurs = unknown.count < markers.count
    if markers.isEmpty && others.isEmpty {
      recognition.isEmpty = true
      // A repository may well have a page that says what it is for.
      if case .git = target { return recognition }
      if !remote.isEmpty { throw .notEmpty }
      return recognition
    }
    var isLater = false
    if !unknown.isEmpty {
      let place = try await SyncError.there { () throws(CarrierProblem) in
        try await carrier.fetch(unknown)
      }
      isLater = try take(
        unknown, from: place, KeyFinding(locations: places), proved, &recognition, &isOurs,
        isDryRun: isDryRun)
    }
    // A vault's inner folder: what lies there would be taken for files that lost their places.
    if markers.isEmpty, others.allSatisfy({ $0.folder == nil }) { throw .partOfVault }
    if markers.isEmpty {
      // A first sync that was stopped leaves the vault file for the end.
      let known = Set(remote.map(\.file))
      isOurs = try index().files.contains(where: known.contains)
      if !isOurs,
        let sample = remote.filter({ others.contains($0.file) }).min(by: {
          ($0.byteCount, $0.file) < ($1.byteCount, $1.file)
        })
      {
        let place = try await SyncError.there { () throws(CarrierProblem) in
          try await carrier.fetch([sample.file])
        }
        let start = try? Folder(place).start(
          of: sample.file.path, byteCount: EnvelopeHeader.byteCount)
        let header = start.flatMap { EnvelopeHeader(claimedBy: $0.span) }
        isOurs = header.map { keys[$0.keyID] != nil } ?? false
      }
    }
    guard isOurs else { throw .anotherVault(isLater: isLater) }
    return recognition
  }

  /// The vault files at a target that a key with a passphrase proves to be of this vault.
  static func proofs(
    _ remote: [CarriedFile], of vault: Vault, with carrier: any Carrier,
    keysIn places: VaultLocations,
    unlocking unlock: Unlocking
  ) async throws(SyncError) -> Set<String> {
    let unknown = remote.map(\.file).filter {
      $0.isLikeMarker && !vault.markerNames.contains($0.name)
    }
    guard !unknown.isEmpty else { return [] }
    let place = try await SyncError.there { () throws(CarrierProblem) in
      try await carrier.fetch(unknown)
    }
    guard let folder = try? Folder(place), let markers = try? Markers(in: folder) else { return [] }
    let names = Set(unknown.map(\.name))
    let id = await vault.vaultID
    var proved: Set<String> = []
    for marker in markers.all
    where names.contains(marker.file.name) && marker.header.epoch >= vault.epoch {
      if await vault.opens(marker.header.keyID) { continue }
      let isProved = try SyncError.here { () throws(VaultError) in
        try KeyFinding(locations: places).proves(marker, of: id, unlocking: unlock)
      }
      if isProved { proved.insert(marker.file.name) }
    }
    return proved
  }

  private var vaultID: KeyID { keys.vaultID }

  private func opens(_ id: KeyID) -> Bool { keys[id] != nil }

  /// Takes in vault files that were not known here.
  ///
  /// - Returns: whether one is of a later epoch, under a key that is not here.
  private func take(
    _ files: [StoredFile], from place: FilePath, _ finding: KeyFinding, _ proved: Set<String>,
    _ recognition: inout Recognition, _ isOurs: inout Bool, isDryRun: Bool
  ) throws(SyncError) -> Bool {
    let found: Markers
    do throws(SystemFailure) {
      found = try Markers(in: try Folder(place))
    } catch {
      throw .carrier(.system(Errno(rawValue: error.code), place))
    }
    let wanted = Set(files.map(\.name))
    // Keys of which the vault here knows, though it has them not.
    let announced = Set((try? Markers(in: Folder(locations.vault)))?.all.map(\.header.keyID) ?? [])
    var later: [Markers.Marker] = []
    var new: [Markers.Marker] = []
    for marker in found.all where wanted.contains(marker.file.name) {
      let id = marker.header.keyID
      if let known = keys[id] {
        guard let payload = try? known.openSecret(marker.bytes.span, as: .vault),
          let read = try? VaultMarker.read(payload, root: known.root)
        else { continue }
        isOurs = true
        let name = StoredKind.vault.name(ContentHash(of: marker.bytes.span))
        let isOutdone = keys.marker.isFinished && !read.marker.isFinished
        if marker.header.epoch < keys.finishedBefore || isOutdone || markerNames.contains(name) {
          recognition.idleMarkers.append(marker.file)
        } else {
          new.append(marker)
        }
      } else if marker.header.epoch > epoch || marker.header.epoch == epoch && epoch > 0 {
        // The key was changed elsewhere; in the same epoch, on two devices at once.
        if proved.contains(marker.file.name) || finding.proves(marker, of: keys.vaultID) {
          isOurs = true
          new.append(marker)
        } else {
          later.append(marker)
          isOurs = isOurs || announced.contains(id)
        }
      }
    }
    // Where the rest is ours, so is what says that the key was changed.
    if isOurs { new += later }
    if !new.isEmpty, !isDryRun {
      // Nobody shall save meanwhile under a key that is no longer the vault's.
      let device = try SyncError.here { () throws(VaultError) in
        try lockDevice(patience: patience)
      }
      for marker in new { try keep(marker) }
      _ = device.device
    }
    recognition.hasNewMarkers = !new.isEmpty
    return !later.isEmpty
  }

  /// Puts a vault file into the vault's folder, under its own name.
  private func keep(_ marker: Markers.Marker) throws(SyncError) {
    try SyncError.here { () throws(VaultError) in
      let folder = try Self.openFolder(locations.vault)
      let hash = ContentHash(of: marker.bytes.span)
      if folder.holds(StoredKind.vault.name(hash)) { return }
      try put(marker.bytes, hash, .vault, in: folder)
    }
  }
}
