public import Cards
internal import Sealing
public import VaultFormat

/// The result of undoing a change.
public struct TakenBack: Sendable, Hashable {
  /// The affected cards as they are now, by id, `nil` if removed; empty if nothing was undone.
  public var cards: [CardID: Card?] = [:]
  /// The ids of these cards in the order in which the change saved them; others that the undo touched come last.
  public var order: [CardID] = []
  /// The cards whose later changes were skipped, because undoing them would change nothing.
  public var skipped: [CardID] = []
}

extension Vault {
  /// Undoes the last command that changed a card, or this machine's last command.
  ///
  /// Later changes to other fields stay. A command is skipped if undoing it makes no difference: because it was
  /// undone, others have changed the same fields since, it kept the shown value, or its card was removed.
  ///
  /// - Parameter id: the card; `nil` for all cards that this machine's last command changed.
  /// - Returns: the cards that changed, and those whose changes were skipped.
  /// - Throws: like `save`.
  public func undo(_ id: CardID? = nil) throws(VaultError) -> TakenBack {
    let undone = undoneChanges
    let own = memory.state.device
    let wanted = id.map(joined.id)
    let segments = segmentsByDot
    let candidates =
      wanted.map { parts(of: $0, among: segments).reversed().map(\.segment) }
      ?? history.segments.filter { $0.device == own }.sorted { $0.sequence > $1.sequence }
    let wall = now()
    var skipped: [CardID] = []
    for group in Self.commands(of: candidates.filter { $0.undoes == nil }) {
      let identities = Set(group.map(\.identity))
      var edits: [CardEdit] = []
      var idle: [CardID] = []
      let saved = group.sorted { $0.sequence < $1.sequence }.flatMap(\.revisions)
      for card in Self.distinct(saved.map { joined.id(of: $0.card) })
      where wanted == nil || card == wanted {
        let members = joined.members(of: card)
        if identities.contains(where: { undone.undoes($0, of: members) }) { continue }
        let parts = parts(of: card, among: segments)
        let ignored = Set(
          parts.map(\.segment).filter {
            $0.undoes != nil || undone.undoes($0.identity, of: members)
          }.map(\.identity))
        let found = self.edits(
          undoing: identities, of: card, parts: parts, ignoring: ignored, at: wall)
        if found.isEmpty { idle.append(card) }
        edits += found
      }
      if edits.isEmpty {
        skipped += idle
        continue
      }
      // Cards separated from one another change, too.
      var changed = Set(edits.map { joined.id(of: $0.card) })
      try write(edits, at: wall, undoing: group[0].identity)
      changed.formUnion(edits.map { joined.id(of: $0.card) })
      // Another device may have joined them in the opposite direction.
      changed = Set(changed.map { joined.id(of: $0) })
      let order = saved.map { joined.id(of: $0.card) }.filter(changed.contains)
      return TakenBack(
        cards: Dictionary(uniqueKeysWithValues: changed.map { ($0, entries[$0]?.card) }),
        order: Self.distinct(order + changed.sorted()), skipped: Self.distinct(skipped + idle))
    }
    return TakenBack()
  }

  /// The ids in order, without duplicates.
  private static func distinct(_ ids: [CardID]) -> [CardID] {
    var known: Set<CardID> = []
    return ids.filter { known.insert($0).inserted }
  }

  /// Groups segments by command, in the order of each command's first segment.
  private static func commands(of segments: [Segment]) -> [[Segment]] {
    var groups: [[Segment]] = []
    var indices: [WrittenCommand: Int] = [:]
    for segment in segments {
      if let command = WrittenCommand(segment) {
        if let index = indices[command] {
          groups[index].append(segment)
          continue
        }
        indices[command] = groups.count
      }
      groups.append([segment])
    }
    return groups
  }

