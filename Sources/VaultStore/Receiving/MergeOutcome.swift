public import Cards
internal import VaultFormat

/// The result of merging into a vault.
public struct MergeOutcome: Sendable, Hashable {
  /// A card that was removed here, and is there again.
  public struct CardBack: Sendable, Hashable {
    /// Its id.
    public let id: CardID
    /// Its name.
    public let name: String
    /// Whether somebody restored it, rather than changed it without knowing of the removal.
    public let isRestored: Bool

    /// Makes the statement.
    package init(id: CardID, name: String, isRestored: Bool) {
      (self.id, self.name, self.isRestored) = (id, name, isRestored)
    }
  }

  /// Cards that were not here before.
  public package(set) var addedCount = 0
  /// Added cards that came from another vault and need review.
  public package(set) var draftCount = 0
  /// Drafts that share a code with an existing card.
  public package(set) var duplicateCount = 0
  /// Cards of another vault that were left out because something on them is not allowed.
  public package(set) var leftOutCount = 0
  /// Removed cards that are there again, by name.
  public package(set) var back: [CardBack] = []
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
  /// Counts the visible differences between earlier cards of a vault and those now.
  package mutating func count(from before: [CardID: Vault.CardEntry], to vault: isolated Vault) {
    for (id, new) in vault.entries {
      let old = before[id]
      // Most cards were not merged again.
      if old === new { continue }
      switch (old?.card, new.card) {
      case (nil, nil): break
      case (nil, let new?) where old != nil:
        back.append(CardBack(id: id, name: new.name, isRestored: vault.isRestored(id)))
      case (nil, _): addedCount += 1
      case (_, nil): removedCount += 1
      case (let old, let new): changedCount += old == new ? 0 : 1
      }
      conflictCount += max(0, new.conflictCount - (old?.conflictCount ?? 0))
    }
    back.sort { ($0.name, $0.id) < ($1.name, $1.id) }
  }
}

extension Vault {
  /// Whether a card was changed by somebody who knew of its last removal.
  fileprivate func isRestored(_ id: CardID) -> Bool {
    let revisions = revisions(of: joined.members(of: id))
    guard let removal = revisions.filter({ $0.kind == .remove }).max(by: { $0.clock < $1.clock })
    else { return false }
    return revisions.contains { $0.kind == .edit && $0.seen.contains(removal.dot) }
  }
}
