public import Cards
internal import Glibc
internal import Sealing
internal import SystemPackage

extension Vault {
  /// Writes what is new in these cards, all in one file, which is on the disk when this returns.
  ///
  /// Each card is compared with what this vault showed; nothing new writes nothing. A card that had been
  /// removed comes back. When a card was added is for the vault to say: its `added` and `changed` are passed
  /// over.
  ///
  /// - Parameter cards: new and changed cards; of several with one id, the last counts.
  /// - Throws: `VaultError.newerFormat`, `.readOnly`, `.noSpace`, `.permission`, `.inUse`,
  ///   `.tooLarge`, `.noGuardedMemory` or `.io`. Then no change counts as made.
  public func save(_ cards: [Card]) throws(VaultError) {
    let wall = now()
    var edits: [CardEdit] = []
    var known: Set<CardID> = []
    for card in cards.reversed() where known.insert(card.id).inserted {
      let fields = entries[card.id]?.fields ?? MergedFields(merging: [])
      var changes = CardChanges(from: fields, to: card)
      guard !changes.list.isEmpty || entries[card.id]?.card == nil else { continue }
      if Card(id: card.id, fields: fields).added == nil { changes.setAdded(wall) }
      edits.append(CardEdit(card: card.id, kind: .edit, changes: changes.list))
    }
    try write(edits.reversed(), at: wall)
  }

  /// Removes cards; one that is unknown or removed already is passed over.
  ///
  /// Their history stays in the vault, and an edit that another device made meanwhile brings a card back.
  ///
  /// - Throws: as `save`.
  public func remove(_ ids: [CardID]) throws(VaultError) {
    var known: Set<CardID> = []
    try write(
      ids.filter { entries[$0]?.card != nil && known.insert($0).inserted }
        .map { CardEdit(card: $0, kind: .remove, changes: []) }, at: now())
  }

  private struct CardEdit {
    let card: CardID
    let kind: Revision.Kind
    let changes: [FieldChange]
  }

  private func write(_ edits: [CardEdit], at wall: Timestamp) throws(VaultError) {
    guard !edits.isEmpty else { return }
    guard history.newerFiles.isEmpty else { throw .newerFormat(history.newerFiles) }
    let vault = try Self.openFolder(locations.vault)
    let segments = try openSegments(vault)
    var device = try lockDevice()
    device.recover(segments: segments, history: history, using: &generator)

    let dot = Dot(device: device.device, sequence: device.nextSequence)
    let clock = history.clock.next(at: wall)
    let revisions = edits.map {
      Revision(
        card: $0.card, dot: dot, seen: history.seen, clock: clock, wall: wall, kind: $0.kind,
        changes: $0.changes)
    }
    let segment = Segment(
      dot: dot, previous: device.previous, previousHash: device.previousHash, revisions: revisions)
    let file = segmentKey.seal(segment.payload, using: &generator)
    guard file.count <= VaultLayout.fileByteLimit else { throw .tooLarge(byteCount: file.count) }
    let hash = ContentHash(of: file.span)
    let name = VaultLayout.segmentName(hash.bytes)
    try VaultError.naming(locations.stateDirectory) { () throws(SystemFailure) in
      try device.reserve(dot.sequence, hash: hash, using: &generator)
    }
    try VaultError.naming(locations.vault) { () throws(SystemFailure) in
      try WholeFile.write(
        file.span, to: name, in: segments.descriptor, existing: .kept)
    }
    // The change is on the disk; `recover` makes up for a commit that fails.
    try? device.commit(using: &generator)
    history.add(segment)
    for edit in edits {
      entries[edit.card] = Self.entry(edit.card, history.revisions[edit.card] ?? [])
    }
  }

  private func openSegments(_ vault: borrowing Folder) throws(VaultError) -> Folder {
    try VaultError.naming(locations.vault) { () throws(SystemFailure) in
      // Git carries no empty folder: it is made when first needed.
      try vault.make(VaultLayout.segments)
      guard let folder = try Folder(VaultLayout.segments, in: vault) else {
        throw SystemFailure(code: ENOENT)
      }
      return folder
    }
  }

  /// This machine's state for this vault folder; its name is a keyed hash of the folder's path.
  private func lockDevice() throws(VaultError) -> DeviceState {
    let path = unsafe realpath(locations.vault.string, nil)
    defer { unsafe free(path) }
    let resolved = unsafe path.map { unsafe String(cString: $0) } ?? locations.vault.string
    let name = try VaultError.naming(keyFile: locations.vault) { () throws(SealingError) in
      try root.deviceFolderKey().hash(of: Array(resolved.utf8)).hexadecimal
    }
    let key = try VaultError.naming(keyFile: locations.vault) { () throws(SealingError) in
      try root.envelopeKey(.deviceState)
    }
    return try DeviceState(
      at: locations.stateDirectory.appending(name), key: key, patience: patience)
  }
}
