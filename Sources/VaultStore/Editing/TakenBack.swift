public import Cards
internal import VaultFormat

/// The result of undoing a change.
public struct TakenBack: Sendable, Hashable {
  /// Why the last change could not be undone.
  public enum Obstacle: Sendable {
    /// The previous values were purged when the vault's key was changed.
    case purged
    /// It resolved a conflict in favour of the shown value: without it, that value would be shown too.
    case decision
  }

  /// The cards as they are now, by id, `nil` for those that are gone; empty if nothing was undone.
  public var cards: [CardID: Card?] = [:]
  /// The ids of these cards, in the order in which the change had saved them; others that it touched come last.
  public var order: [CardID] = []
  /// Why nothing was undone, if there is a reason.
  public var obstacle: Obstacle?
}
