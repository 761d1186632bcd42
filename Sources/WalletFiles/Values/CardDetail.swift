internal import Cards

/// Something about a card that another program may have no place for.
package enum CardDetail: String, Sendable, Hashable, CaseIterable {
  /// A barcode: only its number is kept.
  case barcode
  /// The kind of its barcode: another one with the same content replaces it, or nothing draws it.
  case symbology
  /// What its symbol states besides its content: GS1, a charset, that it is a part, or that it programs a reader.
  case symbolMarks
  /// Its codes but the first.
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
  /// What there is about it; photos and its first barcode not included.
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
