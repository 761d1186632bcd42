package import Cards

/// Cards that were drawn to take along, for scripts.
package struct CarryingReport: Encodable, Sendable {
  /// A card, or one of its codes, that was not drawn.
  package struct LeftOut: Encodable, Sendable {
    let because: String
    let id: String
    let name: String

    /// Describes it.
    package init(_ card: Card, because: String) {
      self.because = because
      id = card.id.description
      name = card.name
    }
  }

  /// How many drawings there are.
  let cards: Int
  /// The files that were written.
  let files: [String]
  let leftOut: [LeftOut]
  /// How many pages; absent for pictures.
  let pages: Int?

  /// Creates a report.
  package init(cards: Int, files: [String], leftOut: [LeftOut], pages: Int? = nil) {
    self.cards = cards
    self.files = files
    self.leftOut = leftOut
    self.pages = pages
  }
}
