public import Cards
internal import Glibc
internal import Sealing
internal import SystemPackage

/// What a save does to one card.
struct CardEdit {
  let card: CardID
  let kind: Revision.Kind
  let changes: [FieldChange]
}

extension Vault {
  /// Writes what is new in these cards, all in one file, which is on the disk when this returns.
  ///
  /// Each card is compared with what this vault showed; nothing new writes nothing. A card that had been
  /// removed comes back. When a card was added is for the vault to say: its `added` and `changed` are
  /// skipped.
  ///
  /// - Parameter cards: new and changed cards; of several with one id, the last counts.
  /// - Throws: `VaultError.newerFormat`, `.keyReplaced`, `.olderThanRemembered`, `.readOnly`, `.noSpace`, `.permission`, `.inUse`,
  ///   `.keyChangedMeanwhile`, `.tooLarge`, `.noGuardedMemory` or `.io`. Then no change counts as made.
  public func save(_ cards: [Card]) throws(VaultError) {
    let wall = now()
    try write(edits(toward: cards, at: wall), at: wall)
  }

  /// Removes cards; one that is unknown or removed already is skipped.
  ///
  /// Their history stays in the vault, and an edit that another device made meanwhile brings a card back.
  ///
  /// - Throws: as `save`.
  public func remove(_ ids: [CardID]) throws(VaultError) {
    var known: Set<CardID> = []
    try write(
      ids.map(joined.id).filter { entries[$0]?.card != nil && known.insert($0).inserted }
        .flatMap(removal), at: now())
  }

  /// What removes a card: all that were joined into it too, or one of them would come back if they are
  /// ever parted.
  func removal(of id: CardID) -> [CardEdit] {
    joined.members(of: id).map { CardEdit(card: $0, kind: .remove, changes: []) }
  }

  /// What must change for cards to be as they are given.
  func edits(toward cards: [Card], at wall: Timestamp) -> [CardEdit] {
    var edits: [CardEdit] = []
    var known: Set<CardID> = []
    for card in cards.reversed() {
      let id = joined.id(of: card.id)
      guard known.insert(id).inserted else { continue }
      let fields = fields(of: id)
      if fields.values.isEmpty {
        let changes = CardChanges(adding: card, at: wall).list
        edits.append(CardEdit(card: id, kind: .edit, changes: changes))
        continue
      }
      var changes = CardChanges(from: fields, to: card)
      guard !changes.list.isEmpty || entries[id]?.card == nil else { continue }
      if Card(id: id, fields: fields).added == nil { changes.setAdded(wall) }
      edits.append(CardEdit(card: id, kind: .edit, changes: changes.list))
    }
    return edits.reversed()
  }

  /// Writes one segment.
  func write(
    _ edits: [CardEdit], at wall: Timestamp, undoing undone: ContentHash? = nil
  ) throws(VaultError) {
    guard !edits.isEmpty else { return }
    try checkWritable()
    // What the person had seen: what is saved anew now was not shown.
    let seen = history.seen
    let folder = try Self.openFolder(locations.vault)
    var device = try lockDevice(patience: patience)
    try checkUnchanged(folder)
    device.recover(vault: folder, history: history, using: &generator)
    try reconcile(folder, device)

    let revisions = edits.map {
      SegmentRevision(card: $0.card, kind: $0.kind, changes: $0.changes)
    }
    let payload = Segment.payload(
      device: device.device, sequence: device.nextSequence, previous: device.previous,
      seen: seen, clock: history.clock.next(at: wall), wall: wall, revisions: revisions,
      undoes: undone)
    let file = try seal(payload, as: .segment)
    let hash = ContentHash(of: file.span)
    // What no reader would take, for its size, is not written.
    guard let segment = try? Segment(payload: payload[...], identity: hash) else {
      throw .tooLarge(byteCount: file.count)
    }
    try device.reserve(
      device.nextSequence, hash: hash, cards: TouchedCards(edits.map(\.card)), using: &generator)
    let place = try put(file, hash, .segment, in: folder)
    // The change is on the disk; `recover` makes up for a commit that fails.
    contents.add(segment, in: place, age: .top)
    history.add(segment)
    try? device.commit(holding: history, contents.proved, using: &generator)
    memory.follow(device, holding: history, contents.proved)
    show(revisions)
    tidy(folder, device.device)
  }

