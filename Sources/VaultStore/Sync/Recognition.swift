internal import Glibc
internal import Sealing
internal import SystemPackage

/// Whose files lie at a target.
struct Recognition {
  /// Nothing of a vault lies there yet.
  var isEmpty = false
  /// How many files came that say more of the vault's keys than was known.
  var newMarkerCount = 0
  /// Their bytes together.
  var newMarkerByteCount = 0
  /// Vault files there that count no more, or lie there twice.
  var idleMarkers: [StoredFile] = []
}

extension Vault {
  /// Makes sure that a target is this vault's, and takes in what it says of the vault's keys.
  ///
  /// - Parameters:
  ///   - remote: what lies there.
  ///   - there: the vault files among it that are not known here.
  ///   - target: where that is.
  ///   - carrier: what brings it.
  ///   - isDryRun: whether nothing is to be taken in.
  /// - Returns: whose files these are.
  /// - Throws: `SyncError.anotherVault` or `.notEmpty`.
  func recognise(
    _ remote: [CarriedFile], _ there: MarkersThere, at target: SyncTarget,
    with carrier: any Carrier, isDryRun: Bool
  ) async throws(SyncError) -> Recognition {
    var recognition = Recognition()
    let markers = remote.map(\.file).filter(\.isLikeMarker)
    let others = remote.map(\.file).filter { $0.isLikeOurs && !$0.isLikeMarker }
    var isOurs = there.files.count < markers.count
    if markers.isEmpty && others.isEmpty {
      recognition.isEmpty = true
      // A repository may well have a page that says what it is for.
      if case .git = target { return recognition }
      if !remote.isEmpty { throw .notEmpty }
      return recognition
    }
    let isLater = try take(there, &recognition, &isOurs, isDryRun: isDryRun)
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
    guard isOurs else {
      // Nothing there is what a vault's file is.
      if !markers.isEmpty, there.found.all.isEmpty { throw .vault(.damaged(markers.map(\.name))) }
      throw .anotherVault(isLater: isLater)
    }
    return recognition
  }

  /// The names of vault files here that may be this vault's.
  var ownMarkerNames: Set<String> { markerNames.subtracting(strangers) }

  /// Whether a key is one of this vault's line.
  func opens(_ id: KeyID) -> Bool { keys[id] != nil }

  /// Takes in vault files that were not known here.
  ///
  /// - Returns: whether one is of a later epoch, under a key that is not here.
  private func take(
    _ there: MarkersThere, _ recognition: inout Recognition, _ isOurs: inout Bool, isDryRun: Bool
  ) throws(SyncError) -> Bool {
    // Keys of which the vault here knows, though it has them not.
    let announced = Set((try? Markers(in: Folder(locations.vault)))?.all.map(\.header.keyID) ?? [])
    var later: [Markers.Marker] = []
    var new: [Markers.Marker] = []
    for marker in there.found.all {
      let id = marker.header.keyID
      if let known = keys[id] {
        guard let payload = try? known.openSecret(marker.bytes.span, as: .vault),
          let read = try? VaultMarker.read(payload, root: known.root)
        else { continue }
        isOurs = true
        let name = StoredKind.vault.name(ContentHash(of: marker.bytes.span))
        let isOutdone = id == keyID && keys.marker.isFinished && !read.marker.isFinished
        if keys.age(of: id) == .ended || isOutdone || markerNames.contains(name) {
          recognition.idleMarkers.append(marker.file)
        } else {
          new.append(marker)
        }
      } else if marker.header.epoch > 0, !keys.knowsAsAltered(marker) {
        // The key was changed elsewhere; in an epoch that is here, on two devices at once.
        if let owner = there.owners[marker.file.name] {
          guard owner == keys.vaultID else { continue }
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
      try SyncError.here { () throws(VaultError) in
        // Nobody shall save meanwhile under a key that is no longer the vault's.
        try withDeviceLock { () throws(VaultError) in
          for marker in new { try keep(marker) }
        }
      }
    }
    let unknown = new.filter {
      !markerNames.contains(StoredKind.vault.name(ContentHash(of: $0.bytes.span)))
    }
    recognition.newMarkerCount = unknown.count
    recognition.newMarkerByteCount = unknown.reduce(0) { $0 + $1.bytes.count }
    return !later.isEmpty
  }

  /// Does something while no other process of this machine saves into the vault.
  private func withDeviceLock(
    _ body: () throws(VaultError) -> Void
  ) throws(VaultError) {
    let device = try lockDevice(patience: patience)
    try withExtendedLifetime(device) { () throws(VaultError) in try body() }
  }

  /// Puts a vault file into the vault's folder, under its own name.
  private func keep(_ marker: Markers.Marker) throws(VaultError) {
    let folder = try Self.openFolder(locations.vault)
    let hash = ContentHash(of: marker.bytes.span)
    if folder.holds(StoredKind.vault.name(hash)) { return }
    try put(marker.bytes, hash, .vault, in: folder)
  }
}
