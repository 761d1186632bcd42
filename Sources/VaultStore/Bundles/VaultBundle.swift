internal import Cards
public import Sealing
public import VaultFormat

/// Merges bundles: `Format.md`, section 7.
extension Vault {
  /// Merges everything in a bundle that the vault lacks; if there is nothing new, nothing is written.
  ///
  /// The whole bundle is checked before anything is written. Segments from a bundle of this vault are kept as they
  /// are; cards of another vault become drafts here, once: their ids derive from their vault and from what they
  /// show, so a card that shows something else later is another draft.
  ///
  /// - Parameters:
  ///   - bundle: the file.
  ///   - takenIn: for a bundle of this vault sealed under another of its keys, the segments that a person accepted; `nil` if nobody
  ///     was asked.
  ///   - unlock: returns the root of a key wrapped with a passphrase: the bundle's, or another vault's.
  /// - Returns: what is new.
  /// - Throws: `VaultError.bundle`, `.retiredSaves` if a person must be asked first, like `save`, or an
  ///   error from `unlock`. No card counts as merged then; files already written are complete, and merging the
  ///   same bundle again continues from there.
  public nonisolated func merge(
    _ bundle: consuming sending BundleFile, takingIn takenIn: Set<ContentHash>? = nil,
    keyProvider unlock: KeyProvider = withoutPassphrase
  ) async throws(VaultError) -> MergeOutcome {
    let key = try bundleKeys.key(for: bundle, keyProvider: unlock)
    return try await merge(bundle, openedBy: key, takingIn: takenIn)
  }

  /// Checks all of a bundle without merging it.
  ///
  /// - Throws: `VaultError.bundle`, the system's error, or an error from `unlock`.
  public nonisolated func summary(
    of bundle: consuming sending BundleFile, keyProvider unlock: KeyProvider = withoutPassphrase
  ) async throws(VaultError) -> BundleSummary {
    let key = try bundleKeys.key(for: bundle, keyProvider: unlock)
    return try await summary(of: bundle, openedBy: key)
  }

  /// Finds keys outside the actor, so that nothing waits for it: a person may be asked, and passphrases need
  /// time.
  private nonisolated var bundleKeys: BundleKeys { BundleKeys(locations: locations, held: keyID) }

  private func merge(
    _ bundle: consuming sending BundleFile, openedBy key: sending BundleKeys.Found?,
    takingIn takenIn: Set<ContentHash>?
  ) throws(VaultError) -> MergeOutcome {
    var opened = try open(bundle, by: key)
    return opened.origin == .thisVault
      ? try takeIn(&opened, takingIn: takenIn) : try adopt(&opened, takingIn: takenIn)
  }

  private func summary(
    of bundle: consuming sending BundleFile, openedBy key: sending BundleKeys.Found?
  ) throws(VaultError) -> BundleSummary {
    var opened = try open(bundle, by: key)
    return try opened.summary()
  }

  /// Opens a bundle with a key that was found, or one of the vault's own.
  private func open(
    _ bundle: consuming BundleFile, by key: BundleKeys.Found?
  ) throws(VaultError) -> OpenedBundle {
    if let key {
      let isOwn = key.origin == .anotherVault && keys.header.earlier.contains(key.keys.id)
      return try OpenedBundle(bundle, by: key.keys, isOwn ? .thisVault : key.origin)
    }
    let id = bundle.keyID
    if id == keyID { return try OpenedBundle(bundle, by: keys.current, .thisVault) }
    let successor = notices.first { $0.key == id }?.successor(locations)
    throw .bundle(successor.map { .needsKey($0) } ?? .ofAnotherVault)
  }

