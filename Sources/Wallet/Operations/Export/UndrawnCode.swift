package import Cards
package import Drawing

/// A code, or a whole card, that cannot be taken along as a picture.
package struct UndrawnCode: Sendable {
  /// Why it cannot.
  package enum Reason: Sendable, Hashable {
    /// The card has neither a code nor a number.
    case nothingToShow
    /// Digits of the code are missing.
    case partial
    /// The code cannot be drawn at all, or not in this size.
    case drawing(DrawingError)
  }

  /// The card.
  package let card: Card
  /// Why it is not drawn.
  package let reason: Reason
}
