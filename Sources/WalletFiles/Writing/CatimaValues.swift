internal import Cards

/// A card in Catima's columns.
struct CatimaValues {
  /// What Catima has a place for; of its codes, the first.
  private static let held: Set<CardDetail> = [
    .number, .note, .tags, .validFrom, .expires, .balance, .lastUsed, .favourite, .archived,
    .colour,
  ]

  private var values: [CatimaColumn: String] = [:]
  /// What Catima has no place for.
  private(set) var leftOut: [CardDetail]

  /// Puts a card into the columns; `nil` if it has neither a name nor a number, as Catima accepts no card without both.
  ///
  /// Where one of them is missing, the other replaces it.
  init?(_ card: Card) {
    leftOut = card.details.filter { !Self.held.contains($0) }
    values[.note] = Self.text(card.note)
    addCode(of: card)
    let (name, number) = (Self.text(card.name), self[.cardid])
    if name.isEmpty && number.isEmpty { return nil }
    values[.store] = name.isEmpty ? number : name
    values[.cardid] = number.isEmpty ? name : number
    values[.validfrom] = card.validFrom.flatMap(Self.milliseconds)
    values[.expiry] = card.expires.flatMap(Self.milliseconds)
    values[.balance] = card.balance.map { DecimalAmount.text($0.thousandths) } ?? "0"
    let currency = card.balance?.currency ?? ""
    if CurrencyCodes.inCirculation.contains(currency) {
      values[.balancetype] = currency
    } else if !currency.isEmpty {
      // Catima refuses the whole file for one that Java's `Currency` does not know.
      leftOut.append(.currency)
    }
    values[.headercolor] = card.colour.map { String(Int32(bitPattern: 0xFF00_0000 | $0)) }
    values[.starstatus] = card.isFavourite ? "1" : "0"
    values[.lastused] = String(max(0, (card.lastUsed?.milliseconds ?? 0) / 1_000))
    values[.archive] = card.isArchived ? "1" : "0"
  }

  /// The value of a column; empty if there is none.
  subscript(_ column: CatimaColumn) -> String { values[column] ?? "" }

  private mutating func addCode(of card: Card) {
    guard let code = card.codes.first else {
      values[.cardid] = Self.text(card.printedNumber)
      return
    }
    let number = Self.text(card.printedNumber.isEmpty ? code.text : card.printedNumber)
    values[.cardid] = number
    // As a whole code, a part of one would be another code.
    guard !code.isPartial, code.traits.part == nil, let kind = CatimaSymbology(code.symbology),
      let text = Self.encoded(code, as: kind.symbology)
    else {
      leftOut.append(.barcode)
      if number != code.text { values[.barcodeid] = Self.text(code.text) }
      return
    }
    values[.barcodetype] = kind.name
    if number.isEmpty { values[.cardid] = text.text }
    if text.text != self[.cardid] { values[.barcodeid] = text.text }
    values[.barcodeencoding] = text.charset
    if !kind.isSame { leftOut.append(.symbology) }
    let drawn = CatimaDrawing.eci(of: text.charset, for: code.bytes, as: kind.symbology)
    if drawn != code.traits.eci { leftOut.append(.symbolMarks) }
  }

  /// The text and the charset of which Catima draws a code's bytes.
  private static func encoded(_ code: Barcode, as symbology: Symbology) -> EncodedText? {
    guard let text = EncodedText(code) else { return nil }
    if CatimaDrawing.charset(text.charset, as: symbology) == text.charset { return text }
    var plain = code
    plain.traits.eci = nil
    return EncodedText(plain)
  }

  /// Days are moments: those at which they begin where the file is written.
  private static func milliseconds(_ day: CalendarDate) -> String? {
    LocalDay.start(of: day).map { String($0 * 1_000) }
  }

  /// A text without zero bytes, with which a file would be no text.
  private static func text(_ text: String) -> String {
    String(text.unicodeScalars.filter { $0.value != 0 })
  }
}