  /// The edits that undo one command's segments for a card; none if that makes no difference.
  ///
  /// `parts` are all segments that changed the card; those that were undone, or that undid others, are `ignored`.
  private func edits(
    undoing segments: Set<ContentHash>, of card: CardID, parts: [SegmentPart],
    ignoring ignored: Set<ContentHash>, at wall: Timestamp
  ) -> [CardEdit] {
    let indices = parts.indices.filter { segments.contains(parts[$0].segment.identity) }
    guard let now = entries[card], let first = indices.first, let last = indices.last else {
      return []
    }
    let before = state(of: card, after: parts[..<first]).entry.card
    let after = state(of: card, after: parts[...last]).entry.card
    let standing = joins(of: joined.members(of: card))
    let made = indices.flatMap { parts[$0].joins }.filter(standing.contains)
    if !made.isEmpty {
      // Separating cards that have been removed would bring one back.
      if now.card == nil { return [] }
      let wanted = before.flatMap { before in after.flatMap { now.card?.reverting($0, to: before) }
      }
      return edits(parting: made, leaving: wanted, card)
    }
    switch (before, after, now.card) {
    case (_?, _?, _?):
      let changes = reversal(of: indices, on: card, among: parts, ignoring: ignored)
      return changes.isEmpty ? [] : [CardEdit(card: card, kind: .edit, changes: changes)]
    // It was removed and still is: it comes back, with any changes made meanwhile.
    case (_?, nil, nil): return edits(toward: [Card(id: card, fields: fields(of: card))], at: wall)
    // An added card that is now part of another one stays there.
    case (nil, _?, _?) where joined.members(of: card).count == 1:
      // A restored card that is removed again gets its earlier content back, too.
      let wasHere = parts[..<first].contains { $0.revisions.contains(where: \.describesCard) }
      let changes =
        wasHere ? reversal(of: indices, on: card, among: parts, ignoring: ignored) : []
      return [CardEdit(card: card, kind: .remove, changes: changes)]
    default: return []
    }
  }

  /// The changes that undo segments of a card one by one, the latest first, so that what others saved in between
  /// stays.
  private func reversal(
    of indices: [Int], on card: CardID, among parts: [SegmentPart],
    ignoring ignored: Set<ContentHash>
  ) -> [FieldChange] {
    let stored = fields(of: card)
    let now = Card(id: card, fields: stored)
    var wanted = now
    for index in indices.reversed() {
      // Even while it was removed, so that changes made by restoring it are undone, too.
      let before = Card(id: card, fields: fields(of: card, after: parts[..<index]))
      let after = Card(id: card, fields: fields(of: card, after: parts[...index]))
      wanted = wanted.reverting(after, to: before)
    }
    // A balance becomes what it would be without these segments, so that later spending stays, and undoing what was
    // spent before a balance was set gives nothing back. Additions are undone by adding, which is right whatever
    // others spend meanwhile; set values by setting, as two devices may undo one at once.
    let changed = indices.map { parts[$0] }.filter(\.changesBalance)
    let counted = parts.indices.filter { !ignored.contains(parts[$0].segment.identity) }
    let kept = counted.filter { !indices.contains($0) }
    var regained: Int64 = 0
    if let first = indices.first(where: { parts[$0].changesBalance }),
      Card(id: card, fields: fields(of: card, after: parts[..<first])).balance != nil,
      let with = balance(of: card, after: counted.map { parts[$0] }),
      let without = balance(of: card, after: kept.map { parts[$0] }), let shown = now.balance,
      Set([with.currency, without.currency, shown.currency]).count == 1
    {
      let difference = without.thousandths &- with.thousandths
      wanted.balance = shown
      if changed.allSatisfy(\.onlyAddsToBalance) {
        regained = difference
      } else {
        wanted.balance?.thousandths &+= difference
      }
    }
    let changes = CardChanges(from: stored, to: wanted).list
    guard regained != 0 else { return changes }
    return changes + [
      FieldChange(
        field: CardField.balance.rawValue, mergeClass: .counter, operation: .add,
        value: UInt64(bitPattern: regained).bigEndianBytes)
    ]
  }

  private func balance(of card: CardID, after parts: [SegmentPart]) -> Balance? {
    Card(id: card, fields: fields(of: card, after: parts[...])).balance
  }

  struct Undone: Hashable {
    let segment: ContentHash
    let card: CardID
  }

  /// All undone changes: those of the segments that undos name, and of the same commands.
  var undoneChanges: Set<Undone> {
    let undoing = history.segments.filter { $0.undoes != nil }
    if undoing.isEmpty { return [] }
    let groups = Self.commands(of: history.segments)
    let indices = Dictionary(
      groups.enumerated().flatMap { index, group in group.map { ($0.identity, index) } },
      uniquingKeysWith: { first, _ in first })
    return Set(
      undoing.flatMap { segment in
        guard let target = segment.undoes else { return [Undone]() }
        let taken = indices[target].map { groups[$0].map(\.identity) } ?? [target]
        return segment.revisions.flatMap { revision in
          taken.map { Undone(segment: $0, card: revision.card) }
        }
      })
  }
}

extension Set<Vault.Undone> {
  /// Whether a segment was undone for one of these joined cards.
  func undoes(_ segment: ContentHash, of members: [CardID]) -> Bool {
    members.contains { contains(Vault.Undone(segment: segment, card: $0)) }
  }
}

/// A command of one device.
private struct WrittenCommand: Hashable {
  let device: UInt64
  let command: CommandID

  init?(_ segment: Segment) {
    guard let command = segment.command else { return nil }
    self.command = command
    device = segment.device
  }
}
