public import Cards
internal import VaultFormat

// Removed cards stay in the vault: each can be found, and restored as it was.

extension Vault {
  /// The removed cards that can be restored, in the order of `cards`: each as it was when a person removed it, or, if only
  /// undos did, as it was before the first of them.
  public var removedCards: [Card] {
    let ids = entries.keys.filter { isRestorable($0) }
    if ids.isEmpty { return [] }
    let (segments, undone) = (segmentsByDot, undoneChanges)
    return ShownCards.sorted(
      ids.map { CardEntry(card: beforeRemoval($0, segments, undone), conflictCount: 0) })
  }

  /// How many removed cards can be restored.
  package var removedCardCount: Int { entries.keys.count { isRestorable($0) } }

  /// When a card was last removed, by the clock of the device that did it; `nil` if it never was.
  package func lastRemoval(of id: CardID) -> Timestamp? {
    revisions(of: joined.members(of: joined.id(of: id))).filter { $0.kind == .remove }
      .max { $0.clock < $1.clock }?.wall
  }

  /// Whether the card with this id, or the one it was joined into, was removed and can be restored.
  ///
  /// Only the use, a join or the removal of a card may have arrived so far.
  ///
  /// - Complexity: linear in the card's revisions, which are not merged.
  package func isRestorable(_ id: CardID) -> Bool {
    let id = joined.id(of: id)
    guard let entry = entries[id], entry.card == nil else { return false }
    return revisions(of: joined.members(of: id)).contains(where: \.describesCard)
  }

  /// A removed card as it comes back: somebody who undid one step too many wants what was there before.
  private func beforeRemoval(
    _ id: CardID, _ segments: [Dot: Segment], _ undone: Set<Undone>
  ) -> Card {
    let parts = parts(of: id, among: segments)
    let members = joined.members(of: id)
    let isByPerson = parts.contains { part in
      part.segment.undoes == nil && part.revisions.contains { $0.kind == .remove }
        && !undone.undoes(part.segment.identity, of: members)
    }
    guard !isByPerson, let last = parts.lastIndex(where: { $0.segment.undoes == nil }) else {
      return Card(id: id, fields: fields(of: id))
    }
    return Card(id: id, fields: fields(of: id, after: parts[...last]))
  }
}
