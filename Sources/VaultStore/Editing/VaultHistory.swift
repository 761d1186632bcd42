public import Cards
internal import Sealing
public import VaultFormat

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
  /// Whether it joined cards into one.
  public let isJoin: Bool
  /// Whether it parted cards that were joined.
  public let isParting: Bool
  /// The names of the cards that it joined with this one, or parted from it, as far as they are known.
  public let otherNames: [String]
}

extension Vault {
  /// All changes of a card, the oldest first; also of one that was removed.
  ///
  /// - Complexity: quadratic in the number of changes.
  public func changes(of id: CardID) -> [CardChange] {
    let undone = undoneChanges
    let own = memory.state.device
    let id = joined.id(of: id)
    let saves = saves(of: id, among: segmentsByDot)
    let joins = saves.filter { !$0.joinChanges.isEmpty }
    return saves.indices.compactMap { place in
      let save = saves[place]
      let (entry, members) = state(of: id, after: saves[...place])
      // What was changed on another card before they were one is that card's history; but what a join did
      // not know of came to the joined card.
      guard
        save.revisions.contains(where: { members.contains($0.card) })
          || !joins.contains(where: { $0.knew(save) })
      else { return nil }
      return CardChange(
        made: save.segment.wall, device: save.segment.device,
        isOwn: save.segment.device == own, card: entry.card,
        isUndo: save.segment.undoes != nil,
        isUndone: save.revisions.contains {
          undone.contains(.init(segment: save.segment.identity, card: $0.card))
        },
        isJoin: save.joinChanges.contains { $0.operation != .remove },
        isParting: save.joinChanges.contains { $0.operation == .remove },
        otherNames: otherNames(
          in: save, than: state(of: id, after: saves[..<place]).members, members))
    }
  }

  /// What the cards were called that one save joined with some, or parted from them.
  ///
  /// - Parameters:
  ///   - save: the save.
  ///   - before: the cards that were one before it.
  ///   - after: the cards that were one then.
  /// - Returns: the names, as far as they are known.
  private func otherNames(
    in save: Save, than before: [CardID], _ after: [CardID]
  ) -> [String] {
    let pairs = save.segment.revisions.flatMap { revision in
      revision.changes.compactMap { change -> [CardID]? in
        guard change.isJoin else { return nil }
        return CardID(change.value).map { [revision.card, $0] }
      }
    }
    if pairs.isEmpty { return [] }
    let own = Set(before).intersection(after)
    let clock = save.revisions[0].clock
    let others = Set(pairs.filter { !own.isDisjoint(with: $0) }.joined()).subtracting(own)
    return others.sorted().compactMap { id in
      let revisions = revisions(of: [id]).filter { $0.clock <= clock }
      return Self.entry(id, revisions).card?.name
    }.filter { !$0.isEmpty }
  }

  /// Takes back the last change of a card that was not taken back yet, or of this machine's last save.
  ///
  /// Later changes of other fields stay. A change that makes no difference any more, as others changed the
  /// same since, is skipped for the one before.
  ///
  /// - Parameter id: the card; `nil` for all cards of this machine's last save.
  /// - Returns: what became of which cards.
  /// - Throws: as `save`.
  public func undo(_ id: CardID? = nil) throws(VaultError) -> TakenBack {
    let undone = undoneChanges
    let own = memory.state.device
    let wanted = id.map(joined.id)
    let segments = segmentsByDot
    let candidates =
      wanted.map { saves(of: $0, among: segments).reversed().map(\.segment) }
      ?? history.segments.filter { $0.device == own }.sorted { $0.sequence > $1.sequence }
    let wall = now()
    for segment in candidates where segment.undoes == nil {
      var edits: [CardEdit] = []
      for card in Set(segment.revisions.map { joined.id(of: $0.card) }).sorted()
      where wanted == nil || card == wanted {
        let isUndone = joined.members(of: card).contains {
          undone.contains(.init(segment: segment.identity, card: $0))
        }
        if isUndone { continue }
        edits += self.edits(
          undoing: segment, of: card, saves: saves(of: card, among: segments), at: wall)
      }
      if edits.isEmpty, id == nil, let obstacle = obstacle(to: segment, undone, segments) {
        return TakenBack(obstacle: obstacle)
      }
      // What others have overwritten since has nothing left to take back.
      if edits.isEmpty { continue }
      // A card that others are parted from shows something else too.
      var changed = Set(edits.map { joined.id(of: $0.card) })
      try write(edits, at: wall, undoing: segment.identity)
      changed.formUnion(edits.map { joined.id(of: $0.card) })
      // Another device may have joined it the other way round.
      changed = Set(changed.map { joined.id(of: $0) })
      return TakenBack(
        cards: Dictionary(uniqueKeysWithValues: changed.map { ($0, entries[$0]?.card) }))
    }
    return TakenBack()
  }

