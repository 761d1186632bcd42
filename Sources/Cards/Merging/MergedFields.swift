/// A card as all revisions of it together say: the result of the merge.
///
/// A pure function of the set of revisions: their order and repetition do not matter, so two devices that
/// hold the same files show the same card.
public struct MergedFields: Sendable, Hashable {
  /// What one field came to.
  public struct Value: Sendable, Hashable {
    /// The field's number.
    public let field: UInt32
    /// How it was merged; a number that came with two classes gives two values.
    public let mergeClass: MergeClass
    /// The value, or the elements of a set in the order they were added; empty when there is none.
    public fileprivate(set) var bytes: [[UInt8]]
    /// What was written concurrently with the shown value and lost; `nil` stands for cleared.
    public let conflicts: [[UInt8]?]
  }

  /// The fields by number and class, also those that this program does not know.
  public let values: [Value]
  /// Whether the card was removed and no edit speaks against it.
  public let isRemoved: Bool
  /// The wall clock of the latest change.
  public let changed: Timestamp?

  /// Merges all revisions of one card.
  ///
  /// - Parameter revisions: in any order, also repeated.
  /// - Complexity: O(n log n) in revisions, their changes and what they had seen.
  public init(merging revisions: some Collection<Revision>) {
    let ordered = Self.ordered(revisions)
    var removals = CausalHistory(
      ordered.indices.lazy.filter { ordered[$0].kind == .remove }, of: ordered)
    let edits = ordered.filter(\.isReviving)
    isRemoved = edits.allSatisfy { removals.contains($0.dot) }
    changed = (edits.last ?? ordered.last)?.wall
    if ordered.count == 1, let values = Self.values(of: ordered[0]) {
      self.values = values
      return
    }

    let candidates = Self.candidates(ordered)
    var values: [Value] = []
    var rest = candidates[...]
    while let group = rest.first?.group {
      let end = rest.firstIndex { $0.group != group } ?? rest.endIndex
      values.append(FieldMerge(revisions: ordered, candidates: rest[..<end]).value)
      rest = rest[end...]
    }
    self.values = values
  }

  /// How many fields hold a conflict.
  public var conflictCount: Int { values.count { !$0.conflicts.isEmpty } }

  /// The value of a register, counter, maximum or minimum; `nil` when it has none.
  public func value(of field: UInt32, _ mergeClass: MergeClass) -> [UInt8]? {
    elements(of: field, mergeClass).first
  }

  /// The elements of a set in the order they were added.
  public func elements(of field: UInt32, _ mergeClass: MergeClass = .set) -> [[UInt8]] {
    values.first { $0.field == field && $0.mergeClass == mergeClass }?.bytes ?? []
  }

  /// What one revision by itself comes to, as most cards have no other; `nil` when it says two things of one
  /// field, or fills a set with many elements, which takes the whole merge.
  private static func values(of revision: Revision) -> [Value]? {
    var values: [Value] = []
    values.reserveCapacity(revision.changes.count)
    for change in revision.changes {
      let isSet = change.mergeClass == .set
      if let last = values.last, last.field == change.field, last.mergeClass == change.mergeClass {
        guard isSet, change.operation != .remove, (1..<fewElements).contains(last.bytes.count),
          !last.bytes.contains(change.value)
        else { return nil }
        values[values.count - 1].bytes.append(change.value)
        continue
      }
      // In order, or the same field may come again.
      if let last = values.last, last.group >= change.group { return nil }
      guard change.operation == .set || (isSet && change.operation == .add) else { return nil }
      // A short amount counts as 0, which the whole merge spells out.
      if change.mergeClass == .counter && change.value.count < 8 { return nil }
      values.append(
        Value(
          field: change.field, mergeClass: change.mergeClass, bytes: [change.value], conflicts: []))
    }
    return values
  }

  // More are told apart faster by their hashes.
  private static let fewElements = 32

  /// All changes, field by field.
  private static func candidates(_ ordered: [Revision]) -> [Candidate] {
    var candidates: [Candidate] = []
    candidates.reserveCapacity(ordered.reduce(0) { $0 + $1.changes.count })
    for (place, revision) in ordered.enumerated() {
      for change in revision.changes {
        candidates.append(Candidate(place: place, order: candidates.count, change: change))
      }
    }
    candidates.sort { ($0.group, $0.order) < ($1.group, $1.order) }
    return candidates
  }

  /// The values of one field that stand side by side, the shown one first: what a person decides between.
  ///
  /// - Parameters:
  ///   - value: a register or counter of the merge of these revisions.
  ///   - revisions: in any order, also repeated.
  /// - Returns: each value once, as its latest writer wrote it.
  public static func standingValues(
    of value: Value, in revisions: some Collection<Revision>
  ) -> [StandingValue] {
    let ordered = ordered(revisions)
    let candidates = candidates(ordered).filter { $0.group == value.group }
    return FieldMerge(revisions: ordered, candidates: candidates[...]).standingValues
  }

  private static func ordered(_ revisions: some Collection<Revision>) -> [Revision] {
    guard revisions.count > 1 else { return Array(revisions) }
    var unique: [Revision] = []
    for revision in revisions.sorted(by: Revision.precedes) where revision != unique.last {
      unique.append(revision)
    }
    return unique
  }
}

/// One change, with its revision's place in the order of all.
struct Candidate {
  let place: Int
  let order: Int
  let change: FieldChange

  var group: UInt64 { change.group }
}

extension FieldChange {
  /// What is merged together has the same number.
  fileprivate var group: UInt64 { UInt64(field) << 8 | UInt64(mergeClass.rawValue) }
}

extension MergedFields.Value {
  fileprivate var group: UInt64 { UInt64(field) << 8 | UInt64(mergeClass.rawValue) }
}
