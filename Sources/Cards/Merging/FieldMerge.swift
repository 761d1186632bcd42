/// The merge of all changes of one field.
struct FieldMerge {
  /// All revisions of the card, by clock and dot.
  let revisions: [Revision]
  /// The field's changes in that order; at least one.
  let candidates: ArraySlice<Candidate>

  var value: MergedFields.Value {
    let first = candidates[candidates.startIndex].change
    let (bytes, conflicts): ([[UInt8]], [[UInt8]?]) =
      switch first.mergeClass {
      case .register: register(candidates)
      case .set: (elements, [])
      case .counter: counter
      case .max: (remaining.max { $0.lexicographicallyPrecedes($1) }.map { [$0] } ?? [], [])
      case .min: (remaining.min { $0.lexicographicallyPrecedes($1) }.map { [$0] } ?? [], [])
      }
    return MergedFields.Value(
      field: first.field, mergeClass: first.mergeClass, bytes: bytes, conflicts: conflicts)
  }

  /// Whether the writer of `later` had seen `earlier`.
  private func knew(_ later: Candidate, _ earlier: Candidate) -> Bool {
    later.place != earlier.place
      && revisions[later.place].seen.contains(revisions[earlier.place].dot)
  }

  /// The standing changes of a register: those that no other change of it had seen.
  ///
  /// Removing a card drops no value, and where every change has been seen by another (a cloned device
  /// can do that) all of them stand: a field never loses its last candidate.
  private func standing(_ changes: ArraySlice<Candidate>) -> [Candidate] {
    if changes.count == 1 { return Array(changes) }
    let standing = changes.filter { change in !changes.contains { knew($0, change) } }
    return standing.isEmpty ? Array(changes) : standing
  }

  private func register(_ changes: ArraySlice<Candidate>) -> ([[UInt8]], [[UInt8]?]) {
    let standing = standing(changes).map { $0.change.operation == .remove ? nil : $0.change.value }
    guard let winner = standing.last else { return ([], []) }
    var others: [[UInt8]?] = []
    for other in standing.reversed() where other != winner && !others.contains(other) {
      others.append(other)
    }
    return (winner.map { [$0] } ?? [], others)
  }

  /// Elements with an addition that no removal of the same element had seen, by their first such one.
  private var elements: [[UInt8]] {
    let removals = candidates.filter { $0.change.operation == .remove }
    var elements: [[UInt8]] = []
    var known: Set<[UInt8]> = []
    for addition in candidates where addition.change.operation != .remove {
      let element = addition.change.value
      let isGone = removals.contains { $0.change.value == element && knew($0, addition) }
      if !isGone && known.insert(element).inserted { elements.append(element) }
    }
    return elements
  }

  /// The winning base and every amount that its writer had not counted in already.
  private var counter: ([[UInt8]], [[UInt8]?]) {
    let (_, conflicts) = register(bases)
    return (total(over: standing(bases).last).map { [$0] } ?? [], conflicts)
  }

  private var bases: ArraySlice<Candidate> {
    candidates.filter { $0.change.operation != .add }[...]
  }

  /// What a base comes to with every amount that its writer had not counted in already; `nil` for nothing.
  private func total(over base: Candidate?) -> [UInt8]? {
    let additions = candidates.filter { addition in
      addition.change.operation == .add && !(base.map { knew($0, addition) } ?? false)
    }
    let written = base.flatMap { $0.change.operation == .remove ? nil : $0.change.value }
    if written == nil && additions.isEmpty { return nil }
    var total = written.map(Self.amount) ?? 0
    let unit = written?.dropFirst(8) ?? []
    // Wrapping, as a sum that stops at the ends would depend on its order.
    for addition in additions { total &+= Self.amount(addition.change.value) }
    return UInt64(bitPattern: total).bigEndianBytes + unit
  }

  /// The values of a register or counter that stand side by side, the shown one first; each once, as its
  /// latest writer wrote it.
  var standingValues: [StandingValue] {
    let isCounter = candidates.first?.change.mergeClass == .counter
    var known: Set<[UInt8]?> = []
    var values: [StandingValue] = []
    for candidate in standing(isCounter ? bases : candidates).reversed() {
      let change = candidate.change
      let written = change.operation == .remove ? nil : change.value
      guard known.insert(written).inserted else { continue }
      let revision = revisions[candidate.place]
      values.append(
        StandingValue(
          bytes: isCounter ? total(over: candidate) : written, dot: revision.dot,
          wall: revision.wall))
    }
    return values
  }

  /// What maxima and minima choose from: values that no clearing had seen.
  private var remaining: [[UInt8]] {
    let clearings = candidates.filter { $0.change.operation == .remove }
    return candidates.filter { candidate in
      candidate.change.operation != .remove && !clearings.contains { knew($0, candidate) }
    }.map(\.change.value)
  }

  /// The first eight bytes as a signed big-endian number; 0 when there are fewer.
  private static func amount(_ value: [UInt8]) -> Int64 {
    value.count < 8 ? 0 : Int64(bitPattern: UInt64(bigEndian: value[..<8]))
  }
}