  /// Why a segment cannot be taken back where an older change is not what was meant; `nil` where it was taken back,
  /// or others have changed since what it changed.
  private func obstacle(
    to segment: Segment, _ undone: Set<Undone>, _ segments: [Dot: Segment]
  ) -> TakenBack.Obstacle? {
    let left = segment.revisions.filter {
      !undone.contains(Undone(segment: segment.identity, card: $0.card))
    }
    // A join is taken back as a whole, whatever had to be written for that.
    let isJoin = segment.revisions.contains { $0.changes.contains(where: \.isJoin) }
    if left.isEmpty || isJoin && left.count < segment.revisions.count { return nil }
    if left.contains(where: { entries[joined.id(of: $0.card)]?.isPurged ?? false }) {
      return .purged
    }
    return hadEffect(segment, on: left.map(\.card), among: segments) ? nil : .decision
  }

  /// Whether a segment changed anything that is shown of cards, when it was written.
  private func hadEffect(
    _ segment: Segment, on cards: [CardID], among segments: [Dot: Segment]
  ) -> Bool {
    cards.contains { card in
      let saves = saves(of: card, among: segments)
      guard let place = saves.firstIndex(where: { $0.segment.identity == segment.identity }) else {
        return true
      }
      var before = state(of: card, after: saves[..<place]).entry.card
      let after = state(of: card, after: saves[...place]).entry.card
      before?.changed = after?.changed
      return before != after
    }
  }

  /// What must change for a card to be as if a segment had not changed it; nothing when it makes no
  /// difference.
  private func edits(
    undoing segment: Segment, of card: CardID, saves: [Save], at wall: Timestamp
  ) -> [CardEdit] {
    guard let now = entries[card], !now.isPurged,
      let place = saves.firstIndex(where: { $0.segment.identity == segment.identity })
    else { return [] }
    let before = state(of: card, after: saves[..<place]).entry.card
    let after = state(of: card, after: saves[...place]).entry.card
    let standing = joins(of: joined.members(of: card))
    let made = saves[place].joins.filter(standing.contains)
    if !made.isEmpty {
      // Parting cards that were removed since would bring one back.
      if now.card == nil { return [] }
      let wanted = before.flatMap { before in after.flatMap { now.card?.reverting($0, to: before) }
      }
      return edits(parting: made, leaving: wanted, card)
    }
    switch (before, after, now.card) {
    case (let before?, let after?, let now?):
      return edits(toward: [now.reverting(after, to: before)], at: wall)
    // It was removed, and is still what it was.
    case (_?, nil, nil): return edits(toward: [Card(id: card, fields: fields(of: card))], at: wall)
    // A card that was added and is part of another one now stays with that.
    case (nil, _?, _?) where joined.members(of: card).count == 1: return removal(of: card)
    default: return []
    }
  }

  private struct Undone: Hashable {
    let segment: ContentHash
    let card: CardID
  }

  /// What was taken back.
  private var undoneChanges: Set<Undone> {
    Set(
      history.segments.flatMap { segment in
        segment.undoes.map { target in
          segment.revisions.map { Undone(segment: target, card: $0.card) }
        } ?? []
      })
  }

  /// All segments, by the names of the writes that they are.
  private var segmentsByDot: [Dot: Segment] {
    Dictionary(
      history.segments.map { (history.dot(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The saves that changed a card or one that is joined with it, in the order in which they count.
  ///
  /// - Complexity: that of sorting them; not all segments are gone through.
  private func saves(of id: CardID, among segments: [Dot: Segment]) -> [Save] {
    Dictionary(grouping: revisions(of: joined.members(of: id)), by: \.dot)
      .sorted { ($0.value[0].clock, $0.key) < ($1.value[0].clock, $1.key) }
      .compactMap { dot, revisions in
        segments[dot].map { Save(segment: $0, revisions: revisions) }
      }
  }

  /// What a card was after some of its saves, and which cards it was then.
  private func state(
    of id: CardID, after saves: ArraySlice<Save>
  ) -> (entry: CardEntry, members: [CardID]) {
    let revisions = saves.flatMap(\.revisions)
    if joined.members(of: id).count == 1 { return (Self.entry(id, revisions), [id]) }
    let members = MergedCards(merging: revisions).joined.members(of: id)
    return (Self.entry(id, revisions.filter { members.contains($0.card) }), members)
  }
}

/// One save, as far as it changed a card.
private struct Save {
  let segment: Segment
  /// Of the card, and of those that are joined with it; at least one.
  let revisions: [Revision]

  /// What it says of which cards are one.
  var joinChanges: [FieldChange] { revisions.flatMap(\.changes).filter(\.isJoin) }

  /// The cards that it joined into others.
  var joins: [JoinedCards.Join] {
    revisions.flatMap { revision in
      revision.changes.compactMap { change in
        guard change.isJoin, change.operation != .remove else { return nil }
        return CardID(change.value).map { JoinedCards.Join(revision.card, into: $0) }
      }
    }
  }

  /// Whether its writer had seen another one.
  func knew(_ other: Save) -> Bool {
    revisions.contains { revision in
      other.revisions.contains { revision.seen.contains($0.dot) }
    }
  }
}
