public import Cards
internal import Glibc
package import Sealing
internal import SystemPackage
public import VaultFormat

/// A segment's changes to one card.
package struct CardEdit {
  let card: CardID
  let kind: Revision.Kind
  package let changes: [FieldChange]

  package init(card: CardID, kind: Revision.Kind, changes: [FieldChange]) {
    self.card = card
    self.kind = kind
    self.changes = changes
  }
}

extension Vault {
  /// Writes the changes to these cards in one file, which is on the disk when this returns.
  ///
  /// Each card is compared with what this vault shows; unchanged cards are not written. A removed card comes back.
  /// `added` and `changed` are ignored: the vault sets them.
  ///
  /// - Parameter cards: new and changed cards; if several have the same id, the last counts.
  /// - Throws: `VaultError.newerFormat`, `.keyReplaced`, `.olderThanRemembered`, `.readOnly`, `.noSpace`,
  ///   `.permission`, `.inUse`, `.keyChangedMeanwhile`, `.tooLarge`, `.noGuardedMemory` or `.io`. No change
  ///   counts as made then.
  public func save(_ cards: consuming [Card]) throws(VaultError) {
    let wall = now()
    let edits = edits(toward: consume cards, at: wall)
    try write(consume edits, at: wall)
  }

  /// Removes cards, except unknown and already removed ones.
  ///
  /// Their history stays, and a concurrent edit on another device brings a card back.
  ///
  /// - Throws: like `save`.
  public func remove(_ ids: [CardID]) throws(VaultError) {
    var known: Set<CardID> = []
    try write(
      ids.map(joined.id).filter { entries[$0]?.card != nil && known.insert($0).inserted }
        .flatMap(removal), at: now())
  }

  /// Begins a command: one undo undoes everything saved until the next call.
  ///
  /// Without it, each save is undone on its own.
  public func beginCommand() { command = CommandID(using: &generator) }

  /// The edits that remove a card and all cards joined into it, so that none comes back if they are separated.
  func removal(of id: CardID) -> [CardEdit] {
    joined.members(of: id).map { CardEdit(card: $0, kind: .remove, changes: []) }
  }

  /// The edits that make cards look as given.
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
      let isRemoved = entries[id]?.card == nil
      guard !changes.list.isEmpty || isRemoved else { continue }
      // A raised maximum alone does not bring a removed card back (`Format.md`, section 6); the earliest moment
      // stays.
      let isMaxima = !changes.list.isEmpty && changes.list.allSatisfy { $0.mergeClass == .max }
      if isRemoved && isMaxima || Card(id: id, fields: fields).added == nil {
        changes.setAdded(wall)
      }
      edits.append(CardEdit(card: id, kind: .edit, changes: changes.list))
    }
    return edits.reversed()
  }

  /// Writes one segment.
  package func write(
    _ edits: consuming [CardEdit], at wall: Timestamp, undoing undone: ContentHash? = nil
  ) throws(VaultError) {
    guard !edits.isEmpty else { return }
    try checkAcceptsChanges()
    // Before moving to another key, which may bring segments that the person has not seen.
    let seen = history.seen
    var access = try lockForWriting()

    let touched = TouchedCards(edits.map(\.card))
    let payload = Segment.payload(
      device: access.device.device, sequence: access.device.nextSequence,
      previous: access.device.previous,
      seen: seen, clock: history.clock.next(at: wall), wall: wall,
      // The edits are freed here, because reading the payload copies everything in them.
      revisions: SegmentRevision.list(of: consume edits),
      undoes: undone, deviceName: access.device.name, command: command)
    let file = try seal(payload, as: .segment)
    let hash = ContentHash(of: file.span)
    // Readers refuse segments that are too large.
    guard let segment = try? Segment(payload: payload[...]) else {
      throw .tooLarge(byteCount: file.count)
    }
    try access.device.reserve(
      segment.sequence, segment.identity, in: hash, cards: touched, using: &generator)
    let stored = try put(file, hash, .segment, in: access.folder)
    // The change is on the disk; if the commit fails, `recover` repeats it.
    contents.add(segment, hash, in: stored)
    shown.add(segment)
    try? access.device.commit(holding: history, contents.proved, using: &generator)
    memory.follow(access.device, holding: history, contents.proved)
    compact(access)
    clearRetired(in: access.folder)
  }
}

extension SegmentRevision {
  fileprivate static func list(of edits: consuming [CardEdit]) -> [SegmentRevision] {
    edits.map { SegmentRevision(card: $0.card, kind: $0.kind, changes: $0.changes) }
  }
}

extension Vault {
  /// Subtracts an amount from a card's balance, and records that the card was used.
  ///
  /// What several devices spend at once adds up: `Format.md`, section 6, class 3.
  ///
  /// - Parameters:
  ///   - thousandths: the amount in thousandths of the balance's unit.
  ///   - id: the card; nothing happens if it is unknown or removed.
  /// - Throws: like `save`.
  public func spend(_ thousandths: Int64, from id: CardID) throws(VaultError) {
    try add(-thousandths, toBalanceOf: id, isUse: true)
  }

  /// Adds an amount to a card's balance; what several devices add and spend at once adds up, too.
  ///
  /// - Parameters:
  ///   - thousandths: the amount in thousandths of the balance's unit.
  ///   - id: the card; nothing happens if it is unknown or removed.
  /// - Throws: like `save`.
  public func topUp(_ thousandths: Int64, on id: CardID) throws(VaultError) {
    try add(thousandths, toBalanceOf: id, isUse: false)
  }

  private func add(
    _ thousandths: Int64, toBalanceOf id: CardID, isUse: Bool
  ) throws(VaultError) {
    let id = joined.id(of: id)
    guard entries[id]?.card != nil else { return }
    let wall = now()
    var changes = [
      FieldChange(
        field: CardField.balance.rawValue, mergeClass: .counter, operation: .add,
        value: UInt64(bitPattern: thousandths).bigEndianBytes)
    ]
    if isUse, let moment = FieldValues.moment(wall) {
      changes.append(
        FieldChange(
          field: CardField.lastUsed.rawValue, mergeClass: .max, operation: .set, value: moment))
    }
    try write([CardEdit(card: id, kind: .edit, changes: changes)], at: wall)
  }
}
