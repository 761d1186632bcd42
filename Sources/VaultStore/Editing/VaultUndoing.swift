public import Cards
internal import Sealing
public import VaultFormat

extension Vault {
  /// Undoes what the last command did to a card, or this machine's last command, unless that is undone already.
  ///
  /// Later changes to other fields are kept. A change without any difference is skipped for the one before: others
  /// changed the same fields since, it kept the value that was shown, or its card was removed meanwhile.
  ///
  /// - Parameter id: the card; `nil` for all cards that this machine's last command changed.
  /// - Returns: which cards changed, and how, and whose changes were skipped.
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
          undoing: identities, of: card, parts: parts, besides: ignored, at: wall)
        if found.isEmpty { idle.append(card) }
        edits += found
      }
      if edits.isEmpty {
        skipped += idle
        continue
      }
      // Cards separated from it look different too.
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

  /// The ids in their order, each once.
  private static func distinct(_ ids: [CardID]) -> [CardID] {
    var known: Set<CardID> = []
    return ids.filter { known.insert($0).inserted }
  }

  /// Groups segments by command, in the order of each command's first segment.
  private static func commands(of segments: [Segment]) -> [[Segment]] {
    var groups: [[Segment]] = []
    var places: [WrittenCommand: Int] = [:]
    for segment in segments {
      if let command = WrittenCommand(segment) {
        if let place = places[command] {
          groups[place].append(segment)
          continue
        }
        places[command] = groups.count
      }
      groups.append([segment])
    }
    return groups
  }

  /// Undoes what the segments of one command changed on a card.
  ///
  /// - Parameters:
  ///   - segments: the command's.
  ///   - card: the card.
  ///   - parts: all segments that changed it.
  ///   - ignored: those of them that were undone, and that undid them.
  ///   - wall: the time.
  /// - Returns: the edits; none if they would make no difference.
  private func edits(
    undoing segments: Set<ContentHash>, of card: CardID, parts: [SegmentPart],
    besides ignored: Set<ContentHash>, at wall: Timestamp
  ) -> [CardEdit] {
    let places = parts.indices.filter { segments.contains(parts[$0].segment.identity) }
    guard let now = entries[card], let first = places.first, let last = places.last else {
      return []
    }
    let before = state(of: card, after: parts[..<first]).entry.card
    let after = state(of: card, after: parts[...last]).entry.card
    let standing = joins(of: joined.members(of: card))
    let made = places.flatMap { parts[$0].joins }.filter(standing.contains)
    if !made.isEmpty {
      // Separating cards that were removed since would bring one back.
      if now.card == nil { return [] }
      let wanted = before.flatMap { before in after.flatMap { now.card?.reverting($0, to: before) }
      }
      return edits(parting: made, leaving: wanted, card)
    }
    switch (before, after, now.card) {
    case (_?, _?, _?):
      let changes = reversal(of: places, on: card, among: parts, besides: ignored)
      return changes.isEmpty ? [] : [CardEdit(card: card, kind: .edit, changes: changes)]
    // It was removed, and is removed now: it comes back with what was changed meanwhile.
    case (_?, nil, nil): return edits(toward: [Card(id: card, fields: fields(of: card))], at: wall)
    // An added card that is now part of another one stays with it.
    case (nil, _?, _?) where joined.members(of: card).count == 1:
      // Undoing the earlier removal of a card that was brought back shows it as it was then.
      let wasHere = parts[..<first].contains { $0.revisions.contains(where: \.describesCard) }
      let changes =
        wasHere ? reversal(of: places, on: card, among: parts, besides: ignored) : []
      return [CardEdit(card: card, kind: .remove, changes: changes)]
    default: return []
    }
  }

  /// The changes that undo segments of a card: each on its own, the latest first, so that what others saved in
  /// between is kept.
  private func reversal(
    of places: [Int], on card: CardID, among parts: [SegmentPart], besides ignored: Set<ContentHash>
  ) -> [FieldChange] {
    let stored = fields(of: card)
    let now = Card(id: card, fields: stored)
    var wanted = now
    for place in places.reversed() {
      // Also while it was removed: what bringing it back changed is undone, too.
      let before = Card(id: card, fields: fields(of: card, after: parts[..<place]))
      let after = Card(id: card, fields: fields(of: card, after: parts[...place]))
      wanted = wanted.reverting(after, to: before)
    }
    // A balance becomes what it would be without these segments: so later spending stays, and spending from before a
    // balance was set gives nothing back. What was added is undone by adding, which is right whatever others spend
    // meanwhile; what was set, by setting, as two devices may undo it at once.
    let changed = places.map { parts[$0] }.filter(\.changesBalance)
    let counted = parts.indices.filter { !ignored.contains(parts[$0].segment.identity) }
    let kept = counted.filter { !places.contains($0) }
    var regained: Int64 = 0
    if let first = places.first(where: { parts[$0].changesBalance }),
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

  /// All changes that were undone: those of the segments that undos name, and of their commands.
  var undoneChanges: Set<Undone> {
    let undoing = history.segments.filter { $0.undoes != nil }
    if undoing.isEmpty { return [] }
    let groups = Self.commands(of: history.segments)
    let places = Dictionary(
      groups.enumerated().flatMap { place, group in group.map { ($0.identity, place) } },
      uniquingKeysWith: { first, _ in first })
    return Set(
      undoing.flatMap { segment in
        guard let target = segment.undoes else { return [Undone]() }
        let taken = places[target].map { groups[$0].map(\.identity) } ?? [target]
        return segment.revisions.flatMap { revision in
          taken.map { Undone(segment: $0, card: revision.card) }
        }
      })
  }
}

extension Set<Vault.Undone> {
  /// Whether a segment was undone for one of the cards that are joined into one.
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
