internal import Cards
internal import Wallet

/// What a page can change on several cards at once: absent fields stay.
struct SharedFields: Decodable, Sendable {
  var tags: CardFields.TagChange?
  var favourite: Bool?
  var archived: Bool?

  /// Sets the fields.
  ///
  /// A tag is removed in each of its spellings, as the cards may not agree on one.
  ///
  /// - Throws: `FieldRefusal` for the first field that is wrong.
  func apply(to card: inout Card) throws {
    card.untag(tags?.remove ?? [])
    // Two devices together may have given a card too many tags; only adding more is refused.
    try CardFields(
      tags: tags?.add.map { CardFields.TagChange(add: $0) }, favourite: favourite,
      archived: archived
    ).apply(to: &card)
  }
}
