public import Cards
internal import Glibc
internal import Sealing
internal import SystemPackage
public import VaultFormat

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
    var access = try writeAccess()
    try reconcile(access)

    let revisions = edits.map {
      SegmentRevision(card: $0.card, kind: $0.kind, changes: $0.changes)
    }
    let payload = Segment.payload(
      device: access.device.device, sequence: access.device.nextSequence,
      previous: access.device.previous,
      seen: seen, clock: history.clock.next(at: wall), wall: wall, revisions: revisions,
      undoes: undone)
    let file = try seal(payload, as: .segment)
    let hash = ContentHash(of: file.span)
    // What no reader would take, for its size, is not written.
    guard let segment = try? Segment(payload: payload[...], identity: hash) else {
      throw .tooLarge(byteCount: file.count)
    }
    try access.device.reserve(
      access.device.nextSequence, hash: hash, cards: TouchedCards(edits.map(\.card)),
      using: &generator)
    let place = try put(file, hash, .segment, in: access.folder)
    // The change is on the disk; `recover` makes up for a commit that fails.
    contents.add(segment, in: place, age: .top)
    history.add(segment)
    try? access.device.commit(holding: history, contents.proved, using: &generator)
    memory.follow(access.device, holding: history, contents.proved)
    show(revisions)
    compact(access)
  }
}
