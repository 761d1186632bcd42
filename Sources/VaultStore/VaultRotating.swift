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
  ///   - unlock: asked when a rotation that was stopped left a wrapped key.
  /// - Returns: the new key's names, and where it lies.
  /// - Throws: as `save`, and `VaultError.keyFile`.
  public func rotate(
    passphrase: consuming sending Passphrase? = nil, cost: StretchingCost = .moderate,
    unlocking unlock: Unlocking = Vault.withoutPassphrase
  ) throws(VaultError) -> RotatedKey {
    try checkWritable()
    let folder = try Self.openFolder(locations.vault)
    let device = try lockDevice(patience: patience)
    try checkUnchanged(folder)
    guard Int(epoch) < VaultMarker.epochLimit, let keyFile = locations.keyFile else {
      throw .tooLarge(byteCount: 0)
    }
    let staged = FilePath(keyFile.string + VaultLocations.nextSuffix)
    let root = try nextRoot(at: staged, passphrase, cost, unlock)
    let next = EpochKeys(root)
    let keys = VaultKeys(
      marker: VaultMarker(vaultID: keys.vaultID, created: keys.marker.created, isFinished: false),
      current: next, earlier: keys.earlier + [keys.current])

    let all = try everything(in: folder)
    try seal(all.entries, all.photos, under: next, by: device.device, in: folder)
    let marker = try Self.seal(keys.marker, keys, using: &generator)
    try put(marker, ContentHash(of: marker.span), .vault, in: folder)
    let place = try VaultError.naming(keyFile) { () throws(SystemFailure) in
      try locations.adopt(staged, as: next.root.keyID)
    }
    return RotatedKey(
      keyID: next.root.keyID, epoch: next.root.epoch, fingerprint: next.root.fingerprint,
      keyFile: place)
  }

  /// Ends the epochs before: folds in what came late, and removes their files.
  ///
  /// The one purge: with these files goes the history of the cards that were removed when the key was
  /// changed. What cannot be opened stays, and is named by `verify`.
  ///
  /// - Returns: how many files were removed, and how many are left as the system kept them.
  /// - Throws: as `save`.
  public func finishRotation() throws(VaultError) -> (removed: Int, left: Int) {
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
    let old = markerNames.subtracting([StoredKind.vault.name(hash)]).sorted()
      .map { StoredFile(folder: nil, name: $0) }
    let removed = (all.oldFiles + old).count { folder.remove($0) }
    for earlier in keys.earlier { locations.removeKeyFile(of: earlier.root.keyID) }
    return (removed, all.oldFiles.count + old.count - removed)
  }

  /// The key that a stopped rotation left, or a new one that is on the disk.
  private func nextRoot(
    at staged: FilePath, _ passphrase: consuming Passphrase?, _ cost: StretchingCost,
    _ unlock: Unlocking
  ) throws(VaultError) -> RootKey {
    switch try leftRoot(at: staged, unlock) {
    case .some(let root): return root
    case .none: break
    }
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

  private func leftRoot(
    at staged: FilePath, _ unlock: Unlocking
  ) throws(VaultError) -> RootKey? {
    let left: StoredKey
    do throws(SealingError) {
      left = try KeyFile.read(staged.string)
    } catch {
      if error == .keyFile(.missing) { return nil }
      throw VaultError(error, keyFile: staged)
    }
    guard left.epoch == epoch + 1 else {
      unsafe unlink(staged.string)
      return nil
    }
    return try Self.root(of: left, unlocking: unlock)
  }
}
