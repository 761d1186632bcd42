internal import Cards
public import Sealing

/// What a merge brought into a vault.
public struct MergeOutcome: Sendable, Hashable {
  /// Cards that were not here before.
  public internal(set) var addedCount = 0
  /// Those of them that came from another vault, and wait for review.
  public internal(set) var draftCount = 0
  /// Those of the drafts that share a code with a card that was here, and differ from it.
  public internal(set) var duplicateCount = 0
  /// Cards of another vault that were not taken, as something on them is not what it may be.
  public internal(set) var leftOutCount = 0
  /// Cards that were here and show something else now.
  public internal(set) var changedCount = 0
  /// Cards that were here and are removed now.
  public internal(set) var removedCount = 0
  /// Fields that were changed on both sides at once and wait for a decision.
  public internal(set) var conflictCount = 0
  /// Files that were written into the vault.
  public internal(set) var fileCount = 0
  /// Their bytes together.
  public internal(set) var byteCount = 0
}

/// Bundles that come in: `Format.md`, section 7.
extension Vault {
  /// Takes in what a bundle holds and the vault does not; nothing new writes nothing.
  ///
  /// All of it is checked before anything is written. Of a bundle of this vault its saves are taken as they are;
  /// the cards of another vault become drafts of this one's own, once: their ids derive from where they
  /// come from and what they show. One that shows something else than before is another draft.
  ///
  /// - Parameters:
  ///   - bundle: the file.
  ///   - unlock: gives the root of a key that is wrapped by a passphrase: the bundle's, or another vault's.
  /// - Returns: what is new.
  /// - Throws: `VaultError.bundle`, as `save`, or what `unlock` throws. Then no card counts as taken in; what
  ///   was written by then is whole, and the same bundle again goes on from there.
  public func merge(
    _ bundle: consuming sending BundleFile,
    unlocking unlock: @Sendable (WrappedKey) throws(VaultError) -> sending RootKey =
      Vault.withoutPassphrase
  ) throws(VaultError) -> MergeOutcome {
    var opened = try BundleKeys(locations: locations, vault: keys).open(bundle, unlocking: unlock)
    return opened.origin == .thisVault ? try takeIn(&opened) : try adopt(&opened)
  }

  /// Checks a bundle to its last byte, without taking anything in.
  ///
  /// - Throws: `VaultError.bundle`, what the system says, or what `unlock` throws.
  public func summary(
    of bundle: consuming sending BundleFile,
    unlocking unlock: @Sendable (WrappedKey) throws(VaultError) -> sending RootKey =
      Vault.withoutPassphrase
  ) throws(VaultError) -> BundleSummary {
    var opened = try BundleKeys(locations: locations, vault: keys).open(bundle, unlocking: unlock)
    return try opened.summary()
  }

  /// Takes in the saves and photos of a bundle of this vault, as they are.
  func takeIn(_ bundle: inout OpenedBundle) throws(VaultError) -> MergeOutcome {
    // Also those of which a changed key took the content: an old bundle does not bring it back.
    let known = Set(history.segments.map(\.identity))
    let new = try bundle.check(besides: known)
    let newPhotos =
      new.photos.isEmpty ? [] : Set(new.photos.keys).subtracting(try photosHere())
    var outcome = MergeOutcome()
    if new.segments.isEmpty, newPhotos.isEmpty { return outcome }

    try checkWritable()
    let folder = try Self.openFolder(locations.vault)
    var device = try lockDevice(patience: patience)
    try checkUnchanged(folder)
    device.recover(vault: folder, history: history, using: &generator)
    var waiting: [Pack.Entry] = []
    var waitingByteCount = 0
    bundle.reader.rewind()
    while let item = try bundle.reader.next() {
      switch item {
      case .photo(let identity, let photo) where newPhotos.contains(identity):
        try put(photo, in: folder, &outcome)
      case .segment(let entry) where !known.contains(entry.identity):
        waiting.append(entry)
        waitingByteCount += entry.payload.count
        guard waitingByteCount >= Self.packByteCount else { continue }
        try pack(&waiting, by: device.device, in: folder, &outcome)
        waitingByteCount = 0
      default: continue
      }
    }
    try pack(&waiting, by: device.device, in: folder, &outcome)
    show(new.segments, &outcome)
    remember(as: &device)
    return outcome
  }

  private func pack(
    _ entries: inout [Pack.Entry], by device: UInt64, in folder: borrowing Folder,
    _ outcome: inout MergeOutcome
  ) throws(VaultError) {
    guard !entries.isEmpty else { return }
    try writePack(of: entries, replacing: [], by: device, in: folder)
    entries = []
    outcome.fileCount += 1
    outcome.byteCount += contents.packs.last?.byteCount ?? 0
  }

  /// Puts a photo into the vault.
  ///
  /// - Returns: the hash of its file.
  @discardableResult
  func put(
    _ photo: Cardvault_Vault_Photo, in folder: borrowing Folder, _ outcome: inout MergeOutcome
  ) throws(VaultError) -> ContentHash {
    let sealed = try seal(photo.bytes, as: .photo)
    let hash = ContentHash(of: sealed.span)
    try put(sealed, hash, .photo, in: folder)
    outcome.fileCount += 1
    outcome.byteCount += sealed.count
    return hash
  }

  private func photosHere() throws(VaultError) -> Set<ContentHash> {
    let folder = try Self.openFolder(locations.vault)
    return Set(try everything(in: folder, for: .bundle).photos.keys)
  }
}
