import Cards
import Testing

@Suite struct MergeLawsTests {
  @Test(arguments: 0..<300)
  func `the order and repetition of revisions do not matter`(seed: UInt64) {
    let simulation = MergeSimulation(seed: seed, devices: 4, steps: 30)
    let merged = MergedFields(merging: simulation.all)
    var random = SeededGenerator(state: seed)
    for _ in 0..<5 {
      let twice = simulation.all + simulation.all.shuffled(using: &random).prefix(7)
      #expect(MergedFields(merging: twice.shuffled(using: &random)) == merged)
    }
  }

  @Test(arguments: 0..<300)
  func `no register change is lost silently`(seed: UInt64) {
    let all = MergeSimulation(seed: seed, devices: 4, steps: 30).all
    let writes = all.filter { $0.changes.contains { $0.mergeClass == .register } }
    let merged = MergedFields(merging: all).values.first { $0.mergeClass == .register }
    for write in writes where !writes.contains(where: { $0.seen.contains(write.dot) }) {
      let values = write.changes.filter { $0.mergeClass == .register }
        .map { $0.operation == .remove ? nil : $0.value }
      for value in values {
        #expect(merged?.bytes.first == value || merged?.conflicts.contains(value) == true)
      }
    }
    #expect(writes.isEmpty || merged != nil)
  }

  @Test(arguments: 0..<300)
  func `a card is gone only when every edit was seen by a removal`(seed: UInt64) {
    let all = MergeSimulation(seed: seed, devices: 3, steps: 25).all
    let removals = all.filter { $0.kind == .remove }
    let isAlive = all.contains { edit in
      edit.kind == .edit && edit.changes.contains { $0.mergeClass != .max }
        && !removals.contains { $0.seen.contains(edit.dot) }
    }
    #expect(MergedFields(merging: all).isRemoved == !isAlive)
  }

  @Test(arguments: 0..<300)
  func `an element stays as long as no removal has seen one of its additions`(seed: UInt64) {
    let all = MergeSimulation(seed: seed, devices: 3, steps: 25).all
    func writers(_ operation: FieldChange.Operation, _ value: [UInt8]) -> [Revision] {
      all.filter { revision in
        revision.changes.contains {
          $0.mergeClass == .set && $0.operation == operation && $0.value == value
        }
      }
    }
    let elements = Set(MergedFields(merging: all).elements(of: 2))
    for digit in UInt8(0)..<8 {
      let value = [UInt8](repeating: 0, count: 7) + [digit]
      let removals = writers(.remove, value)
      let stays = writers(.add, value).contains { addition in
        !removals.contains { $0.seen.contains(addition.dot) }
      }
      #expect(elements.contains(value) == stays)
    }
  }
}
