public import Cards
internal import Sealing

/// One change of a card, as it is shown to people.
public struct CardChange: Sendable, Hashable {
  /// When it was made, by the clock of the device that made it.
  public let made: Timestamp
  /// A number for the device that made it.
  public let device: UInt64
  /// Whether it was this machine, at this vault folder.
  public let isOwn: Bool
  /// The card after the change; `nil` when it was removed then.
  public let card: Card?
  /// Whether it took an earlier change back.
  public let isUndo: Bool
  /// Whether it was taken back later.
  public let isUndone: Bool
}

extension Vault {
  /// All changes of a card, the oldest first; also of one that was removed.
  ///
  /// - Complexity: quadratic in the number of changes.
  public func changes(of id: CardID) -> [CardChange] {
    let undone = undoneChanges
    let own = memory.state.device
    var revisions: [Revision] = []
    return saves(of: id, among: segmentsByDot).map { save in
      revisions.append(save.revision)
      return CardChange(
        made: save.revision.wall, device: save.segment.device,
        isOwn: save.segment.device == own, card: Self.entry(id, revisions).card,
        isUndo: save.segment.undoes != nil,
        isUndone: undone.contains(.init(segment: save.segment.identity, card: id)))
    }
  }

  /// Takes back the last change of a card that was not taken back yet, or of this machine's last save.
  ///
  /// Later changes of other fields stay. A change that makes no difference any more, as others changed the
  /// same since, is passed over for the one before.
  ///
  /// - Parameter id: the card; `nil` for all cards of this machine's last save.
  /// - Returns: the cards as they are now by id, `nil` for those that are gone; empty when there is nothing
  ///   to take back.
  /// - Throws: as `save`.
  public func undo(_ id: CardID? = nil) throws(VaultError) -> [CardID: Card?] {
    let undone = undoneChanges
    let own = memory.state.device
    let segments = segmentsByDot
    let candidates =
      id.map { saves(of: $0, among: segments).reversed().map(\.segment) }
      ?? history.segments.filter { $0.device == own }.sorted { $0.sequence > $1.sequence }
    let wall = now()
    for segment in candidates where segment.undoes == nil {
      var edits: [CardEdit] = []
      for card in segment.revisions.map(\.card) where id == nil || card == id {
        if undone.contains(.init(segment: segment.identity, card: card)) { continue }
        edits += self.edits(
          undoing: segment, of: card, saves: saves(of: card, among: segments), at: wall)
      }
      // What a changed key took away cannot be taken back, and an older change is not what was meant.
      if edits.isEmpty, id == nil,
        segment.revisions.contains(where: { entries[$0.card]?.isPurged ?? false })
      {
        return [:]
      }
      // What others have overwritten since has nothing left to take back.
      if edits.isEmpty { continue }
      try write(edits, at: wall, undoing: segment.identity)
      return Dictionary(uniqueKeysWithValues: edits.map { ($0.card, entries[$0.card]?.card) })
    }
    return [:]
  }

  /// What must change for a card to be as if a segment had not changed it; nothing when it makes no
  /// difference.
  private func edits(
    undoing segment: Segment, of card: CardID, saves: [Save], at wall: Timestamp
  ) -> [CardEdit] {
    guard let now = entries[card], !now.isPurged,
      let place = saves.firstIndex(where: { $0.segment.identity == segment.identity })
    else { return [] }
    let before = Self.entry(card, saves[..<place].map(\.revision)).card
    let after = Self.entry(card, saves[...place].map(\.revision)).card
    switch (before, after, now.card) {
    case (let before?, let after?, let now?):
      return edits(toward: [now.reverting(after, to: before)], at: wall)
    // It was removed, and is still what it was.
    case (_?, nil, nil): return edits(toward: [Card(id: card, fields: fields(of: card))], at: wall)
    case (nil, _?, _?): return [CardEdit(card: card, kind: .remove, changes: [])]
    default: return []
    }
  }

  private struct Undone: Hashable {
    let segment: ContentHash
    let card: CardID
  }

  /// What was taken back.
  private var undoneChanges: Set<Undone> {
    var undone: Set<Undone> = []
    for segment in history.segments {
      guard let target = segment.undoes else { continue }
      for revision in segment.revisions {
        undone.insert(Undone(segment: target, card: revision.card))
      }
    }
    return undone
  }

  /// What one segment did to a card.
  private typealias Save = (segment: Segment, revision: Revision)

  /// All segments, by the names of the writes that they are.
  private var segmentsByDot: [Dot: Segment] {
    Dictionary(
      history.segments.map { (history.dot(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The saves that changed a card, in the order in which they count.
  ///
  /// - Complexity: that of sorting them; not all segments are gone through.
  private func saves(of id: CardID, among segments: [Dot: Segment]) -> [Save] {
    (history.revisions[id] ?? []).sorted { ($0.clock, $0.dot) < ($1.clock, $1.dot) }
      .compactMap { revision in segments[revision.dot].map { ($0, revision) } }
  }
}
