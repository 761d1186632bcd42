/// What a full screen shows, and what keys do to it; it knows no terminal.
package protocol View {
  /// What a person decides on it.
  associatedtype Outcome

  /// Lays it out for a window.
  mutating func page(in window: Window) -> Page

  /// Follows a key.
  mutating func press(_ key: Key) -> Reaction<Outcome>
}

/// What a key did to a view.
package enum Reaction<Outcome> {
  /// The view goes on, and is drawn again.
  case stays
  /// The view is done.
  case ends(Outcome)
}

extension Reaction: Equatable where Outcome: Equatable {}
extension Reaction: Sendable where Outcome: Sendable {}
