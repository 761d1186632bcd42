public import Cards
internal import VaultFormat

/// The result of undoing a change.
public struct TakenBack: Sendable, Hashable {
  /// The cards as they are now, by id, `nil` for those that are gone; empty if nothing was undone.
  public var cards: [CardID: Card?] = [:]
  /// The ids of these cards, in the order in which the change had saved them; others that it touched come last.
  public var order: [CardID] = []
  /// The cards whose later changes were skipped, as undoing them would change nothing now.
  public var skipped: [CardID] = []
}
