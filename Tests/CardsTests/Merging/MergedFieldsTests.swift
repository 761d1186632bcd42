import Cards
import Testing

@Suite struct MergedFieldsTests {
  @Test func `edits of different fields both survive`() {
    let merged = MergedFields(merging: [
      write(1, 1, [set(1, "Library")]),
      write(1, 2, seen: [1: 1], [set(1, "City library")]),
      write(2, 1, seen: [1: 1], [set(5, "upstairs")]),
    ])
    #expect(text(merged, 1) == "City library")
    #expect(text(merged, 5) == "upstairs")
    #expect(merged.conflictCount == 0)
  }

  @Test func `concurrent edits of one field show the later one and keep the other`() {
    let merged = MergedFields(merging: [
      write(1, 1, [set(1, "Library")]),
      write(1, 2, seen: [1: 1], clock: 20, [set(1, "left")]),
      write(2, 1, seen: [1: 1], clock: 30, [set(1, "right")]),
    ])
    #expect(text(merged, 1) == "right")
    #expect(merged.values.first?.conflicts == [Array("left".utf8)])
    #expect(merged.conflictCount == 1)
  }

  @Test func `a later edit settles a conflict`() {
    let merged = MergedFields(merging: [
      write(1, 1, [set(1, "left")]), write(2, 1, [set(1, "right")]),
      write(1, 2, seen: [1: 1, 2: 1], [set(1, "left")]),
    ])
    #expect(text(merged, 1) == "left")
    #expect(merged.conflictCount == 0)
  }

  @Test func `two devices that each spend 10 of 50 leave 30`() {
    let merged = MergedFields(merging: [
      write(1, 1, [amount(.set, 50, unit: "EUR")]),
      write(1, 2, seen: [1: 1], [amount(.add, -10)]),
      write(2, 1, seen: [1: 1], [amount(.add, -10)]),
    ])
    #expect(merged.value(of: 10, .counter) == bytes(30) + Array("EUR".utf8))
  }

  @Test func `a new base counts the spending that its writer knew, and only that`() {
    let merged = MergedFields(merging: [
      write(1, 1, [amount(.set, 50)]),
      write(2, 1, seen: [1: 1], [amount(.add, -10)]),
      write(1, 2, seen: [1: 1, 2: 1], [amount(.set, 40)]),
      write(2, 2, seen: [1: 1, 2: 1], [amount(.add, -5)]),
    ])
    #expect(merged.value(of: 10, .counter) == bytes(35))
  }

  @Test func `an edit beats a concurrent removal and loses to a later one`() {
    let card = [
      write(1, 1, [set(1, "Gym")]), remove(1, 2, seen: [1: 1]),
      write(2, 1, seen: [1: 1], [set(5, "note")]),
    ]
    #expect(!MergedFields(merging: card).isRemoved)
    #expect(MergedFields(merging: card + [remove(1, 3, seen: [1: 2, 2: 1])]).isRemoved)
  }

  @Test func `a maximum does not bring a removed card back, an empty edit does`() {
    let card = [write(1, 1, [set(1, "Gym")]), remove(1, 2, seen: [1: 1])]
    let shown = FieldChange(field: 18, mergeClass: .max, operation: .set, value: bytes(9))
    #expect(MergedFields(merging: card + [write(2, 1, seen: [1: 1], [shown])]).isRemoved)
    #expect(!MergedFields(merging: card + [write(1, 3, seen: [1: 2], [])]).isRemoved)
  }

  @Test func `one removal and two revivals leave a value in every field`() {
    let merged = MergedFields(merging: [
      write(1, 1, [set(1, "Gym"), set(5, "old")]), remove(1, 2, seen: [1: 1]),
      write(2, 1, seen: [1: 2], [set(1, "Gym 2")]),
      write(3, 1, seen: [1: 2], [set(1, "Gym 3")]),
    ])
    #expect(text(merged, 1) == "Gym 3")
    #expect(text(merged, 5) == "old")
    #expect(merged.conflictCount == 1)
  }

