package import Cards

/// Cards as a file for another program.
package struct ForeignWriting: Sendable, Hashable {
  /// A card, and what the file has no place for.
  package struct LeftOut: Sendable, Hashable {
    /// The card.
    package let card: CardID
    /// Its name.
    package let name: String
    /// What is not in the file; in the order of `CardDetail`.
    package let details: [CardDetail]

    /// Makes an entry.
    package init(_ card: Card, _ details: [CardDetail]) {
      self.card = card.id
      name = card.name
      self.details = CardDetail.allCases.filter(details.contains)
    }
  }

  /// The file's text.
  package internal(set) var text = ""
  /// The cards in it, in its order.
  package internal(set) var cards: [CardID] = []
  /// The cards that it holds only in part.
  package internal(set) var leftOut: [LeftOut] = []
  /// The cards that it cannot hold at all, as they have neither a name nor a number.
  package internal(set) var absent: [CardID] = []

  /// Makes a file without cards.
  package init() {}

  /// Adds the cards of another file, without its text.
  package mutating func addCards(of other: ForeignWriting) {
    cards += other.cards
    leftOut += other.leftOut
    absent += other.absent
  }

  mutating func add(_ card: Card, without details: [CardDetail] = []) {
    cards.append(card.id)
    if !details.isEmpty { leftOut.append(LeftOut(card, details)) }
  }
}

/// A detail of a card that another program may have no place for.
package enum CardDetail: String, Sendable, Hashable, CaseIterable {
  /// A barcode: only its number is kept.
  case barcode
  /// The symbology: another one with the same content replaces it, or there is no code.
  case symbology
  /// What its symbol states beyond the content: GS1, a charset, a part, or that it programs a reader.
  case symbolMarks
  /// Its codes after the first.
  case furtherCodes
  /// The digits beside its retail code.
  case addOn
  /// The currency of its balance, which becomes points.
  case currency
  case number, holder, pin, webAddress, note, tags, validFrom, expires, balance, oneTime, usedAt
  case lastUsed, favourite, archived, colour, kind
  /// That nobody has reviewed it.
  case draft
  case photos
}

extension Card {
  /// What it has, except photos and its first barcode.
  var details: [CardDetail] {
    let traits = codes.first?.traits ?? SymbolTraits()
    let all: [(CardDetail, Bool)] = [
      (.symbolMarks, traits.gs1 || traits.readerInitialisation || traits.part != nil),
      (.furtherCodes, codes.count > 1),
      (.addOn, traits.addOn != nil), (.number, !printedNumber.isEmpty), (.holder, !holder.isEmpty),
      (.pin, !pin.isEmpty), (.webAddress, !webAddress.isEmpty), (.note, !note.isEmpty),
      (.tags, !tags.isEmpty), (.validFrom, validFrom != nil), (.expires, expires != nil),
      (.balance, balance != nil), (.oneTime, isOneTime), (.usedAt, usedAt != nil),
      (.lastUsed, lastUsed != nil), (.favourite, isFavourite), (.archived, isArchived),
      (.colour, colour != nil), (.kind, kind != .loyalty), (.draft, isDraft),
    ]
    return all.filter(\.1).map(\.0)
  }
}
