/// The decisions about a card, for scripts.
package struct ResolutionReport: Encodable, Sendable {
  let id: String
  /// The fields that were decided.
  package var decided: [String] = []
  /// The ids of the cards that were joined into this one.
  package var joined: [String] = []

  /// Creates an empty report for the card with this id.
  package init(id: String) { self.id = id }
}