  @Test func `a field whose values were all seen keeps them all`() {
    // Only a cloned device can write this: two writes that saw each other.
    let merged = MergedFields(merging: [
      write(1, 1, seen: [2: 1], clock: 5, [set(1, "a")]),
      write(2, 1, seen: [1: 1], clock: 6, [set(1, "b")]),
    ])
    #expect(text(merged, 1) == "b")
    #expect(merged.conflictCount == 1)
  }

  @Test func `a change that arrives late and was not seen is not dropped`() throws {
    let span = try #require(VersionVector.Span(device: 1, first: 2, last: 2))
    let seen = VersionVector([span])
    let late = write(1, 1, [set(1, "first")])
    let revisions = [
      write(1, 2, seen: [1: 1], [set(5, "note")]),
      Revision(
        card: MergeSimulation.card, dot: Dot(device: 2, sequence: 1), seen: seen,
        clock: HybridClock(99), wall: Timestamp(milliseconds: 0), kind: .edit,
        changes: [set(1, "second")]),
    ]
    #expect(MergedFields(merging: revisions + [late]).conflictCount == 1)
  }

  @Test func `the least and the greatest value win`() {
    func moments(_ mergeClass: MergeClass) -> [Revision] {
      ([5, 9, 2] as [Int64]).enumerated().map { index, value in
        let change = FieldChange(
          field: 9, mergeClass: mergeClass, operation: .set, value: bytes(value))
        return write(UInt64(index + 1), 1, [change])
      }
    }
    #expect(MergedFields(merging: moments(.min)).value(of: 9, .min) == bytes(2))
    #expect(MergedFields(merging: moments(.max)).value(of: 9, .max) == bytes(9))
  }

  @Test func `spans of a version vector join where they touch`() throws {
    var vector = VersionVector()
    for (first, last) in [(5, 6), (1, 2), (9, 9), (3, 4), (8, 8)] as [(UInt64, UInt64)] {
      vector.insert(try #require(VersionVector.Span(device: 1, first: first, last: last)))
    }
    #expect(vector.spans.map { [$0.first, $0.last] } == [[1, 6], [8, 9]])
    #expect(!vector.contains(Dot(device: 1, sequence: 7)))
    #expect(!vector.contains(Dot(device: 2, sequence: 5)))
    #expect(vector.highest(of: 1) == 9)
  }

  @Test func `the clock runs forwards when the wall clock runs backwards`() {
    let late = HybridClock(0).next(at: Timestamp(milliseconds: 1_000))
    #expect(late.value == 1_000 << 16)
    #expect(late.next(at: Timestamp(milliseconds: 10)).value == 1_000 << 16 + 1)
    #expect(HybridClock(.max).next(at: Timestamp(milliseconds: -5)).value == .max)
  }
}

private func write(
  _ device: UInt64, _ sequence: UInt64, seen: [UInt64: UInt64] = [:], clock: UInt64? = nil,
  _ changes: [FieldChange], kind: Revision.Kind = .edit
) -> Revision {
  let spans = seen.compactMap { VersionVector.Span(device: $0, first: 1, last: $1) }
  return Revision(
    card: MergeSimulation.card, dot: Dot(device: device, sequence: sequence),
    seen: VersionVector(spans), clock: HybridClock(clock ?? sequence * 10 + device),
    wall: Timestamp(milliseconds: 0), kind: kind, changes: changes)
}

private func remove(_ device: UInt64, _ sequence: UInt64, seen: [UInt64: UInt64]) -> Revision {
  write(device, sequence, seen: seen, [], kind: .remove)
}

private func set(_ field: UInt32, _ text: String) -> FieldChange {
  FieldChange(field: field, mergeClass: .register, operation: .set, value: Array(text.utf8))
}

private func amount(
  _ operation: FieldChange.Operation, _ amount: Int64, unit: String = ""
) -> FieldChange {
  FieldChange(
    field: 10, mergeClass: .counter, operation: operation, value: bytes(amount) + Array(unit.utf8))
}

private func bytes(_ number: Int64) -> [UInt8] {
  (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
}

private func text(_ merged: MergedFields, _ field: UInt32) -> String? {
  merged.value(of: field, .register).map { String(decoding: $0, as: UTF8.self) }
}
