internal import Cards
internal import Glibc
public import Sealing
public import SystemPackage

/// What is known of a vault's new key.
public struct RotatedKey: Sendable, Hashable {
  /// Its public name.
  public let keyID: KeyID
  /// How often the key was changed by now.
  public let epoch: UInt32
  /// Six groups of five digits that two people compare aloud.
  public let fingerprint: String
  /// The file that it lies in.
  public let keyFile: FilePath
}

/// A new key for a vault, in an order that survives a stop anywhere: `Format.md`, section 8.
extension Vault {
  /// Changes the vault's key; this value goes on with the old one and can change nothing any more.
  ///
  /// - Parameters:
  ///   - passphrase: what shall open the new key file; by default it holds the key as it is.
  ///   - cost: how much work each guess at the passphrase shall be.
  /// - Returns: the new key's names, and where it lies.
  /// - Throws: as `save`, and `VaultError.keyFile`.
  public func rotate(
    passphrase: consuming sending Passphrase? = nil, cost: StretchingCost = .moderate
  ) throws(VaultError) -> RotatedKey {
    try checkWritable()
    let folder = try Self.openFolder(locations.vault)
    // Two lines of keys become one where both are at hand.
    if let change = knownKeyChange, !keys.absent.isEmpty { throw .keyChanged(change) }
    try refill()
    var device = try lockDevice(patience: patience)
    try checkUnchanged(folder)
    guard let keyFile = locations.keyFile else { throw .noVault(locations.vault) }
    guard Int(epoch) < VaultMarker.epochLimit else { throw .tooManyKeys(VaultMarker.epochLimit) }
    guard keys.past.united.count + keys.beside.count <= VaultMarker.unitedLimit else {
      throw .tooManyKeys(VaultMarker.unitedLimit)
    }
    let staged = FilePath(keyFile.string + VaultLocations.nextSuffix)
    let next = EpochKeys(try nextRoot(at: staged, passphrase, cost, in: folder))
    let packs: Set<ContentHash>
    do throws(VaultError) {
      packs = try begin(next, by: device.device, in: folder)
    } catch {
      // Nothing speaks of the new key yet.
      try? discardStagedKey(at: staged, in: folder)
      throw error
    }
    // Under the key before it would do as well.
    try? device.change(to: next, holding: history, packs, using: &generator)
    let place = try VaultError.naming(keyFile) { () throws(SystemFailure) in
      try locations.adopt(staged, as: next.root.keyID)
    }
    return RotatedKey(
      keyID: next.root.keyID, epoch: next.root.epoch, fingerprint: next.root.fingerprint,
      keyFile: place)
  }

  /// Seals everything anew, and then says that it is the next epoch.
  ///
  /// - Returns: the packs of that epoch.
  private func begin(
    _ next: EpochKeys, by device: UInt64, in folder: borrowing Folder
  ) throws(VaultError) -> Set<ContentHash> {
    let all = try everything(in: folder)
    let packs = try seal(all.entries, all.photos, under: next, by: device, in: folder)
    let marker = VaultMarker(
      vaultID: keys.vaultID, created: keys.marker.created, isFinished: false)
    let past = PastKeys(
      line: keys.past.line + [keys.current], united: keys.past.united + keys.beside)
    let keys = VaultKeys(marker: marker, current: next, past: past)
    let file = try Self.seal(marker, keys, using: &generator)
    try put(file, ContentHash(of: file.span), .vault, in: folder)
    return packs
  }

  /// Ends the epochs before: folds in what came late, and removes their files.
  ///
  /// The one purge: with these files goes the history of the cards that were removed when the key was
  /// changed. Files that come later are named by `verify`, and not read: whoever has an old key could have made
  /// them.
  ///
  /// - Returns: how many files were removed, and how many are left as the system kept them.
  /// - Throws: as `save`.
  public func finishRotation() throws(VaultError) -> (removed: Int, left: Int) {
    try checkWritable()
    // Where it was changed on two devices at once, one's changes would be out of reach for ever.
    if let change = knownKeyChange { throw .keyChanged(change) }
    let folder = try Self.openFolder(locations.vault)
    try refill()
    var device = try lockDevice(patience: patience)
    try checkUnchanged(folder)
    if keys.isSettled, keys.epoch > 0 { return try removeLeftovers(in: folder) }
    try checkWhole(folder)
    let all = try everything(in: folder)
    let packs = try seal(
      all.late, all.latePhotos, under: keys.current, by: device.device, in: folder)
    let marker = VaultMarker(
      vaultID: keys.vaultID, created: keys.marker.created, isFinished: true)
    let file = try Self.seal(marker, keys, using: &generator)
    let hash = ContentHash(of: file.span)
    try put(file, hash, .vault, in: folder)
    try? device.hold(history, contents.packHashes.union(packs), using: &generator)
    // Only what was opened: another vault's file may have got here.
    let old = try ownMarkers(in: folder).map(\.file).filter {
      $0.name != StoredKind.vault.name(hash)
    }
    let removed = try remove(all.oldFiles + old, in: folder)
    for earlier in keys.past.all {
      // A rotation that was stopped before another device changed the key may have left its own.
      let place = locations.keyDirectory.appending("\(earlier.id)")
      try? discardStagedKey(at: FilePath(place.string + VaultLocations.nextSuffix), in: folder)
      locations.removeKeyFile(of: earlier.id)
    }
    return (removed, all.oldFiles.count + old.count - removed)
  }

