internal import Cards

/// Our own table of cards, as `export --to csv` writes it.
enum OwnTable {
  /// A column that no other table has, in lower case.
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
    for (place, row) in table.rows.enumerated() where !row.fields.isEmpty {
      let value = { (column: OwnColumn) in
        FormulaGuard.original(table.value(column.rawValue.lowercased(), in: row))
      }
      let name = PlainText.trimmed(value(.name))
      reading.add(named: name, at: "row \(place + 1)") { () throws(UnreadableEntry) in
        if table.isCut(row) { throw UnreadableEntry(reason: .file(.cutOff)) }
        var card = try card(name, value)
        if table.isTooLong(row) { card.doubts.append(.tooManyValues) }
        card.leftOut += table.unread(in: row, besides: OwnColumn.names)
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

  /// The field holds a row of tags, so that a tag may contain commas.
  private static func tags(_ text: String) -> [String] {
    let rows = try? SeparatedValues.rows(of: text, separator: ",")
    return (rows?.first ?? []).map(PlainText.trimmed)
  }
}
