package import Cards
package import VaultFormat
package import VaultStore

extension Vault {
  /// Undoes the last change, and describes the effect on each card.
  ///
  /// - Parameter id: The card whose last change to undo; `nil` for the last change that this device made.
  /// - Returns: The effects, in the order in which the cards had been saved, none if nothing was left to undo; and the names
  ///   of cards whose later changes were skipped, as undoing them would change nothing now.
  /// - Throws: As `undo`.
  package func undoReported(_ id: CardID? = nil) throws(VaultError) -> (
    reports: [UndoReport], skipped: [String]
  ) {
    let (present, removed, former) = (cards, removedCards, formerIDs)
    let outcome = try undo(id)
    let wholes = formerIDs
    let names = Dictionary(
      (present + removed).map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    let reports = outcome.order.map { id in
      UndoReport(
        id, present: present.first { $0.id == id }, removed: removed.first { $0.id == id },
        now: outcome.cards[id] ?? nil, wasPart: former.values.contains { $0.contains(id) },
        isAsJoined: Self.whole(of: id, wholes).map { $0 == Self.whole(of: id, former) } ?? false,
        // Cards are brought back one at a time.
        wasRestored: outcome.cards.count == 1 && wasRemovedBefore(id))
    }
    return (reports, outcome.skipped.compactMap { names[$0] })
  }

  /// Whether a card was removed before its last change, other than by an undo, or by a removal that was undone.
  private func wasRemovedBefore(_ id: CardID) -> Bool {
    changes(of: id).dropLast().contains { $0.card == nil && !$0.isUndone && !$0.isUndo }
  }

  /// A joined card and its former parts; `nil` for a card that was never joined.
  private static func whole(of id: CardID, _ former: [CardID: [CardID]]) -> Set<CardID>? {
    former.map { Set($0.value + [$0.key]) }.first { $0.contains(id) }
  }
}
