/// The content of a full screen and its response to keys, independent of any terminal.
package protocol View {
  /// What the person decides.
  associatedtype Outcome

  /// Lays out the view for a window.
  mutating func page(in window: Window) -> Page

  /// Handles a key press.
  mutating func press(_ key: Key) -> Reaction<Outcome>
}

/// How a view responds to a key.
package enum Reaction<Outcome> {
  /// The view stays open, and is redrawn.
  case stays
  /// The view closes with this outcome.
  case ends(Outcome)
}

extension Reaction: Equatable where Outcome: Equatable {}
extension Reaction: Sendable where Outcome: Sendable {}
