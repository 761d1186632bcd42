internal import Cards
internal import Glibc
internal import Sealing
internal import SystemPackage

/// A new key for a vault, in an order that survives a stop anywhere: `Format.md`, section 8.
extension Vault {
  /// Changes the vault's key; this value goes on with the old one and can change nothing any more.
  ///
  /// - Parameters:
  ///   - wrapping: the form in which the new key is stored.
  ///   - unlocking: asked when a rotation that was stopped left a wrapped key.
  /// - Returns: where the new key lies.
  /// - Throws: as `save`, and `VaultError.keyFile`.
  public func rotate(
    wrapping: Wrapping = noWrapping, unlocking: Unlocking = noUnlocking
  ) throws(VaultError) -> FilePath {
    try checkWritable()
    let folder = try Self.openFolder(locations.vault)
    let device = try lockDevice(patience: patience)
    try checkUnchanged(folder)
    guard Int(epoch) < VaultMarker.epochLimit, let keyFile = locations.keyFile else {
      throw .tooLarge(byteCount: 0)
    }
    let staged = FilePath(keyFile.string + VaultLocations.nextSuffix)
    let root = try nextRoot(at: staged, wrapping, unlocking)
    let next = EpochKeys(root)
    let keys = VaultKeys(
      marker: VaultMarker(vaultID: keys.vaultID, created: keys.marker.created, isFinished: false),
      current: next, earlier: keys.earlier + [keys.current])

    let all = try everything(in: folder)
    try seal(all.entries, all.photos, under: next, by: device.device, in: folder)
    let marker = try Self.seal(keys.marker, keys, using: &generator)
    try put(marker, ContentHash(of: marker.span), .vault, in: folder)
    return try VaultError.naming(keyFile) { () throws(SystemFailure) in
      try locations.adopt(staged, as: next.root.keyID)
    }
  }

  /// Ends the epochs before: folds in what came late, and removes their files.
  ///
  /// The one purge: with these files goes the history of the cards that were removed when the key was
  /// changed. What cannot be opened stays, and is named by `verify`.
  ///
  /// - Returns: how many files were removed.
  /// - Throws: as `save`.
  public func finishRotation() throws(VaultError) -> Int {
    try checkWritable()
    let folder = try Self.openFolder(locations.vault)
    let device = try lockDevice(patience: patience)
    try checkUnchanged(folder)
    let all = try everything(in: folder)
    try seal(all.late, all.latePhotos, under: keys.current, by: device.device, in: folder)
    let marker = VaultMarker(
      vaultID: keys.vaultID, created: keys.marker.created, isFinished: true)
    let file = try Self.seal(marker, keys, using: &generator)
    let hash = ContentHash(of: file.span)
    try put(file, hash, .vault, in: folder)
    var count = 0
    for old in all.oldFiles where folder.remove(old) { count += 1 }
    fsync(folder.descriptor)
    for name in markerNames where name != StoredKind.vault.name(hash) {
      if folder.remove(StoredFile(folder: nil, name: name)) { count += 1 }
    }
    fsync(folder.descriptor)
    for earlier in keys.earlier { locations.removeKeyFile(of: earlier.root.keyID) }
    return count
  }

  /// The key that a stopped rotation left, or a new one that is on the disk.
  private func nextRoot(
    at staged: FilePath, _ wrapping: Wrapping, _ unlocking: Unlocking
  ) throws(VaultError) -> RootKey {
    do throws(SealingError) {
      switch try KeyFile.read(staged.string) {
      case .plain(let root) where root.epoch == epoch + 1: return root
      case .wrapped(let wrapped) where wrapped.epoch == epoch + 1:
        return try unlocking(wrapped, staged)
      default: unsafe unlink(staged.string)
      }
    } catch {
      guard error == .keyFile(.missing) else { throw VaultError(error, keyFile: staged) }
    }
    let root: RootKey
    let copy: RootKey
    do throws(SealingError) {
      root = try RootKey.generate(epoch: epoch + 1)
      copy = try root.copy()
    } catch {
      throw VaultError(error, keyFile: staged)
    }
    try Self.write(try wrapping(copy), to: staged)
    return root
  }
}
