internal import Cards
internal import Drawing
internal import Exchange

extension ForeignCard {
  /// Where it came from, as a card keeps it: `Catima, card 12`.
  var origin: String {
    if sourceID.isEmpty { return source.name }
    // A semicolon separates the origins of a card that has several.
    return String("\(source.name), \(sourceID)".replacing("; ", with: ", ").prefix(200))
  }

  /// Its name, as a card keeps it.
  var keptName: String { cut(name, CardText.longestName) }

  /// Its printed number, as a card keeps it.
  var keptNumber: String { cut(number, CardText.longestNote) }

  /// Whether a vault's key stands anywhere in it.
  var holdsKey: Bool {
    let texts = [name, note, number, holder, pin, webAddress] + tags
    return texts.contains { KeyMark.stands(in: Array($0.utf8)) }
      || codes.contains { KeyMark.stands(in: $0) }
  }

  /// The card that it becomes; texts that are too long are cut.
  ///
  /// - Parameter id: The card's id.
  /// - Returns: The card.
  func card(id: CardID) -> Card {
    var card = Card(id: id, name: keptName, codes: codes)
    card.printedNumber = keptNumber
    card.holder = cut(holder, CardText.longestHolder)
    card.pin = cut(pin, CardText.longestPIN)
    card.webAddress = cut(webAddress, CardText.longestWebAddress)
    card.note = cut(note, CardText.longestNote)
    card.tags = Set(tags.map { cut($0, CardText.longestTag) }.prefix(CardText.mostTags)).sorted()
    card.validFrom = validFrom
    card.expires = expires
    card.balance = balance
    card.colour = colour
    card.kind = kind ?? .loyalty
    card.isFavourite = isFavourite
    card.isArchived = isArchived
    card.isOneTime = isOneTime
    card.lastUsed = lastUsed
    card.origin = origin
    card.review = review
    return card
  }

  /// The other wallet's user has reviewed it, unless its code is missing or looks wrong.
  private var review: Card.Review {
    let isCodeDoubtful = allDoubts.contains {
      switch $0 {
      case .wrongCheckDigit, .charset, .rounded: true
      case .noCode, .unknownSymbology: false
      }
    }
    if isCodeDoubtful || codes.contains(where: { !$0.isDrawable }) { return .doubtfulDraft }
    // What this program wrote may come from another vault, whose cards nobody has seen here.
    return doubts.isEmpty && source != .cardvault ? .accepted : .draft
  }

  private func cut(_ text: String, _ length: Int) -> String {
    CardText.trimmed(String(CardText.trimmed(text).prefix(length)))
  }
}

extension Barcode {
  fileprivate var isDrawable: Bool {
    do throws(DrawingError) { _ = try DrawnSymbol(self) } catch { return false }
    return true
  }
}
