public import Cards
internal import VaultFormat

/// What taking a change back did.
public struct TakenBack: Sendable, Hashable {
  /// Why the last change was not taken back, though there is one.
  public enum Obstacle: Sendable {
    /// What was before went when the vault's key was changed.
    case purged
    /// It decided between two values and kept what was shown: without it, that would show as well.
    case decision
  }

  /// The cards as they are now by id, `nil` for those that are gone; none when nothing was taken back.
  public var cards: [CardID: Card?] = [:]
  /// What stands in the way, if nothing was taken back for that.
  public var obstacle: Obstacle?
}
