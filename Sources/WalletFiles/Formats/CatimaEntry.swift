internal import Cards

/// One card of Catima, from a row of its table or a link.
enum CatimaEntry {
  /// Days below this number are taken for seconds: in milliseconds, they would be before March 1973.
  ///
  /// Days that far before 1970 are in milliseconds; a number between those and 0 could be either, and is no day.
  private static let leastMilliseconds: Int64 = 100_000_000_000

  /// Reads a card.
  ///
  /// - Parameters:
  ///   - id: Its number; empty in a link.
  ///   - value: Returns a column's value; empty if there is none.
  /// - Returns: The card.
  /// - Throws: Why it is none.
  static func card(
    id: String, _ value: (CatimaColumn) -> String
  ) throws(UnreadableEntry) -> ForeignCard {
    let name = PlainText.trimmed(value(.store))
    guard !name.isEmpty else { throw UnreadableEntry(reason: .noName) }
    let number = value(.cardid)
    guard !number.isEmpty else { throw UnreadableEntry(reason: .noNumber) }
    var card = ForeignCard(source: .catima, sourceID: id.isEmpty ? "" : "card \(id)", name: name)
    card.note = value(.note)
    try addCode(number: number, value, to: &card)
    addDates(value, to: &card)
    addBalance(value, to: &card)
    if let colour = Int64(value(.headercolor)) {
      card.colour = UInt32(truncatingIfNeeded: colour) & 0xFF_FFFF
    } else if !value(.headercolor).isEmpty {
      card.leftOut.append(CatimaColumn.headercolor.rawValue)
    }
    card.isFavourite = value(.starstatus) == "1"
    card.isArchived = value(.archive) == "1"
    return card
  }

  private static func addCode(
    number: String, _ value: (CatimaColumn) -> String, to card: inout ForeignCard
  ) throws(UnreadableEntry) {
    let kind = value(.barcodetype)
    let written = value(.barcodeid)
    let code = written.isEmpty ? number : written
    guard !kind.isEmpty else {
      card.number = number
      card.doubts.append(.noCode)
      if code != number { card.leftOut.append(CatimaColumn.barcodeid.rawValue) }
      return
    }
    let named = value(.barcodeencoding)
    let charset = Symbology(name: kind).map { CatimaDrawing.charset(named, as: $0) } ?? named
    guard WrittenCode.add(code, as: kind, in: charset, to: &card) else {
      throw UnreadableEntry(reason: .codeTooLong)
    }
    if card.doubts.isEmpty, let place = card.codes.indices.last {
      let drawn = card.codes[place]
      card.codes[place].traits.eci = CatimaDrawing.eci(
        of: charset, for: drawn.bytes, as: drawn.symbology)
    }
    if ![code, card.codes.last?.text].contains(number) { card.number = number }
  }

  /// Days are in milliseconds, the last use is in seconds; some files have days in seconds too.
  private static func addDates(
    _ value: (CatimaColumn) -> String, to card: inout ForeignCard
  ) {
    func day(_ column: CatimaColumn, inNoteAs name: String) -> CalendarDate? {
      let text = value(column)
      if text.isEmpty || text == "0" { return nil }
      guard let number = Int64(text), number >= 0 || number <= -leastMilliseconds,
        number.magnitude < 1 << 53,
        let picked = CatimaDay(
          Timestamp(
            milliseconds: (0..<leastMilliseconds).contains(number) ? number * 1_000 : number))
      else {
        card.keep(text, inNoteAs: name, .unreadDay)
        return nil
      }
      if !picked.isSure, !card.doubts.contains(.unclearDay) { card.doubts.append(.unclearDay) }
      return picked.day
    }
    card.validFrom = day(.validfrom, inNoteAs: "Valid from")
    card.expires = day(.expiry, inNoteAs: "Expires")
    if let seconds = Int64(value(.lastused)), (1..<leastMilliseconds).contains(seconds) {
      card.lastUsed = Timestamp(milliseconds: seconds * 1_000)
    } else if !["", "0"].contains(value(.lastused)) {
      card.leftOut.append(CatimaColumn.lastused.rawValue)
    }
  }

  private static func addBalance(
    _ value: (CatimaColumn) -> String, to card: inout ForeignCard
  ) {
    let text = value(.balance)
    let stated = value(.balancetype)
    // Catima writes 0 where nobody entered a balance, and no type for points.
    if text.isEmpty || stated.isEmpty && WrittenValue.thousandths(text) == 0 { return }
    let currency = WrittenValue.currency(stated)
    let unit: WrittenAmount.Unit? =
      stated.isEmpty ? .points : currency.isEmpty ? nil : .currency(currency)
    WrittenAmount.add(text, in: unit, stated: stated, to: &card)
  }
}
