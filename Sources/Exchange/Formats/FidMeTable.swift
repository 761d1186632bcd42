/// FidMe's table of loyalty cards, which has numbers but no kinds of barcodes.
enum FidMeTable {
  private static let needed = ["retailer", "program", "reference"]

  /// Whether rows are such a table.
  ///
  /// - Parameter rows: The rows, separated at semicolons.
  /// - Returns: Whether it is.
  static func match(_ rows: [[String]]) -> Bool { NamedColumns(rows[...], needing: needed) != nil }

  /// Reads the rows.
  ///
  /// - Parameter rows: The rows, separated at semicolons.
  /// - Returns: The cards.
  /// - Throws: `ForeignProblem.missing`.
  static func reading(_ rows: [[String]]) throws(ForeignProblem) -> ForeignReading {
    guard let table = NamedColumns(rows[...], needing: needed) else {
      throw .missing("Retailer, Program, Reference")
    }
    var reading = ForeignReading(source: .fidMe)
    var counts: [String: Int] = [:]
    for (place, row) in table.rows.enumerated() where !row.isEmpty {
      let value = { PlainText.trimmed(table.value($0, in: row)) }
      let (retailer, program) = (value("retailer"), value("program"))
      let name = retailer.isEmpty ? program : retailer
      let words = [retailer, program].filter { !$0.isEmpty }.joined(separator: " ")
      if name.isEmpty {
        reading.leaveOut("row \(place + 1)", .noName)
      } else if value("reference").isEmpty {
        reading.leaveOut(name, .noNumber)
      } else {
        // Nothing else tells two cards of one programme apart.
        let count = (counts[words] ?? 0) + 1
        counts[words] = count
        var card = ForeignCard(
          source: .fidMe, sourceID: count == 1 ? words : "\(words) \(count)", name: name)
        card.note = program == name ? "" : program
        card.number = value("reference")
        card.holder = [value("firstname"), value("lastname")].filter { !$0.isEmpty }
          .joined(separator: " ")
        card.doubts = [.noCode]
        reading.cards.append(card)
      }
    }
    return reading
  }
}
