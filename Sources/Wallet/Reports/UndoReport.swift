package import Cards

/// What taking a change back did to one card, for scripts.
package struct UndoReport: Encodable, Sendable {
  let id: String
  /// What the card is called, or was.
  package let name: String
  /// What the change had done, and is no more.
  package let changes: [CardDifference]
  /// Whether the card went, as it was added by the change.
  package let removed: Bool
  /// Whether the card came back, as it was removed by the change.
  package let broughtBack: Bool
  /// Whether it is a card of its own again, as the change joined it into another.
  package let parted: Bool
  /// Whether another device joined the same cards, too, so that they stay one.
  package let isStillJoined: Bool

  private enum CodingKeys: CodingKey { case id, name, changes, removed, broughtBack, parted }

  /// Compares a card with what it was.
  ///
  /// - Parameters:
  ///   - id: the card.
  ///   - present: the card before, if it was there.
  ///   - removed: the card before, if it had been removed.
  ///   - now: the card as it is; `nil` when it is gone.
  ///   - wasPart: whether it was part of another card before.
  ///   - isAsJoined: whether it is made of several cards, and of the same as before.
  package init(
    _ id: CardID, present: Card?, removed: Card?, now: Card?, wasPart: Bool, isAsJoined: Bool
  ) {
    self.id = id.description
    name = (now ?? present ?? removed)?.name ?? ""
    changes = now.map { now in present.map { CardDifference.between(now, $0) } ?? [] } ?? []
    self.removed = now == nil
    broughtBack = present == nil && now != nil && !wasPart
    parted = now != nil && wasPart && !isAsJoined
    isStillJoined = isAsJoined && changes.isEmpty
  }
}
