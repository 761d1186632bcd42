public import Cards
internal import Sealing
public import VaultFormat

/// The result of undoing a change.
public struct TakenBack: Sendable, Hashable {
  /// The affected cards as they are now, by id, `nil` if removed; empty if nothing was undone.
  public var cards: [CardID: Card?] = [:]
  /// The cards whose later changes were skipped, because undoing them would change nothing.
  public var skipped: [CardID] = []
}

/// One step on the line of changes.
public enum UndoStep: Sendable {
  /// Undo the last change of a card, or this device's last change.
  case last(of: CardID?)
  /// Undo this change.
  case change(LoggedChange)
  /// Take this device's last undo back.
  case redo
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
  @discardableResult
  public func undo(_ id: CardID? = nil) throws(VaultError) -> TakenBack {
    try take(.last(of: id))
  }

  /// Takes this machine's last undo back.
  ///
  /// There is none to take back once this machine has made another change since.
  ///
  /// - Returns: the cards that changed; none if there was nothing to take back.
  /// - Throws: like `save`.
  @discardableResult
  public func redo() throws(VaultError) -> TakenBack { try take(.redo) }

  /// Takes one step on the line of changes; changes nothing if that makes no difference.
  ///
  /// - Returns: The cards that changed, and those whose changes were skipped or for which it made no difference.
  /// - Throws: like `save`.
  @discardableResult
  public func take(_ step: UndoStep) throws(VaultError) -> TakenBack {
    guard let edits = edits(for: step) else { return TakenBack() }
    return edits.edits.isEmpty ? TakenBack(skipped: edits.skipped) : try perform(edits)
  }

  /// The change that a step would undo or make again now, of it only the cards and fields that would change; `nil` for nothing.
  public func change(by step: UndoStep) -> LoggedChange? {
    guard let next = edits(for: step), !next.edits.isEmpty else { return nil }
    let log = changeLog
    var identity = next.command
    // What an undo undid is made again.
    if case .redo = step, let undo = log.last(where: { $0.identity == identity }) {
      guard let undone = undo.reverted else { return nil }
      identity = undone
    }
    return log.last { $0.identity == identity }?.only(next.edits, joined)
  }

  /// The cards whose later changes `undo` would pass over, as undoing them would change nothing now.
  public func cardsPassed(byUndoOf id: CardID? = nil) -> [CardID] {
    edits(for: .last(of: id))?.passed ?? []
  }

  /// What it takes to undo a command.
  private struct Step {
    /// The identity of the command's first segment.
    let command: ContentHash
    var edits: [CardEdit] = []
    /// The cards for which undoing it would make no difference.
    var idle: [CardID] = []
    /// These, and the cards whose later changes it skips, unless an earlier undo named them.
    var skipped: [CardID] = []
    /// The cards of all later changes that it passes over.
    var passed: [CardID] = []
  }

  /// What is needed to undo one command after another.
  private struct Line {
    let segments: [Dot: Segment]
    let undone: Set<Undone>
  }

  private var line: Line { Line(segments: segmentsByDot, undone: undoneChanges) }

  /// What a step takes; `nil` if there is nothing to undo or to make again.
  private func edits(for step: UndoStep) -> Step? {
    switch step {
    case .last(let id): return nextUndo(of: id)
    case .change(let change):
      let group = history.commands.first { group in
        group.contains { $0.identity == change.identity }
      }
      return group.map { self.step(undoing: $0, line) }
    case .redo: return nextRedo
    }
  }

  private func nextUndo(of id: CardID?) -> Step? {
    let wanted = id.map(joined.id)
    let own = memory.state.device
    let line = line
    let touched = wanted.map { Set(parts(of: $0, among: line.segments).map(\.segment.identity)) }
    // What an earlier undo skipped, it named.
    var isNews = true
    var (skipped, passed): ([CardID], [CardID]) = ([], [])
    for group in history.commands.reversed() {
      guard group[0].undoes == nil else {
        if group[0].device == own { isNews = false }
        continue
      }
      let isMeant =
        touched.map { touched in group.contains { touched.contains($0.identity) } }
        ?? (group[0].device == own)
      guard isMeant else { continue }
      var step = step(undoing: group, only: wanted, line)
      if !step.edits.isEmpty {
        (step.skipped, step.passed) = (Self.distinct(skipped + step.idle), passed)
        return step
      }
      passed += step.idle
      if isNews { skipped += step.idle }
    }
    return nil
  }

