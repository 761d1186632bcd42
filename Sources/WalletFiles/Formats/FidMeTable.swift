/// FidMe's table of loyalty cards, which has numbers but no symbologies; its rows are separated at semicolons.
enum FidMeTable {
  private static let needed = ["retailer", "program", "reference"]
  private static let read = Set(needed + ["firstname", "lastname"])

  /// Whether rows are such a table.
  static func match(_ rows: [SeparatedValues.Row]) -> Bool {
    NamedColumns(rows[...], needing: needed) != nil
  }

  /// Reads the rows.
  ///
  /// - Throws: `ForeignProblem.missing` or `.tooMany`.
  static func reading(_ rows: [SeparatedValues.Row]) throws(ForeignProblem) -> ForeignReading {
    guard let table = NamedColumns(rows[...], needing: needed) else {
      throw .missing("Retailer, Program, Reference")
    }
    try ForeignReading.check(entryCount: table.rows.count)
    var reading = ForeignReading(source: .fidMe)
    for (index, row) in table.rows.enumerated() where !row.fields.isEmpty {
      let value = { FormulaGuard.unprotected(table.value($0, in: row)) }
      let (retailer, program) = (value("retailer"), value("program"))
      let name = retailer.isEmpty ? program : retailer
      let words = [retailer, program].filter { !$0.isEmpty }.joined(separator: " ")
      if table.isCut(row) {
        reading.leaveOut(name.isEmpty ? "row \(index + 1)" : name, .file(.cutOff))
      } else if name.isEmpty {
        reading.leaveOut("row \(index + 1)", .noName)
      } else if value("reference").isEmpty {
        reading.leaveOut(name, .noNumber)
      } else {
        let mark = ForeignCard.sourceID(name: words, number: value("reference"))
        var card = ForeignCard(source: .fidMe, sourceID: mark, name: name)
        card.note = program == name ? "" : program
        card.number = value("reference")
        card.holder = [value("firstname"), value("lastname")].filter { !$0.isEmpty }
          .joined(separator: " ")
        card.doubts = [.unknownSymbology("")]
        // FidMe does not quote a semicolon within a value, which then shifts all values after it.
        if table.isTooLong(row, allowingPadding: false) { card.doubts.append(.tooManyValues) }
        // The date of its creation, for example.
        card.leftOut = table.unread(in: row, except: Self.read)
        reading.cards.append(card)
      }
    }
    return reading
  }
}
