package import Cards

/// Fields of a card as a person typed them; what was not typed stays as it is.
package struct TypedFields: Sendable, Hashable {
  /// Tags to add, each word alone or several with commas.
  package var tags: [String]
  /// The last day that the card is valid, year-month-day; `never` and an empty text clear it.
  package var expires: String?
  /// Whether the card can be used only once.
  package var isOneTime: Bool?

  /// Keeps what was typed; nothing is checked yet.
  package init(tags: [String] = [], expires: String? = nil, isOneTime: Bool? = nil) {
    self.tags = tags
    self.expires = expires
    self.isOneTime = isOneTime
  }

  /// Refuses what no card can have, before anything is done with it.
  ///
  /// - Throws: `WalletError.text` or `.keyTyped`.
  package func check() throws(WalletError) {
    if let expires { _ = try CardText.date(expires) }
    _ = try CardText.tags(tags)
  }

  /// Puts what was typed on a card.
  ///
  /// - Parameter card: The card; its own tags are kept.
  /// - Throws: `WalletError.text`, also where the card would get too many tags; `.keyTyped`.
  package func apply(to card: inout Card) throws(WalletError) {
    if !tags.isEmpty { card.tags = try CardText.tags(tags, besides: card.tags) }
    if let expires { card.expires = try CardText.date(expires) }
    if let isOneTime { card.isOneTime = isOneTime }
  }
}