  private var nextRedo: Step? {
    let own = memory.state.device
    let line = line
    let undos = Set(history.segments.filter { $0.undoes != nil }.map(\.identity))
    for group in history.commands.reversed() where group[0].device == own {
      guard let target = group[0].undoes else { return nil }
      // Taking an undo back is no undo.
      if undos.contains(target) { continue }
      let step = step(undoing: group, line)
      if !step.edits.isEmpty { return step }
    }
    return nil
  }

  /// What it takes to undo a command, for all its cards or one.
  private func step(undoing group: [Segment], only wanted: CardID? = nil, _ line: Line) -> Step {
    let (segments, undone) = (line.segments, line.undone)
    let identities = Set(group.map(\.identity))
    // What an undo undid counts again once that is undone.
    let revived = Set(group.compactMap(\.undoes).flatMap { history.command(of: $0) })
    // What it makes again may have been undone by itself since, and so may what that makes again.
    var redone: Set<ContentHash> = []
    var undos = revived
    while !undos.isEmpty {
      // Another program may write an undo of itself.
      let again = targets(of: undos).subtracting(redone)
      redone.formUnion(again)
      undos = targets(of: again)
    }
    let cards = Self.distinct(group.flatMap(\.revisions).map { joined.id(of: $0.card) })
    var step = Step(command: group[0].identity)
    var rest = cards.filter { wanted == nil || $0 == wanted }
    if !revived.isEmpty {
      step.edits = edits(rejoining: group)
      let rejoined = Set(step.edits.flatMap { [$0.card, joined.id(of: $0.card)] })
      rest.removeAll(where: rejoined.contains)
    }
    let wall = now()
    for card in rest {
      let members = joined.members(of: card)
      if identities.union(redone).contains(where: { undone.undoes($0, of: members) }) { continue }
      let parts = parts(of: card, among: segments)
      let ignored = Set(
        parts.map(\.segment).filter {
          $0.undoes != nil || undone.undoes($0.identity, of: members)
        }.map(\.identity))
      let found = edits(
        undoing: identities, of: card, parts: parts, ignoring: ignored, reviving: revived, at: wall)
      if found.isEmpty { step.idle.append(card) }
      step.edits += found
    }
    step.skipped = step.idle
    return step
  }

  /// The segments that undos with these identities undo.
  private func targets(of undos: Set<ContentHash>) -> Set<ContentHash> {
    Set(
      history.segments.filter { undos.contains($0.identity) }.compactMap(\.undoes)
        .flatMap { history.command(of: $0) })
  }

  private func perform(_ step: Step) throws(VaultError) -> TakenBack {
    // Cards separated from one another change, too.
    var changed = Set(step.edits.map { joined.id(of: $0.card) })
    // It is no part of what it undoes.
    let current = command
    command = nil
    defer { command = current }
    try write(step.edits, at: now(), undoing: step.command)
    changed.formUnion(step.edits.map { joined.id(of: $0.card) })
    // Another device may have joined them in the opposite direction.
    changed = Set(changed.map { joined.id(of: $0) })
    return TakenBack(
      cards: Dictionary(uniqueKeysWithValues: changed.map { ($0, entries[$0]?.card) }),
      skipped: step.skipped)
  }

  /// The ids in order, without duplicates.
  private static func distinct(_ ids: [CardID]) -> [CardID] {
    var known: Set<CardID> = []
    return ids.filter { known.insert($0).inserted }
  }