  /// Refuses a vault that this program must only read.
  func checkWritable() throws(VaultError) {
    let newer = contents.findings.paths(.newer)
    if !newer.isEmpty { throw .newerFormat(newer) }
    if let currentSuccessor { throw .keyReplaced(currentSuccessor) }
    if memory.isOfAbsentKey { throw .olderThanRemembered(locations.vault) }
  }

  /// Refuses to go on with a key that was replaced since the vault was opened.
  func checkUnchanged(_ folder: borrowing Folder) throws(VaultError) {
    let path = locations.vault
    let headers = try VaultError.naming(path) { () throws(SystemFailure) in
      try HeaderFiles(in: path)
    }
    guard headers.all.contains(where: { $0.header.keyID == keyID }) else {
      throw .vaultFileMissing(path)
    }
    let hasNewHeader = headers.all.contains { candidate in
      guard !keyFiles.headers.contains(candidate.file.name),
        keys.age(of: candidate.header.keyID) == .top, let bytes = candidate.bytes(provedBy: keys)
      else { return false }
      // Not a copy of one that is known.
      return !keyFiles.headers.contains(StoredKind.vault.name(ContentHash(of: bytes.span)))
    }
    let names = KeyNames.notices(in: folder)
    let hasNewNotice =
      !names.isSubset(of: keyFiles.notices)
      && SuccessorNotice.all(in: folder) { [keys] in keys[$0] }.contains { notice in
        notice.under == keyID && !notices.contains(notice)
      }
    if hasNewHeader || hasNewNotice { throw .keyChangedMeanwhile(path) }
  }

  /// Seals a payload under the current key.
  func seal(_ payload: [UInt8], as kind: EnvelopeKind) throws(VaultError) -> [UInt8] {
    let file: [UInt8]
    do throws(SealingError) {
      file = try keys.current.seal(payload, as: kind, using: &generator)
    } catch {
      throw .noGuardedMemory
    }
    guard file.count <= VaultLayout.fileByteLimit else { throw .tooLarge(byteCount: file.count) }
    return file
  }

  /// Gives a sealed file its place in the vault; it is on the disk when this returns.
  @discardableResult
  func put(
    _ file: [UInt8], _ hash: ContentHash, _ kind: StoredKind, in vault: borrowing Folder
  ) throws(VaultError) -> StoredFile {
    let place = StoredFile(kind, hash)
    knownIndex = nil
    try Self.put(file, at: place, in: vault, of: locations.vault)
    // Whoever made its folder may have been stopped before the disk knew its name.
    if kind.folder != nil, contents.loose.isEmpty && contents.packs.isEmpty {
      try VaultError.naming(locations.vault) { () throws(SystemFailure) in try vault.sync() }
    }
    return place
  }

  /// The same where no vault is open.
  static func put(
    _ file: [UInt8], at place: StoredFile, in vault: borrowing Folder, of path: FilePath
  ) throws(VaultError) {
    try VaultError.naming(path) { () throws(SystemFailure) in
      // Git carries no empty folder: it is made when first needed.
      if let name = place.folder { try vault.make(name) }
      guard let folder = try Folder(place.folder ?? ".", in: vault) else {
        throw SystemFailure(code: ENOENT)
      }
      try WholeFile.write(file.span, to: place.name, in: folder.descriptor, existing: .kept)
    }
  }

  /// This machine's state for this vault folder, under its lock.
  func lockDevice(patience: Duration) throws(VaultError) -> DeviceState {
    try DeviceState(at: locations, keys: keys, patience: patience)
  }
}
