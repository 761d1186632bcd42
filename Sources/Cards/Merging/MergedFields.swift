/// A card as the merge of all its revisions.
///
/// A pure function of the set of revisions: their order and repetition do not matter, so two devices that hold
/// the same files show the same card.
public struct MergedFields: Sendable, Hashable {
  /// One field's merged value.
  public struct Value: Sendable, Hashable {
    /// The field's number.
    public let field: UInt32
    /// How it was merged; a field number used with two classes gives two values.
    public let mergeClass: MergeClass
    /// The value, or the elements of a set in the order they were added; empty if there is none.
    public fileprivate(set) var bytes: [[UInt8]]
    /// Values written concurrently with the shown one that lost; `nil` means cleared.
    public let conflicts: [[UInt8]?]
  }

  /// The fields by number and class, including those unknown to this program.
  public let values: [Value]
  /// Whether the card was removed and no edit revives it.
  public let isRemoved: Bool
  /// The wall clock of the latest change.
  public let changed: Timestamp?

  /// Merges all revisions of one card.
  ///
  /// - Parameter revisions: in any order; repeats are allowed.
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

  /// How many fields have a conflict.
  public var conflictCount: Int { values.count { !$0.conflicts.isEmpty } }

  /// The value of a register, counter, maximum or minimum; `nil` if it has none.
  public func value(of field: UInt32, _ mergeClass: MergeClass) -> [UInt8]? {
    elements(of: field, mergeClass).first
  }

  /// The elements of a set in the order they were added.
  public func elements(of field: UInt32, _ mergeClass: MergeClass = .set) -> [[UInt8]] {
    values.first { $0.field == field && $0.mergeClass == mergeClass }?.bytes ?? []
  }

  /// The fast path for a single revision, as most cards have; `nil` if it changes a field twice or adds many
  /// elements to a set, which requires the full merge.
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
      // If unordered, the same field may follow again.
      if let last = values.last, last.group >= change.group { return nil }
      guard change.operation == .set || (isSet && change.operation == .add) else { return nil }
      // A short amount counts as 0, which the full merge handles.
      if change.mergeClass == .counter && change.value.count < 8 { return nil }
      values.append(
        Value(
          field: change.field, mergeClass: change.mergeClass, bytes: [change.value], conflicts: []))
    }
    return values
  }

  // Above this, comparing hashes is faster.
  private static let fewElements = 32

  /// All changes, grouped by field.
  private static func candidates(_ ordered: [Revision]) -> [Candidate] {
    var candidates: [Candidate] = []
    candidates.reserveCapacity(ordered.reduce(0) { $0 + $1.changes.count })
    for (index, revision) in ordered.enumerated() {
      for change in revision.changes {
        candidates.append(Candidate(revision: index, order: candidates.count, change: change))
      }
    }
    candidates.sort { ($0.group, $0.order) < ($1.group, $1.order) }
    return candidates
  }

  /// The concurrent values of one field, the shown one first: what a person chooses from.
  ///
  /// - Parameters:
  ///   - value: a register or counter from the merge of these revisions.
  ///   - revisions: in any order; repeats are allowed.
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

/// One change, with its revision's index in the total order.
struct Candidate {
  let revision: Int
  let order: Int
  let change: FieldChange

  var group: UInt64 { change.group }
}

extension FieldChange {
  /// Changes with the same number are merged together.
  fileprivate var group: UInt64 { UInt64(field) << 8 | UInt64(mergeClass.rawValue) }
}

extension MergedFields.Value {
  fileprivate var group: UInt64 { UInt64(field) << 8 | UInt64(mergeClass.rawValue) }
}

/// One of several values of a field that were written concurrently.
public struct StandingValue: Sendable, Hashable {
  /// The value; `nil` means cleared.
  ///
  /// A counter's value includes what was added since, so that choosing it does not forget anything that was
  /// spent.
  public let bytes: [UInt8]?
  /// The write that set it.
  public let dot: Dot
  /// When its writer wrote it, by that device's clock.
  public let wall: Timestamp
}
