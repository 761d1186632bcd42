package import Cards

/// Cards as our own table, for spreadsheets; `import` reads it back.
package enum CardTable {
  /// What has no column.
  private static let unheld: Set<CardDetail> = [.furtherCodes, .symbolMarks]

  /// Writes cards, with their PINs.
  ///
  /// No field begins like a formula: see `FormulaGuard`, which reading reverses.
  ///
  /// - Returns: The table, in UTF-8 with a header.
  package static func writing(_ cards: [Card]) -> ForeignWriting {
    var writing = ForeignWriting()
    writing.text = SeparatedText.line(OwnColumn.allCases.map(\.rawValue))
    for card in cards {
      var details = card.details.filter(unheld.contains)
      if card.codes.first?.traits.eci != nil { details.append(.symbolMarks) }
      writing.text += SeparatedText.line(
        OwnColumn.allCases.map { FormulaGuard.guarded(value(of: card, $0)) })
      writing.add(card, without: details)
    }
    return writing
  }

  private static func value(of card: Card, _ column: OwnColumn) -> String {
    let code = card.codes.first
    return switch column {
    case .name: card.name
    case .symbology: code?.symbology.name ?? ""
    case .code: withoutZeros(code?.text ?? "")
    case .bytes: bytes(code)
    case .addOn: code?.traits.addOn ?? ""
    case .number: card.printedNumber
    case .tags: tags(card.tags)
    case .validFrom: card.validFrom?.description ?? ""
    case .expires: card.expires?.description ?? ""
    case .balance: card.balance.map { DecimalAmount.text($0.thousandths) } ?? ""
    case .currency: card.balance?.currency ?? ""
    case .holder: card.holder
    case .pin: card.pin
    case .webAddress: card.webAddress
    case .note: card.note
    case .kind: card.kind.name
    case .colour: card.colour.map(ColourText.text) ?? ""
    case .oneTime: card.isOneTime ? OwnColumn.yes : ""
    case .usedAt: card.usedAt?.exactDescription ?? ""
    case .lastUsed: card.lastUsed?.exactDescription ?? ""
    case .favourite: card.isFavourite ? OwnColumn.yes : ""
    case .archived: card.isArchived ? OwnColumn.yes : ""
    case .draft:
      card.review == .doubtfulDraft ? OwnColumn.doubtful : card.isDraft ? OwnColumn.yes : ""
    case .id: card.id.description
    }
  }

  private static func bytes(_ code: Barcode?) -> String {
    guard let code, code.bytes != Array(withoutZeros(code.text).utf8) else { return "" }
    return code.bytes.hexadecimal
  }

  private static func tags(_ tags: [String]) -> String {
    tags.isEmpty ? "" : String(SeparatedText.line(tags).dropLast())
  }

  /// A file with zero bytes is no text.
  private static func withoutZeros(_ text: String) -> String {
    String(text.unicodeScalars.filter { $0.value != 0 })
  }
}
