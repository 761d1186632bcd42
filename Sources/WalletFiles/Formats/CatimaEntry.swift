internal import Cards

/// A card of Catima, from a row of its table or a link.
enum CatimaEntry {
  /// Smaller days are in seconds: in milliseconds, they would be before March 1973.
  ///
  /// Days that far before 1970 are in milliseconds; a number between those and 0 could be either, and is rejected.
  private static let minMilliseconds: Int64 = 100_000_000_000

  /// Reads a card; its id is empty in a link, and `value` returns a column's value, or an empty text.
  static func card(
    id: String, _ value: (CatimaColumn) -> String
  ) throws(UnreadableEntry) -> ForeignCard {
    let name = value(.store).trimmed
    guard !name.isEmpty else { throw .noName }
    let number = value(.cardid)
    guard !number.isEmpty else { throw .noNumber }
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
      throw .codeTooLong
    }
    if card.doubts.isEmpty, let last = card.codes.indices.last {
      let drawn = card.codes[last]
      card.codes[last].traits.eci = CatimaDrawing.eci(
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
      guard let number = Int64(text), number >= 0 || number <= -minMilliseconds,
        number.magnitude < 1 << 53,
        let picked = CatimaDay(
          Timestamp(
            milliseconds: (0..<minMilliseconds).contains(number) ? number * 1_000 : number))
      else {
        card.keep(text, inNoteAs: name, .unreadDay)
        return nil
      }
      if !picked.isSure, !card.doubts.contains(.unclearDay) { card.doubts.append(.unclearDay) }
      return picked.day
    }
    card.validFrom = day(.validfrom, inNoteAs: "Valid from")
    card.expires = day(.expiry, inNoteAs: "Expires")
    if let seconds = Int64(value(.lastused)), (1..<minMilliseconds).contains(seconds) {
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
    // Catima writes 0 if nobody entered a balance, and no type for points.
    if text.isEmpty || stated.isEmpty && WrittenValue.thousandths(text) == 0 { return }
    let currency = WrittenValue.currency(stated)
    let unit: WrittenAmount.Unit? =
      stated.isEmpty ? .points : currency.isEmpty ? nil : .currency(currency)
    WrittenAmount.add(text, in: unit, stated: stated, to: &card)
  }
}

/// The columns of Catima's cards in its order, by their names in tables and links (Catima, docs/EXPORT_FORMAT.md and
/// docs/CARD_FIELDS.md).
enum CatimaColumn: String, CaseIterable {
  case id = "_id"
  case store, note, validfrom, expiry, balance, balancetype, cardid, barcodeid, barcodetype
  case barcodeencoding, headercolor, starstatus, lastused, archive

  /// The names of all columns.
  static let names = Set(allCases.map(\.rawValue))

  /// The columns in a link, and which of them it contains even if they are empty.
  static let ofLink: (all: [CatimaColumn], needed: Set<CatimaColumn>) = (
    [
      .store, .note, .balance, .balancetype, .validfrom, .expiry, .cardid, .barcodeid,
      .barcodetype, .barcodeencoding, .headercolor,
    ],
    [.store, .note, .cardid]
  )
}

/// A day picked in Catima, which stores it as a moment.
struct CatimaDay {
  private static let millisecondsPerDay: Int64 = 86_400_000

  /// The day.
  let day: CalendarDate
  /// Whether no other day is possible; in a file from another time zone, it may be off by one.
  let isSure: Bool

  /// Finds the day; `nil` if the calendar has no such day.
  ///
  /// Catima's picker gives midnight UTC; older ones gave midnight or noon in the phone's time zone.
  init?(_ moment: Timestamp) {
    if moment.milliseconds % Self.millisecondsPerDay == 0 {
      guard let day = moment.date else { return nil }
      (self.day, isSure) = (day, true)
      return
    }
    if let local = LocalDay.clock(at: moment)?.day,
      [LocalDay.start(of: local), LocalDay.time(of: local, hour: 12)]
        .contains(where: { $0.map { $0 * 1_000 } == moment.milliseconds })
    {
      (day, isSure) = (local, true)
      return
    }
    // Midnight in any time zone is less than half a day from midnight UTC; noon UTC still counts as that day.
    let middle = moment.milliseconds + Self.millisecondsPerDay / 2 - 1
    guard let day = Timestamp(milliseconds: middle).date else { return nil }
    (self.day, isSure) = (day, false)
  }
}
