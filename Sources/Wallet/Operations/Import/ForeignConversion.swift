internal import Cards
internal import Drawing
internal import WalletFiles

extension ForeignCard {
  /// The most characters of where it came from.
  private static let maxOriginLength = 200

  /// Where it came from, as a card keeps it: `Catima, card 12`.
  var origin: String {
    if sourceID.isEmpty { return source.name }
    // A semicolon separates the origins of a card that has several.
    return "\(source.name), \(sourceID)".limited(to: Self.maxOriginLength)
      .replacing("; ", with: ", ")
  }

  /// Its name, as a card keeps it.
  var keptName: String { cut(name, CardLimits.name) }

  /// Its printed number, as a card keeps it.
  var keptNumber: String { cut(number, CardLimits.note) }

  /// Whether any part of it contains a vault's key.
  var holdsKey: Bool {
    let texts = [name, note, number, holder, pin, webAddress, formerOrigin] + tags
    return texts.contains { KeyMark.isIn(Array($0.utf8)) }
      || codes.contains { KeyMark.isIn($0) }
  }

  /// Whether its number or PIN is longer than a card keeps: cut off, it would be wrong.
  var isNumberTooLong: Bool {
    isLonger(number, CardLimits.note) || isLonger(pin, CardLimits.pin)
  }

  /// The names of its texts that are longer than a card keeps, and are cut.
  var shortened: [String] {
    let tagsAreCut =
      distinctTags.count > CardLimits.tagCount || tags.contains { isLonger($0, CardLimits.tag) }
    let texts = [
      ("name", isLonger(name, CardLimits.name)),
      ("holder", isLonger(holder, CardLimits.holder)),
      ("note", isLonger(note, CardLimits.note)), ("tags", tagsAreCut),
    ]
    return texts.filter(\.1).map(\.0)
  }

  /// The names of the file's fields that a card does not keep.
  var fieldsLeftOut: [String] {
    keptWebAddress.isEmpty && !webAddress.trimmed.isEmpty ? leftOut + ["web address"] : leftOut
  }

  /// Its tags, as a card keeps them: `Food` and `food` are one, as when they are typed.
  private var distinctTags: [String] {
    Folding.distinct(tags.map { cut($0, CardLimits.tag) }.filter { !$0.isEmpty })
  }

  /// Its web address, as a card keeps it; empty for anything else, and for one that is too long: cut off, it would lead
  /// elsewhere.
  private var keptWebAddress: String {
    (try? CardText.webAddress(webAddress.trimmed)) ?? ""
  }

  /// The card that it becomes; texts that are too long are cut.
  func card(id: CardID) -> Card {
    var card = Card(id: id, name: keptName, codes: codes)
    card.printedNumber = keptNumber
    card.holder = cut(holder, CardLimits.holder)
    card.pin = cut(pin, CardLimits.pin)
    card.webAddress = keptWebAddress
    card.note = cut(note, CardLimits.note)
    card.tags = distinctTags.prefix(CardLimits.tagCount).sorted()
    card.validFrom = validFrom
    card.expires = expires
    card.balance = balance
    card.colour = colour
    card.kind = kind ?? .loyalty
    card.isFavourite = isFavourite
    card.isArchived = isArchived
    card.isOneTime = isOneTime
    card.usedAt = usedAt
    card.lastUsed = lastUsed
    let former = cut(formerOrigin, CardLimits.note)
    card.origin = former.isEmpty ? origin : "\(former); \(origin)"
    card.review = review
    return card
  }

  /// Whether the file gives a reason to doubt its code.
  var isCodeDoubtful: Bool {
    allDoubts.contains {
      switch $0 {
      case .wrongCheckDigit, .wrongElements, .missingDigit, .undrawable, .charset, .rounded,
        .hardToRead,
        .mayBeCutOff, .severalCodes, .tooManyValues:
        true
      // A right check digit is evidence for a trade item number; nothing is for the others.
      case .guessedSymbology(let symbology): !symbology.isRetail
      // Without a code, it is not known yet whether the card has more than the number.
      case .unknownSymbology: codes.isEmpty
      case .noCode, .noCurrency, .unclearBalance, .unclearDay, .unreadDay: false
      }
    }
  }

  /// The other wallet's user has reviewed it, unless its code looks wrong or is of an unknown kind, or its balance or a
  /// day is not certain.
  private var review: Card.Review {
    if isCodeDoubtful || codes.contains(where: { !$0.isDrawable }) { return .doubtfulDraft }
    // What this program wrote may come from another vault, whose cards nobody has seen here.
    // A card without a barcode is as it should be: people keep numbers and membership cards, too.
    let isSettled = doubts.allSatisfy { $0 == .noCurrency || $0 == .noCode }
    return isSettled && source != .cardvault ? .accepted : .draft
  }

  private func isLonger(_ text: String, _ length: Int) -> Bool {
    text.trimmed.isLonger(than: length)
  }

  private func cut(_ text: String, _ length: Int) -> String {
    text.trimmed.limited(to: length).trimmed
  }
}

extension Barcode {
  fileprivate var isDrawable: Bool {
    do throws(DrawingError) { _ = try DrawnSymbol(self) } catch { return false }
    return true
  }
}