  /// The edits that undo one command's segments for a card; none if that makes no difference.
  ///
  /// `parts` are all segments that changed the card; those that were undone, or that undid others, are `ignored`, and
  /// those that count again afterwards are `revived`.
  private func edits(
    undoing segments: Set<ContentHash>, of card: CardID, parts: [SegmentPart],
    ignoring ignored: Set<ContentHash>, reviving revived: Set<ContentHash>, at wall: Timestamp
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
      let changes = reversal(
        of: indices, on: card, among: parts, ignoring: ignored, reviving: revived)
      return changes.isEmpty ? [] : [CardEdit(card: card, kind: .edit, changes: changes)]
    // It was removed and still is: it comes back, with any changes made meanwhile, but without those that removing it
    // made, where that was an undo.
    case (_?, nil, nil):
      let changes = reversal(
        of: indices, on: card, among: parts, ignoring: ignored, reviving: revived)
      return edits(toward: [Card(id: card, fields: fields(of: card))], at: wall).map {
        CardEdit(card: $0.card, kind: $0.kind, changes: $0.changes + changes)
      }
    case (nil, _?, _?):
      let members = state(of: card, after: parts[..<first]).members
      let wasHere = parts[..<first].contains { part in
        part.revisions.contains { $0.describesCard && members.contains($0.card) }
      }
      guard wasHere else {
        // An added card that is now part of another one stays there.
        return joined.members(of: card).count == 1
          ? [CardEdit(card: card, kind: .remove, changes: [])] : []
      }
      // Nor does a card go that was joined into it since.
      guard Set(joined.members(of: card)).isSubset(of: members) else { return [] }
      // A restored card that is removed again, with all its parts, gets its earlier content back, too.
      let changes = reversal(
        of: indices, on: card, among: parts, ignoring: ignored, reviving: revived)
      return removal(of: card).map {
        CardEdit(card: $0.card, kind: .remove, changes: $0.card == card ? changes : [])
      }
    default: return []
    }
  }

  /// The changes that undo segments of a card one by one, the latest first, so that what others saved in between
  /// stays.
  private func reversal(
    of indices: [Int], on card: CardID, among parts: [SegmentPart],
    ignoring ignored: Set<ContentHash>, reviving revived: Set<ContentHash>
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
    // What was written again since stays, even if it is the same value: a person may have decided between it and others.
    let isAgain = { (change: FieldChange) in
      change.mergeClass == .register
        && parts.indices.contains { index in
          index > indices[0] && !indices.contains(index)
            && !ignored.contains(parts[index].segment.identity)
            && parts[index].revisions.contains { revision in
              revision.changes.contains {
                $0.field == change.field && $0.mergeClass == .register
              }
            }
        }
    }
    // A balance becomes what it would be without these segments, so that later spending stays, and undoing what was
    // spent before a balance was set gives nothing back. Additions are undone by adding, which is right whatever
    // others spend meanwhile; set values by setting, as two devices may undo one at once.
    let changed = indices.map { parts[$0] }.filter(\.changesBalance)
    let counted = parts.indices.filter { !ignored.contains(parts[$0].segment.identity) }
    let kept = parts.indices.filter {
      let identity = parts[$0].segment.identity
      return !indices.contains($0) && (!ignored.contains(identity) || revived.contains(identity))
    }
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
    let changes = CardChanges(from: stored, to: wanted).list.filter { !isAgain($0) }
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
  ///
  /// An undo can be undone itself: what it undid counts again then (`Format.md`, section 5).
  var undoneChanges: Set<Undone> {
    let undoing = history.segments.filter { $0.undoes != nil }
    if undoing.isEmpty { return [] }
    let groups = history.commands
    let indices = Dictionary(
      groups.enumerated().flatMap { index, group in group.map { ($0.identity, index) } },
      uniquingKeysWith: { first, _ in first })
    var undone: Set<Undone> = []
    // An undo is later than what it undoes, so from the latest on, each is known to count or not.
    for segment in undoing.sorted(by: { Segment.isEarlier($1, $0) }) {
      guard let target = segment.undoes else { continue }
      let taken = indices[target].map { groups[$0] } ?? []
      // Each card once for each segment of the command that changed it: there may be thousands of both.
      let changing = taken.count > 1 ? taken.segmentsByCard(joined) : [:]
      for revision in segment.revisions {
        let id = joined.id(of: revision.card)
        if undone.undoes(segment.identity, of: joined.members(of: id)) { continue }
        for identity in taken.count > 1 ? changing[id] ?? [] : [target] {
          undone.insert(Undone(segment: identity, card: revision.card))
        }
      }
    }
    return undone
  }
}

extension [Segment] {
  /// The identities of those that changed each card.
  fileprivate func segmentsByCard(_ joined: JoinedCards) -> [CardID: [ContentHash]] {
    var identities: [CardID: [ContentHash]] = [:]
    for segment in self {
      for revision in segment.revisions {
        identities[joined.id(of: revision.card), default: []].append(segment.identity)
      }
    }
    return identities
  }
}

extension Set<Vault.Undone> {
  /// Whether a segment was undone for one of these joined cards.
  func undoes(_ segment: ContentHash, of members: [CardID]) -> Bool {
    members.contains { contains(Vault.Undone(segment: segment, card: $0)) }
  }
}
