import Testing

@testable import Cards

/// Which writers knew which writes, asked one by one or all at once.
@Suite struct CausalHistoryTests {
  private func revision(_ dot: Dot, _ spans: [VersionVector.Span]) -> Revision {
    Revision(
      card: MergeSimulation.card, dot: dot, seen: VersionVector(spans), clock: HybridClock(1),
      wall: Timestamp(milliseconds: 0), kind: .edit, changes: [])
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `many questions get the same answers as a few`(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    var given: [[VersionVector.Span]] = []
    var dots: [Dot] = []
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let spans = (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
        let first = UInt64.random(in: 1...9, using: &random)
        return VersionVector.Span(
          device: .random(in: 1...3, using: &random), first: first,
          last: first + .random(in: 0...3, using: &random))
      }
      given.append(spans)
      dots.append(
        Dot(
          device: .random(in: 1...3, using: &random), sequence: .random(in: 1...9, using: &random)))
    }
    let revisions = zip(dots, given).map(revision)
    var history = CausalHistory(revisions.indices, of: revisions)
    // Enough questions that everything the writers had seen is combined, and some more after that.
    for device in UInt64(0)...4 {
      for sequence in UInt64(0)...14 {
        let dot = Dot(device: device, sequence: sequence)
        let isKnown = zip(dots, given).contains { own, spans in
          own != dot
            && spans.contains {
              $0.device == device && $0.first <= sequence && sequence <= $0.last
            }
        }
        #expect(history.contains(dot) == isKnown)
      }
    }
  }

  @Test func `the gaps and the end of a device's writes are found between those of others`() throws
  {
    let spans =
      [(1, 4, 9), (2, 3, 4), (2, 7, 7), (2, 9, 12), (4, 1, 1)] as [(UInt64, UInt64, UInt64)]
    let vector = VersionVector(
      spans.compactMap { VersionVector.Span(device: $0, first: $1, last: $2) })
    #expect(vector.gaps(of: 2, in: 1...20) == [1...2, 5...6, 8...8, 13...20])
    #expect(vector.gaps(of: 2, in: 4...11) == [5...6, 8...8])
    #expect(vector.gaps(of: 2, in: 10...11).isEmpty)
    #expect(vector.gaps(of: 3, in: 1...2) == [1...2])
    #expect(vector.gaps(of: 5, in: 1...2) == [1...2])
    #expect([0, 1, 2, 3, 4, 5].map(vector.highest) == [0, 9, 12, 0, 1, 0])
  }

  @Test func `no writer knew its own write, no matter what was written`() {
    let own = [VersionVector.Span(device: 1, first: 1, last: 9)].compactMap(\.self)
    let cards = [UInt8(1), 2].compactMap { CardID([UInt8](repeating: $0, count: 16)) }
    // Two cards in one write, which were joined later.
    let revisions = cards.map { card in
      Revision(
        card: card, dot: Dot(device: 1, sequence: 5), seen: VersionVector(own),
        clock: HybridClock(5), wall: Timestamp(milliseconds: 0), kind: .edit,
        changes: [
          FieldChange(field: 1, mergeClass: .register, operation: .set, value: card.bytes)
        ])
    }
    let later = Revision(
      card: cards[0], dot: Dot(device: 2, sequence: 1), seen: VersionVector(),
      clock: HybridClock(9), wall: Timestamp(milliseconds: 0), kind: .edit,
      changes: [FieldChange(field: 1, mergeClass: .register, operation: .set, value: [9])])
    let merged = MergedFields(merging: revisions + [later])
    #expect(merged.values.first?.conflicts == [cards[1].bytes, cards[0].bytes])
  }
}

/// Sizes at which a merge that compares everything with everything would not finish.
@Suite struct MergeSizeTests {
  private static let many = 200_000

  private func revision(
    _ device: UInt64, seen: VersionVector = VersionVector(), _ changes: [FieldChange],
    kind: Revision.Kind = .edit, card: CardID = MergeSimulation.card
  ) -> Revision {
    Revision(
      card: card, dot: Dot(device: device, sequence: 1), seen: seen, clock: HybridClock(device),
      wall: Timestamp(milliseconds: 0), kind: kind, changes: changes)
  }

  private func changes(
    _ mergeClass: MergeClass, _ operation: FieldChange.Operation
  ) -> [FieldChange] {
    (0..<UInt64(Self.many)).map { number in
      FieldChange(
        field: 99, mergeClass: mergeClass, operation: operation, value: number.bigEndianBytes)
    }
  }

  private func seen(_ devices: ClosedRange<UInt64>) -> VersionVector {
    VersionVector(devices.compactMap { VersionVector.Span(device: $0, first: 1, last: 1) })
  }

  @Test func `one write changes one register many times`() {
    let merged = MergedFields(merging: [revision(1, changes(.register, .set))])
    #expect(merged.values.first?.conflicts.count == Self.many - 1)
  }

  @Test(arguments: [1, 2])
  func `one write fills a set, and another one empties it`(writes: Int) {
    let all = [
      revision(1, changes(.set, .add)), revision(2, seen: seen(1...1), changes(.set, .remove)),
    ]
    let merged = MergedFields(merging: all.prefix(writes))
    #expect(merged.elements(of: 99).count == (writes == 1 ? Self.many : 0))
  }

  @Test(arguments: [MergeClass.max, .min])
  func `one write sets an extreme many times, and another one clears what was before`(
    mergeClass: MergeClass
  ) {
    let merged = MergedFields(merging: [
      revision(1, changes(mergeClass, .set)), revision(2, changes(mergeClass, .remove)),
    ])
    let extreme = UInt64(mergeClass == .max ? Self.many - 1 : 0)
    #expect(merged.value(of: 99, mergeClass) == extreme.bigEndianBytes)
  }

  @Test func `many writers change one register separately, and one knew them all`() {
    let writers = UInt64(Self.many / 4)
    var all = (1...writers).map { device in
      revision(
        device,
        [
          FieldChange(
            field: 99, mergeClass: .register, operation: .set, value: device.bigEndianBytes)
        ])
    }
    #expect(MergedFields(merging: all).values.first?.conflicts.count == all.count - 1)
    all.append(revision(writers + 1, seen: seen(1...writers), all[0].changes))
    #expect(MergedFields(merging: all).conflictCount == 0)
    all.append(revision(writers + 2, seen: seen(1...writers + 1), [], kind: .remove))
    #expect(MergedFields(merging: all).isRemoved)
  }

  @Test func `one write of many spans changes many cards that are joined to one`() throws {
    let hub = MergeSimulation.card
    // Shared in memory, as in a history.
    let seen = seen(2...10_000)
    let all = try (1...UInt64(Self.many / 10)).map { number in
      let change = FieldChange(
        field: 99, mergeClass: .register, operation: .set, value: number.bigEndianBytes)
      let join = FieldChange(field: 20, mergeClass: .set, operation: .add, value: hub.bytes)
      let id = try #require(CardID([UInt8](repeating: 1, count: 8) + number.bigEndianBytes))
      return revision(1, seen: seen, [join, change, change], card: id)
    }
    let merged = MergedCards(merging: all)
    #expect(merged.cards.count == 1)
    #expect(merged.cards.values.first?.conflictCount == 1)
  }
}
