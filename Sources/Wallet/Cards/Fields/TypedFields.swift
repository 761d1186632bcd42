package import Cards

/// Fields of a card as typed; fields that were not typed stay unchanged.
package struct TypedFields: Sendable, Hashable {
  /// Tags to add, each text one tag or several with commas.
  package var tags: [String] = []
  /// The last day that the card is valid, as people write dates; `never` or an empty text clears it.
  package var expires: String?
  /// The first day that the card is valid, in the same form.
  package var validFrom: String?
  /// Whether the card can be used only once.
  package var isOneTime: Bool?
  /// The balance, in money or points; empty clears it.
  package var balance: String?
  /// The kind of card, by its name.
  package var kind: String?
  /// The colour; empty clears it.
  package var colour: String?
  /// The number printed on the card; empty clears it.
  package var number: String?
  /// The holder's name; empty clears it.
  package var holder: String?
  /// The PIN; empty clears it.
  package var pin: String?
  /// The web address; empty clears it.
  package var webAddress: String?
  /// The note; empty clears it.
  package var note: String?
  /// Whether the card comes first in lists.
  package var isFavourite: Bool?
  /// Whether the card is archived.
  package var isArchived: Bool?

  /// Creates fields without any typed value.
  package init() {}

  /// Creates the fields that an import can set on its new cards; nothing is checked yet.
  package init(tags: [String], expires: String? = nil, isOneTime: Bool? = nil) {
    self.tags = tags
    self.expires = expires
    self.isOneTime = isOneTime
  }

  /// Checks the fields before anything is done with them.
  ///
  /// - Throws: `WalletError.text` or `.keyTyped`.
  package func check() throws(WalletError) {
    var card = Card(id: CardID.none, name: "", codes: [])
    try apply(to: &card)
  }

  /// Sets the typed fields on a card.
  ///
  /// - Parameter card: The card; its existing tags are kept.
  /// - Throws: `WalletError.text`, also if the card would have too many tags or never be valid; `.keyTyped`.
  package func apply(to card: inout Card) throws(WalletError) {
    if !tags.isEmpty { card.tags = try CardText.tags(tags, inAdditionTo: card.tags) }
    if let expires { card.expires = try CardText.lastDay(expires) }
    if let validFrom { card.validFrom = try CardText.firstDay(validFrom) }
    // Dates that came from elsewhere are no reason to refuse other changes.
    if expires != nil || validFrom != nil { try card.checkDates() }
    if let isOneTime { card.isOneTime = isOneTime }
    if let balance {
      card.balance =
        balance.isEmpty ? nil : try TypedAmount(balance).balance(inUnitOf: card.balance)
    }
    if let kind { card.kind = try CardText.kind(kind) }
    if let colour { card.colour = try CardText.colour(colour) }
    if let number { card.printedNumber = try CardText.note(number) }
    if let holder { card.holder = try CardText.holder(holder) }
    if let pin { card.pin = try CardText.pin(pin) }
    if let webAddress { card.webAddress = try CardText.webAddress(webAddress) }
    if let note { card.note = try CardText.note(note) }
    if let isFavourite { card.isFavourite = isFavourite }
    if let isArchived { card.isArchived = isArchived }
  }
}

extension CardID {
  /// An id that no card has, for checks only.
  fileprivate static var none: CardID {
    var generator = SystemRandomNumberGenerator()
    return CardID(using: &generator)
  }
}

extension Card {
  /// Checks that the card's last day is not before its first day.
  ///
  /// - Throws: `WalletError.text(.neverValid)`.
  package func checkDates() throws(WalletError) {
    guard let validFrom, let expires, expires < validFrom else { return }
    throw .text(.neverValid(from: validFrom, expires: expires))
  }
}
