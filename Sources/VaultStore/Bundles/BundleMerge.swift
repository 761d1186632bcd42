internal import Cards
public import Sealing
public import VaultFormat

// Merged and restored bundles: `Format.md`, section 7.

extension Vault {
  /// Merges everything in a bundle that the vault lacks; writes nothing if nothing is new.
  ///
  /// The whole bundle is checked before anything is written. Segments of this vault are kept as they are. Each card
  /// of another vault becomes a draft once: its id derives from its vault and its content, so a card with another
  /// content later is another draft.
  ///
  /// - Parameters:
  ///   - bundle: the file.
  ///   - takenIn: the segments that a person accepted from a bundle under another key of this vault; `nil` if
  ///     nobody was asked.
  ///   - unlock: returns the root of a key wrapped with a passphrase: the bundle's, or another vault's.
  /// - Returns: what is new.
  /// - Throws: `VaultError.bundle`, `.retiredSaves` if a person must be asked first, errors like those of `save`,
  ///   or an error from `unlock`. No card counts as merged then; files already written are complete, and merging
  ///   the bundle again continues there.
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

  /// Used outside the actor, so that nothing waits: finding a key may ask a person, and passphrases take time.
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

  /// Opens a bundle with the key that was found, or else the vault's.
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
    let new = try bundle.check(skipping: known)
    let isRetired = bundle.keys.id != keyID
    let newFiles = isRetired ? [] : new.files.filter { newFile(for: $0) != nil }
    var outcome = MergeOutcome()
    let wanted = try wanted(new.segments, isRetired: isRetired, takenIn)
    var newPhotos = new.photos
    if isRetired {
      // Anyone with a retired key could have added photos.
      let segments = history.segments + new.segments.filter { wanted.contains($0.identity) }
      newPhotos.formIntersection(segments.flatMap(\.photos))
    }
    if !newPhotos.isEmpty { newPhotos.subtract(try photosHere()) }
    let shown = try shownCards(in: &bundle)
    if wanted.isEmpty, newPhotos.isEmpty, newFiles.isEmpty {
      outcome.staysRemoved = removed(among: shown)
      return outcome
    }

    try checkAcceptsChanges()
    var access = try lockForWriting()
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
        guard let file = newFile(for: bytes), let hash = file.hash, let kind = file.kind else {
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
    self.shown.add(new.segments.filter { wanted.contains($0.identity) })
    outcome.count(from: before, to: self)
    remember(as: &access.device)
    // The merge may have brought some of them back.
    outcome.staysRemoved = removed(among: shown)
    return outcome
  }

  /// The cards of a bundle that are not removed in it; empty if nothing is removed here, since this reads the whole
  /// bundle and only matters for removed cards.
  private func shownCards(in bundle: inout OpenedBundle) throws(VaultError) -> [CardID] {
    guard entries.values.contains(where: { $0.card == nil }) else { return [] }
    return try bundle.check().cards.filter { !$0.value.isRemoved }.map(\.key)
  }

  /// Which of a bundle's cards are removed here and can be restored.
  func removed(among cards: some Sequence<CardID>) -> [CardID] {
    Set(cards.map(joined.id)).filter { isRestorable($0) }.sorted()
  }

  /// The segments to merge: all under the vault's key, and those that a person accepted under another one.
  private func wanted(
    _ new: [Segment], isRetired: Bool, _ takenIn: Set<ContentHash>?
  ) throws(VaultError) -> Set<ContentHash> {
    let all = Set(new.map(\.identity))
    guard isRetired, !new.isEmpty else { return all }
    guard let takenIn else { throw .retiredSaves(new.map { RetiredSave($0) }) }
    return all.intersection(takenIn)
  }

  /// Where to put a proved file of a free kind that is not here yet; `nil` for other files.
  private func newFile(for bytes: [UInt8]) -> StoredFile? {
    guard let header = EnvelopeHeader(claimedBy: bytes.span), StoredKind(header.kind) == .other,
      (try? keys.current.open(bytes.span, as: header.kind)) != nil
    else { return nil }
    let file = StoredFile(.other, ContentHash(of: bytes.span))
    guard let folder = try? Self.openFolder(locations.vault), !folder.holds(file.path) else {
      return nil
    }
    return file
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

  /// Makes the lost vault that a bundle comes from, without its cards: merging the bundle adds them, and continues if
  /// interrupted.
  ///
  /// The whole bundle is checked before anything is written.
  ///
  /// - Parameters:
  ///   - bundle: the file; its key must be available.
  ///   - locations: where everything goes. The vault's folder is missing, empty, or has only hidden files; missing
  ///     parents are made.
  ///   - unlock: returns the root of a key wrapped with a passphrase.
  /// - Throws: `VaultError.bundle` (`.makesNoVault`, `.ofAnotherVault` if there is no key for it),
  ///   `.vaultExists`, `.folderNotEmpty`, `.keyFileInsideVault`, `.readOnly`, `.noSpace`, `.permission`,
  ///   `.noGuardedMemory` or `.io`, or an error from `unlock`.
  public static func restore(
    from bundle: consuming BundleFile, at locations: VaultLocations,
    keyProvider unlock: KeyProvider = withoutPassphrase
  ) throws(VaultError) {
    if bundle.wrappedKey != nil { throw .bundle(.makesNoVault) }
    let keyFile = locations.keyFile(of: bundle.keyID)
    var opened = try BundleKeys(locations: locations, held: nil).open(bundle, keyProvider: unlock)
    let contents = try opened.check()
    let headers = headers(in: contents, opened.keys)
    guard !headers.isEmpty else { throw .bundle(.makesNoVault) }
    let folder = try emptyFolder(locations.vault)
    try checkPlace(of: keyFile, outside: folder)
    _ = try put(headers, in: folder)
  }

  /// Checks all of a bundle when there is no vault.
  ///
  /// - Throws: `VaultError.bundle`, the system's error, or an error from `unlock`.
  public static func summary(
    of bundle: consuming BundleFile, at locations: VaultLocations,
    keyProvider unlock: KeyProvider = withoutPassphrase
  ) throws(VaultError) -> BundleSummary {
    var opened = try BundleKeys(locations: locations, held: nil).open(bundle, keyProvider: unlock)
    return try opened.summary()
  }

  /// The headers of the vault that this key opens.
  private static func headers(
    in contents: OpenedBundle.Contents, _ key: DerivedKeys
  ) -> [[UInt8]] {
    contents.vaults.filter { file in
      guard let payload = try? key.openSecret(file.span, as: .vault) else { return false }
      return (try? VaultHeader(payload)) != nil
    }
  }
}
