import Cards
import CommandLineSupport
import Testing

/// Random edits on several devices: nothing diverges, nothing is lost silently, nothing comes back by itself.
///
/// `CARDVAULT_LONG=1` makes it twenty times as long.
@Suite struct MergePropertyTests {
  /// The results of some worlds.
  struct Tally {
    var edits = 0
    var joined = 0
    var removed = 0
    var conflicts = 0
    /// Seeds of worlds with something wrong.
    var diverged: [UInt64] = []
    var lost: [UInt64] = []
    var resurrected: [UInt64] = []
    var otherwise: [UInt64] = []

    mutating func add(_ other: Tally) {
      edits += other.edits
      joined += other.joined
      removed += other.removed
      conflicts += other.conflicts
      diverged += other.diverged
      lost += other.lost
      resurrected += other.resurrected
      otherwise += other.otherwise
    }
  }

  static let editCount = LongRun.isOn ? 2_000_000 : 100_000
  private static let stepsOfAWorld = 60
  private static let workers = 8

  @Test func `random edits on two to five devices neither diverge nor get lost nor come back`()
    async throws
  {
    let tally = await withTaskGroup(of: Tally.self) { group in
      for worker in 0..<UInt64(Self.workers) {
        group.addTask {
          var tally = Tally()
          var world = worker
          while tally.edits < Self.editCount / Self.workers {
            tally.add(Self.tally(of: world))
            world &+= UInt64(Self.workers)
          }
          return tally
        }
      }
      return await group.reduce(into: Tally()) { $0.add($1) }
    }
    print(
      "\(tally.edits) edits; at the end \(tally.joined) joined and \(tally.removed) removed cards,",
      "\(tally.conflicts) conflicts.")
    #expect(tally.edits >= Self.editCount)
    #expect(tally.diverged == [])
    #expect(tally.lost == [])
    #expect(tally.resurrected == [])
    #expect(tally.otherwise == [])
    // Otherwise the checks above would prove little.
    #expect(tally.joined > tally.edits / 1_000 && tally.removed > tally.edits / 1_000)
    #expect(tally.conflicts > tally.edits / 1_000)
  }

  private static func tally(of seed: UInt64) -> Tally {
    let world = MergeWorld(seed: seed, steps: stepsOfAWorld)
    var random = world.random
    let all = world.revisions
    let merged = MergedCards(merging: all)
    var tally = Tally()
    tally.edits = world.editCount
    tally.joined = merged.joined.ids.count
    tally.removed = merged.cards.values.count { $0.isRemoved }
    tally.conflicts = merged.cards.values.reduce(0) { $0 + $1.conflictCount }

    // In the end every device has everything, in its own order, some of it twice.
    for _ in 0..<3 {
      let again = all + all.shuffled(using: &random).prefix(all.count / 3)
      if MergedCards(merging: again.shuffled(using: &random)) != merged {
        tally.diverged.append(seed)
      }
    }
    if losesSomething(world, merged) { tally.lost.append(seed) }
    if resurrectsSomething(world, &random) { tally.resurrected.append(seed) }
    if !agrees(merged, MergeModel(world.writes)) { tally.otherwise.append(seed) }
    return tally
  }

  /// Whether some change is neither shown, nor a conflict, nor replaced by one that knew it.
  private static func losesSomething(_ world: MergeWorld, _ merged: MergedCards) -> Bool {
    let changes = world.writes.flatMap { write in
      write.revisions.flatMap { revision in
        revision.changes.map { (revision.card, write.dot, write.knew, $0) }
      }
    }
    return changes.contains { card, dot, _, change in
      guard let fields = merged.cards[merged.joined.id(of: card)] else { return true }
      let members = merged.joined.members(of: card)
      let value = change.operation == .remove ? nil : change.value
      func isReplaced(_ isRival: (FieldChange) -> Bool) -> Bool {
        changes.contains { other, _, knew, rival in
          members.contains(other) && rival.field == change.field && isRival(rival)
            && knew.contains(dot)
        }
      }
      switch change.mergeClass {
      case .register:
        let field = fields.values.first { $0.field == change.field }
        let isToBeSeen = field?.bytes.first == value || field?.conflicts.contains(value) == true
        return !isToBeSeen && !isReplaced { _ in true }
      case .set:
        guard let value else { return false }
        return !fields.elements(of: change.field).contains(value)
          && !isReplaced { $0.operation == .remove && $0.value == value }
      // The model counts the sums; only one of the extremes can be seen.
      case .counter, .max, .min: return false
      }
    }
  }

