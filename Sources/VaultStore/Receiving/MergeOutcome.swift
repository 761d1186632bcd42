/// What a merge brought into a vault.
public struct MergeOutcome: Sendable, Hashable {
  /// Cards that were not here before.
  public internal(set) var addedCount = 0
  /// Those of them that came from another vault, and wait for review.
  public internal(set) var draftCount = 0
  /// Those of the drafts that share a code with a card that was here, and differ from it.
  public internal(set) var duplicateCount = 0
  /// Cards of another vault that were not taken, as something on them is not what it may be.
  public internal(set) var leftOutCount = 0
  /// Cards that were here and show something else now.
  public internal(set) var changedCount = 0
  /// Cards that were here and are removed now.
  public internal(set) var removedCount = 0
  /// Fields that were changed on both sides at once and wait for a decision.
  public internal(set) var conflictCount = 0
  /// Files that were written into the vault.
  public internal(set) var fileCount = 0
  /// Their bytes together.
  public internal(set) var byteCount = 0

  /// Nothing yet.
  public init() {}
}

extension MergeOutcome {
  /// Adds up two merges.
  package mutating func add(_ other: MergeOutcome) {
    addedCount += other.addedCount
    changedCount += other.changedCount
    removedCount += other.removedCount
    conflictCount += other.conflictCount
    fileCount += other.fileCount
    byteCount += other.byteCount
  }
}
