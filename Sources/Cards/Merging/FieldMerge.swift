/// The merge of all changes to one field.
struct FieldMerge {
  /// All revisions of the card, by clock and dot.
  let revisions: [Revision]
  /// The field's changes in that order; at least one.
  let candidates: ArraySlice<Candidate>

  var value: MergedFields.Value {
    let first = candidates[candidates.startIndex].change
    let (bytes, conflicts): ([[UInt8]], [[UInt8]?]) =
      switch first.mergeClass {
      case .register: register(Array(candidates))
      case .set: (elements, [])
      case .counter: counter
      case .max: (remaining.max { $0.lexicographicallyPrecedes($1) }.map { [$0] } ?? [], [])
      case .min: (remaining.min { $0.lexicographicallyPrecedes($1) }.map { [$0] } ?? [], [])
      }
    return MergedFields.Value(
      field: first.field, mergeClass: first.mergeClass, bytes: bytes, conflicts: conflicts)
  }

  /// The changes that the writers of `others` had not seen.
  private func unknown(_ changes: [Candidate], to others: [Candidate]) -> [Candidate] {
    var history = CausalHistory(others.lazy.map(\.revision), of: revisions)
    return changes.filter { !history.contains(revisions[$0.revision].dot) }
  }

  /// The current changes of a register: those that no other change to it had seen.
  ///
  /// Removing a card drops no value. If every change was seen by another (possible with a cloned device), all
  /// of them count: a field never loses its last candidate.
  private func standing(_ changes: [Candidate]) -> [Candidate] {
    if changes.count == 1 { return changes }
    let standing = unknown(changes, to: changes)
    return standing.isEmpty ? changes : standing
  }

  private func register(_ changes: [Candidate]) -> ([[UInt8]], [[UInt8]?]) {
    let standing = standing(changes).map { $0.change.operation == .remove ? nil : $0.change.value }
    guard let winner = standing.last else { return ([], []) }
    var known: Set<[UInt8]?> = [winner]
    let others = standing.reversed().filter { known.insert($0).inserted }
    return (winner.map { [$0] } ?? [], others)
  }

  /// Elements with an addition that no removal of the same element had seen, ordered by the first such
  /// addition.
  private var elements: [[UInt8]] {
    let removals = candidates.filter { $0.change.operation == .remove }
    var histories = Dictionary(grouping: removals, by: \.change.value).mapValues {
      CausalHistory($0.lazy.map(\.revision), of: revisions)
    }
    var elements: [[UInt8]] = []
    var known: Set<[UInt8]> = []
    for addition in candidates where addition.change.operation != .remove {
      let element = addition.change.value
      if !histories.isEmpty,
        histories[element]?.contains(revisions[addition.revision].dot) ?? false
      {
        continue
      }
      if known.insert(element).inserted { elements.append(element) }
    }
    return elements
  }

  /// The winning base plus every amount that its writer had not already counted.
  private var counter: ([[UInt8]], [[UInt8]?]) {
    let (_, conflicts) = register(bases)
    return (total(over: standing(bases).last).map { [$0] } ?? [], conflicts)
  }

  private var bases: [Candidate] { candidates.filter { $0.change.operation != .add } }

  /// A base plus every amount that its writer had not already counted; `nil` if there is neither.
  private func total(over base: Candidate?) -> [UInt8]? {
    let writer = base.map { revisions[$0.revision] }
    let additions = candidates.filter { addition in
      addition.change.operation == .add
        && !(writer?.knew(revisions[addition.revision].dot) ?? false)
    }
    let written = base.flatMap { $0.change.operation == .remove ? nil : $0.change.value }
    if written == nil && additions.isEmpty { return nil }
    var total = written.map(Self.amount) ?? 0
    let unit = written?.dropFirst(8) ?? []
    // Wraps around: a sum that saturates would depend on the order.
    for addition in additions { total &+= Self.amount(addition.change.value) }
    return UInt64(bitPattern: total).bigEndianBytes + unit
  }

  /// The concurrent values of a register or counter, the shown one first; each once, as its latest writer wrote
  /// it.
  var standingValues: [StandingValue] {
    let isCounter = candidates.first?.change.mergeClass == .counter
    var known: Set<[UInt8]?> = []
    var values: [StandingValue] = []
    for candidate in standing(isCounter ? bases : Array(candidates)).reversed() {
      let change = candidate.change
      let written = change.operation == .remove ? nil : change.value
      guard known.insert(written).inserted else { continue }
      let revision = revisions[candidate.revision]
      values.append(
        StandingValue(
          bytes: isCounter ? total(over: candidate) : written, dot: revision.dot,
          wall: revision.wall))
    }
    return values
  }

  /// The values that maxima and minima choose from: those that no clearing had seen.
  private var remaining: [[UInt8]] {
    let clearings = candidates.filter { $0.change.operation == .remove }
    let values = candidates.filter { $0.change.operation != .remove }
    return unknown(values, to: clearings).map(\.change.value)
  }

  /// The first eight bytes as a signed big-endian number; 0 if there are fewer.
  private static func amount(_ value: [UInt8]) -> Int64 {
    value.count < 8 ? 0 : Int64(bitPattern: UInt64(bigEndian: value[..<8]))
  }
}
