package import Cards

/// Reads our own table of cards, which `CardTable` writes.
enum OwnTable {
  /// The name of a column that only our table has, in lower case.
  static let mark = OwnColumn.symbology.rawValue

  /// Whether rows are such a table.
  static func match(_ rows: [SeparatedValues.Row]) -> Bool { table(rows) != nil }

  /// Reads the rows.
  ///
  /// - Throws: `ForeignProblem.missing` or `.tooMany`.
  static func reading(_ rows: [SeparatedValues.Row]) throws(ForeignProblem) -> ForeignReading {
    guard let table = table(rows) else { throw .missing(mark) }
    try ForeignReading.check(entryCount: table.rows.count)
    var reading = ForeignReading(source: .cardvault)
    for (index, row) in table.rows.enumerated() where !row.fields.isEmpty {
      let value = { (column: OwnColumn) in
        FormulaGuard.original(table.value(column.rawValue.lowercased(), in: row))
      }
      let name = value(.name).trimmed
      reading.add(named: name, at: "row \(index + 1)") { () throws(UnreadableEntry) in
        if table.isCut(row) { throw .file(.cutOff) }
        var card = try card(name, value)
        if table.isTooLong(row) { card.doubts.append(.tooManyValues) }
        card.leftOut += table.unread(in: row, except: OwnColumn.names)
        return card
      }
    }
    return reading
  }

  private static func table(_ rows: [SeparatedValues.Row]) -> NamedColumns? {
    NamedColumns(rows[...], needing: OwnColumn.needed.map { $0.rawValue.lowercased() })
  }

  private static func card(
    _ name: String, _ value: @escaping (OwnColumn) -> String
  ) throws(UnreadableEntry) -> ForeignCard {
    var entry = try OwnEntry(name: name, value)
    let (kind, text, addOn) = (value(.symbology), value(.code), value(.addOn))
    if !kind.isEmpty || !text.isEmpty {
      try entry.addCode(
        kind, text: text, bytes: value(.bytes), SymbolTraits(addOn: addOn.isEmpty ? nil : addOn))
    }
    var card = entry.card
    card.keepTags(tags(value(.tags)))
    return card
  }

  /// The field contains a row of tags, so that tags may contain commas.
  private static func tags(_ text: String) -> [String] {
    let rows = try? SeparatedValues.rows(of: text, separator: ",")
    return (rows?.first ?? []).map(\.trimmed)
  }
}

/// Writes cards as our own table, for spreadsheets; `OwnTable` reads it back.
package enum CardTable {
  /// Details without a column.
  private static let missing: Set<CardDetail> = [.furtherCodes, .symbolMarks]

  /// Writes cards, with their PINs.
  ///
  /// `FormulaGuard` protects fields that begin like formulas; reading reverses that.
  ///
  /// - Returns: The table, in UTF-8 with a header.
  package static func writing(_ cards: [Card]) -> ForeignWriting {
    var writing = ForeignWriting()
    writing.text = SeparatedText.line(OwnColumn.allCases.map(\.rawValue))
    for card in cards {
      var details = card.details.filter(missing.contains)
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

  /// Text files cannot contain zero bytes.
  private static func withoutZeros(_ text: String) -> String {
    String(text.unicodeScalars.filter { $0.value != 0 })
  }
}
