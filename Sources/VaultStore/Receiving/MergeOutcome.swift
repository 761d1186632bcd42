public import Cards

/// The result of merging into a vault.
public struct MergeOutcome: Sendable, Hashable {
  /// Cards that were not here before.
  public package(set) var addedCount = 0
  /// Added cards that came from another vault and need review.
  public package(set) var draftCount = 0
  /// Drafts that share a code with an existing card.
  public package(set) var duplicateCount = 0
  /// Cards of another vault that were left out because something on them is not allowed.
  public package(set) var leftOutCount = 0
  /// Existing cards that now look different.
  public internal(set) var changedCount = 0
  /// Existing cards that are now removed.
  public internal(set) var removedCount = 0
  /// Cards of a bundle that stay removed, because they were removed or their merge was undone here.
  public package(set) var staysRemoved: [CardID] = []
  /// Fields that were changed concurrently on both sides and need a decision.
  public internal(set) var conflictCount = 0
  /// Files written into the vault.
  public package(set) var fileCount = 0
  /// Their total size in bytes.
  public package(set) var byteCount = 0

  /// Starts empty.
  public init() {}
}

extension MergeOutcome {
  /// Counts the visible differences.
  package mutating func count(
    from before: [CardID: Vault.CardEntry], to after: [CardID: Vault.CardEntry]
  ) {
    for (id, new) in after {
      let old = before[id]
      // Most cards were not merged again.
      if old === new { continue }
      switch (old?.card, new.card) {
      case (nil, nil): break
      case (nil, _): addedCount += 1
      case (_, nil): removedCount += 1
      case (let old, let new): changedCount += old == new ? 0 : 1
      }
      conflictCount += max(0, new.conflictCount - (old?.conflictCount ?? 0))
    }
  }
}