  /// Merges the segments and photos of a bundle of this vault unchanged.
  func takeIn(
    _ bundle: inout OpenedBundle, takingIn takenIn: Set<ContentHash>?
  ) throws(VaultError) -> MergeOutcome {
    let known = Set(history.segments.map(\.identity))
    let new = try bundle.check(besides: known)
    let isRetired = bundle.keys.id != keyID
    let newFiles = isRetired ? [] : new.files.filter { newPlace(of: $0) != nil }
    var outcome = MergeOutcome()
    let wanted = try wanted(new.segments, isRetired: isRetired, takenIn)
    var newPhotos = new.photos
    if isRetired {
      // Anyone with a retired key could have put any photos there.
      let segments = history.segments + new.segments.filter { wanted.contains($0.identity) }
      newPhotos.formIntersection(segments.flatMap(\.photos))
    }
    if !newPhotos.isEmpty { newPhotos.subtract(try photosHere()) }
    let shown = try shownCards(in: &bundle)
    if wanted.isEmpty, newPhotos.isEmpty, newFiles.isEmpty {
      outcome.staysRemoved = removed(among: shown)
      return outcome
    }

    try checkWritable()
    var access = try writeAccess()
    var waiting: [Pack.Entry] = []
    var waitingByteCount = 0
    bundle.reader.rewind()
    while let item = try bundle.reader.next() {
      switch item {
      case .photo(let identity, let photo) where newPhotos.contains(identity):
        try put(photo, in: access.folder, &outcome)
      case .segment(let entry) where wanted.contains(entry.identity):
        waiting.append(entry)
        waitingByteCount += entry.payload.count
        guard waitingByteCount >= Self.packByteCount else { continue }
        try pack(&waiting, by: access.device.device, in: access.folder, &outcome)
        waitingByteCount = 0
      case .file(let bytes) where !isRetired:
        guard let place = newPlace(of: bytes), let hash = place.hash, let kind = place.kind else {
          continue
        }
        try put(bytes, hash, kind, in: access.folder)
        outcome.fileCount += 1
        outcome.byteCount += bytes.count
      default: continue
      }
    }
    try pack(&waiting, by: access.device.device, in: access.folder, &outcome)
    let before = entries
    show(new.segments.filter { wanted.contains($0.identity) })
    outcome.count(from: before, to: entries)
    remember(as: &access.device)
    // What the bundle adds may bring some of them back.
    outcome.staysRemoved = removed(among: shown)
    return outcome
  }

  /// The cards of a bundle that are not removed in it; none if nothing is removed here, as only the removed ones
  /// are asked about and the whole bundle has to be read for them.
  private func shownCards(in bundle: inout OpenedBundle) throws(VaultError) -> [CardID] {
    guard entries.values.contains(where: { $0.card == nil }) else { return [] }
    return try bundle.check().cards.filter { !$0.value.isRemoved }.map(\.key)
  }

  /// Those of a bundle's cards that are removed here and can be brought back.
  func removed(among cards: some Sequence<CardID>) -> [CardID] {
    Set(cards.map(joined.id)).filter { isRestorable($0) }.sorted()
  }

  /// Which segments of a bundle to merge: all under the vault's key, and under another those that a person accepted.
  private func wanted(
    _ new: [Segment], isRetired: Bool, _ takenIn: Set<ContentHash>?
  ) throws(VaultError) -> Set<ContentHash> {
    let all = Set(new.map(\.identity))
    guard isRetired, !new.isEmpty else { return all }
    guard let takenIn else { throw .retiredSaves(new.map { RetiredSave($0) }) }
    return all.intersection(takenIn)
  }

  /// The place for a file of a free kind that is not here yet; `nil` for other files, and for any that the key does not
  /// prove.
  private func newPlace(of bytes: [UInt8]) -> StoredFile? {
    guard let header = EnvelopeHeader(claimedBy: bytes.span), StoredKind(header.kind) == .other,
      (try? keys.current.open(bytes.span, as: header.kind)) != nil
    else { return nil }
    let place = StoredFile(.other, ContentHash(of: bytes.span))
    guard let folder = try? Self.openFolder(locations.vault), !folder.holds(place.path) else {
      return nil
    }
    return place
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

  /// The photos that are here.
  func photosHere() throws(VaultError) -> Set<ContentHash> {
    Set(try judgedAnew().payloads.filter { $0.value.kind == .photo }.keys)
  }
}