  /// Whether files that a removal knew bring a card back: on a device that got the removal first, and then any of
  /// them, from anywhere.
  private static func resurrectsSomething(
    _ world: MergeWorld, _ random: inout SeededGenerator
  ) -> Bool {
    for write in world.writes where write.revisions.contains(where: { $0.kind == .remove }) {
      let stale = world.writes.filter { write.knew.contains($0.dot) && Bool.random(using: &random) }
      let merged = MergedCards(merging: write.revisions + stale.flatMap(\.revisions))
      for revision in write.revisions {
        if merged.cards[merged.joined.id(of: revision.card)]?.isRemoved != true { return true }
      }
    }
    return false
  }

  private static func agrees(_ merged: MergedCards, _ model: MergeModel) -> Bool {
    guard Set(merged.cards.keys) == Set(model.wholes.keys) else { return false }
    return merged.cards.allSatisfy { id, fields in
      guard let whole = model.wholes[id], whole.isRemoved == fields.isRemoved,
        whole.members == Set(merged.joined.members(of: id)),
        Set(fields.values.map(\.field)) == Set(whole.fields.keys)
      else { return false }
      return fields.values.allSatisfy { value in
        whole.fields[value.field]
          == MergeModel.Field(values: value.bytes, conflicts: Set(value.conflicts))
      }
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `the merge of vaults is commutative, associative and idempotent, joins included`(
    seed: UInt64
  ) {
    var random = SeededGenerator(state: seed)
    let all = MergeWorld(seed: seed, steps: 60).revisions
    // Three vaults that each hold an overlapping part.
    let vaults = (0..<3).map { _ in all.filter { _ in Int.random(in: 0..<3, using: &random) > 0 } }
    func merge(_ left: [Revision], _ right: [Revision]) -> [Revision] {
      // A merge adds to a folder whatever it lacks.
      left + right.filter { !left.contains($0) }
    }
    let (a, b, c) = (vaults[0], vaults[1], vaults[2])
    #expect(MergedCards(merging: merge(a, b)) == MergedCards(merging: merge(b, a)))
    #expect(
      MergedCards(merging: merge(merge(a, b), c)) == MergedCards(merging: merge(a, merge(b, c))))
    #expect(MergedCards(merging: merge(a, a)) == MergedCards(merging: a))
    #expect(MergedCards(merging: a + a) == MergedCards(merging: a))
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func
    `whichever device spends, in whatever order it is heard of, the balance is what was there less all of it`(
      seed: UInt64
    )
  {
    var random = SeededGenerator(state: seed)
    func counter(_ operation: FieldChange.Operation, _ amount: Int64) -> FieldChange {
      FieldChange(
        field: 10, mergeClass: .counter, operation: operation,
        value: (0..<8).map { UInt8(truncatingIfNeeded: amount >> (56 - 8 * $0)) })
    }
    let (gift, twin) = (MergeWorld.cards[0], MergeWorld.cards[1])
    var left: Int64 = 1_000_000
    func save(_ device: UInt64, _ sequence: UInt64, _ card: CardID, _ changes: [FieldChange])
      -> Revision
    {
      let seen = VersionVector(
        [VersionVector.Span(device: 1, first: 1, last: 1)].compactMap(\.self).filter { _ in
          device > 1 || sequence > 1
        })
      return Revision(
        card: card, dot: Dot(device: device, sequence: sequence), seen: seen,
        clock: HybridClock(.random(in: 0 ... .max, using: &random)),
        wall: Timestamp(milliseconds: 0), kind: .edit, changes: changes)
    }
    var all = [save(1, 1, gift, [counter(.set, left)])]
    for device in UInt64(1)...5 {
      for sequence in UInt64(2)...8 {
        let spent = Int64.random(in: -20_000...9_000, using: &random)
        left += spent
        // Some do not know yet that the twin is the same card; nobody hears of the others' spending.
        all.append(
          save(device, sequence, Bool.random(using: &random) ? gift : twin, [counter(.add, spent)]))
      }
    }
    all.append(
      save(
        6, 2, twin,
        [
          FieldChange(
            field: JoinedCards.field, mergeClass: .set, operation: .add, value: gift.bytes)
        ]))
    let merged = MergedCards(merging: all.shuffled(using: &random))
    let bytes = merged.cards[gift]?.value(of: 10, .counter)
    #expect(bytes == counter(.add, left).value)
    #expect(merged.cards.count == 1)
  }
}