  /// Refuses to end an epoch of which something cannot be read: its key would be gone with it.
  private func checkWhole(_ folder: borrowing Folder) throws(VaultError) {
    let keys = keys
    let contents = try VaultError.naming(locations.vault) { () throws(SystemFailure) in
      try VaultContents(of: folder, keys: keys, .everything)
    }
    let damaged = contents.findings.paths(.damaged)
    if !damaged.isEmpty { throw .damaged(damaged) }
  }

  /// Removes files, so that they stay removed when the power fails.
  ///
  /// - Returns: how many the system let go.
  private func remove(
    _ files: [StoredFile], in folder: borrowing Folder
  ) throws(VaultError) -> Int {
    let count = files.count { folder.remove($0) }
    try VaultError.naming(locations.vault) { () throws(SystemFailure) in
      for name in Set(files.map(\.folder)) {
        guard let name else {
          try folder.sync()
          continue
        }
        if let inner = try Folder(name, in: folder) { try inner.sync() }
      }
    }
    return count
  }

  /// Removes what a finishing that was stopped left.
  private func removeLeftovers(
    in folder: borrowing Folder
  ) throws(VaultError) -> (removed: Int, left: Int) {
    let keys = keys
    let contents = try VaultError.naming(locations.vault) { () throws(SystemFailure) in
      try VaultContents(of: folder, keys: keys, .everything)
    }
    let removed = try remove(contents.leftovers, in: folder)
    return (removed, contents.leftovers.count - removed)
  }

  /// The files that make this a vault, of epochs whose key is at hand.
  func ownMarkers(in folder: borrowing Folder) throws(VaultError) -> [Markers.Marker] {
    let markers = try VaultError.naming(locations.vault) { () throws(SystemFailure) in
      try Markers(in: folder)
    }
    return markers.all.filter { marker in
      guard let keys = keys[marker.header.keyID] else { return false }
      return (try? keys.openSecret(marker.bytes.span, as: .vault).byteCount) != nil
    }
  }

  /// Makes the next key, which is on the disk then.
  private func nextRoot(
    at staged: FilePath, _ passphrase: consuming Passphrase?, _ cost: StretchingCost,
    in folder: borrowing Folder
  ) throws(VaultError) -> RootKey {
    try discardStagedKey(at: staged, in: folder)
    let next = epoch + 1
    let root = try VaultError.naming(keyFile: staged) { () throws(SealingError) in
      try RootKey.generate(epoch: next)
    }
    let stored: StoredKey
    do throws(SealingError) {
      stored = try StoredKey(root, passphrase: passphrase, cost: cost)
    } catch {
      throw VaultError(error, keyFile: staged)
    }
    try Self.write(stored, to: staged)
    return root
  }

  /// Takes away what a rotation left that was stopped before it counted: files that no vault file speaks of,
  /// and their key.
  private func discardStagedKey(
    at staged: FilePath, in folder: borrowing Folder
  ) throws(VaultError) {
    let id: KeyID
    do throws(SealingError) {
      id = try KeyFile.read(staged.string).keyID
    } catch {
      if error == .keyFile(.missing) { return }
      throw VaultError(error, keyFile: staged)
    }
    let files = try VaultError.naming(locations.vault) { () throws(SystemFailure) in
      try VaultListing(of: folder).files
    }
    for file in files {
      guard let start = try? folder.start(of: file.path, byteCount: EnvelopeHeader.byteCount),
        EnvelopeHeader(claimedBy: start.span)?.keyID == id
      else { continue }
      _ = folder.remove(file)
    }
    unsafe unlink(staged.string)
  }
}
