package import Cards

/// The table of a Catima export, version 2, and the names of the pictures beside it.
package enum CatimaFile {
  /// The table's name in the archive.
  package static let tableName = "catima.csv"

  /// Writes cards, numbered from 1, with tags as groups.
  ///
  /// - Returns: The table, without cards that have neither a name nor a number: Catima rejects a file with such a card.
  package static func writing(_ cards: [Card]) -> ForeignWriting {
    var writing = ForeignWriting()
    var (rows, links) = ("", "")
    var groups: Set<String> = []
    for card in cards {
      guard let values = CatimaValues(card) else {
        writing.absent.append(card.id)
        continue
      }
      writing.add(card, without: values.leftOut)
      let number = String(writing.cards.count)
      rows += SeparatedText.line(
        CatimaColumn.allCases.map { $0 == .id ? number : values[$0] })
      for tag in card.tags {
        groups.insert(tag)
        links += SeparatedText.line([number, tag])
      }
    }
    let names = groups.sorted().map { SeparatedText.line([$0]) }.joined()
    let header = SeparatedText.line(CatimaColumn.allCases.map(\.rawValue))
    writing.text =
      "2\r\n\r\n_id\r\n\(names)\r\n\(header)\(rows)\r\ncardId,groupId\r\n\(links)"
    return writing
  }

  /// The name of a card's picture in the archive; `nil` if Catima has no place for this side.
  ///
  /// - Parameters:
  ///   - index: The card's index in `ForeignWriting.cards`.
  ///   - side: What the picture shows.
  /// - Returns: The name.
  package static func pictureName(ofCardAt index: Int, _ side: CardPhoto.Side) -> String? {
    switch side {
    case .front, .back: "card_\(index + 1)_\(side.name).png"
    case .other: nil
    }
  }

  /// Whether a card's code comes back from the table as this other code, perhaps in another symbology and without its add-on,
  /// which Catima may lack.
  package static func holds(_ code: Barcode, as other: Barcode) -> Bool {
    CatimaSymbology(code.symbology)?.symbology == other.symbology && code.bytes == other.bytes
      && other.traits.addOn == nil
  }
}

/// A card in Catima's columns.
struct CatimaValues {
  /// What Catima has a place for, apart from the first code.
  private static let held: Set<CardDetail> = [
    .number, .note, .tags, .validFrom, .expires, .balance, .lastUsed, .favourite, .archived,
    .colour,
  ]

  private var values: [CatimaColumn: String] = [:]
  /// What Catima has no place for.
  private(set) var leftOut: [CardDetail]

  /// Puts a card into the columns; `nil` if it has neither a name nor a number.
  ///
  /// Catima requires both; if one is missing, the other replaces it.
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
      // Catima rejects the whole file if Java's `Currency` does not know one.
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
    // A part of a code would become a different code.
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

  /// The text and charset from which Catima draws a code's bytes.
  private static func encoded(_ code: Barcode, as symbology: Symbology) -> EncodedText? {
    guard let text = EncodedText(code) else { return nil }
    if CatimaDrawing.charset(text.charset, as: symbology) == text.charset { return text }
    var plain = code
    plain.traits.eci = nil
    return EncodedText(plain)
  }

  /// When a day begins in this time zone.
  private static func milliseconds(_ day: CalendarDate) -> String? {
    LocalDay.start(of: day).map { String($0 * 1_000) }
  }

  /// A text without zero bytes, which a text file cannot contain.
  private static func text(_ text: String) -> String {
    String(text.unicodeScalars.filter { $0.value != 0 })
  }
}
