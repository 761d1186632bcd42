internal import Cards

/// What taking a change back did to one card, for scripts and people.
struct UndoReport: Encodable {
  let id: String
  let name: String
  /// What the change had done, and is no more.
  let changes: [CardDifference]
  /// Whether the card went, as it was added by the change.
  let removed: Bool
  /// Whether the card came back, as it was removed by the change.
  let broughtBack: Bool
  /// Whether it is a card of its own again, as the change joined it into another.
  let parted: Bool
  /// Whether another device joined the same cards, too, so that they stay one.
  private let isStillJoined: Bool

  private enum CodingKeys: CodingKey { case id, name, changes, removed, broughtBack, parted }

  /// - Parameters:
  ///   - id: the card.
  ///   - present: the card before, if it was there.
  ///   - removed: the card before, if it had been removed.
  ///   - now: the card as it is; `nil` when it is gone.
  ///   - wasPart: whether it was part of another card before.
  ///   - isAsJoined: whether it is made of several cards, and of the same as before.
  init(
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

  var words: String {
    let what =
      removed
      ? "it was added, and is removed again"
      : parted
        ? "it was joined into another card, and is one of its own again"
        : broughtBack
          ? "it was removed, and is there again"
          : isStillJoined
            ? "another device joined it, too, and that stays"
            // What another card had brought may make no difference.
            : changes.isEmpty
              ? "another card is parted from it" : changes.map(\.words).joined(separator: ", ")
    return "\(name): \(what)"
  }
}
