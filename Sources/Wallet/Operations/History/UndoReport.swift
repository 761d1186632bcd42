package import Cards

/// What undoing a change did to one card, for scripts.
package struct UndoReport: Encodable, Sendable {
  let id: String
  /// The card's current or last name.
  package let name: String
  /// The changes that were undone.
  package let changes: [CardDifference]
  /// Whether the card is gone because the change had added it.
  package let removed: Bool
  /// Whether the card is back because the change had removed it.
  package let broughtBack: Bool
  /// Whether the card is separate again because the change had joined it into another.
  package let separated: Bool
  /// Whether the cards stay joined because another device joined them, too.
  package let isStillJoined: Bool
  /// Whether the change had brought the card back, which was removed before.
  package let wasRestored: Bool

  private enum CodingKeys: CodingKey { case id, name, changes, removed, broughtBack, separated }

  /// Compares a card with its state before.
  ///
  /// - Parameters:
  ///   - id: The card's id.
  ///   - present: The card before, if it existed.
  ///   - removed: The card before, if it was removed.
  ///   - now: The card now; `nil` if it is gone.
  ///   - wasPart: Whether it was part of another card before.
  ///   - isAsJoined: Whether it is joined from several cards, the same as before.
  ///   - wasRestored: Whether the change had brought it back.
  package init(
    _ id: CardID, present: Card?, removed: Card?, now: Card?, wasPart: Bool, isAsJoined: Bool,
    wasRestored: Bool
  ) {
    self.id = id.description
    name = (now ?? present ?? removed)?.name ?? ""
    changes = now.map { now in present.map { CardDifference.between(now, $0) } ?? [] } ?? []
    self.removed = now == nil
    broughtBack = present == nil && now != nil && !wasPart
    separated = now != nil && wasPart && !isAsJoined
    isStillJoined = isAsJoined && changes.isEmpty
    self.wasRestored = wasRestored
  }
}
