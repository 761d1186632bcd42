internal import Cards

/// A table of cards from no known program, such as a spreadsheet, or JSON with objects that are alike.
package struct GenericTable: Sendable, Hashable {
  /// The most characters of a column's name.
  private static let longestName = 100
  /// How many values of a column to show as examples.
  private static let exampleCount = 2

  /// The names of the columns.
  package let header: [String]
  /// What they mean, judging by names and values.
  package let guess: TableColumns
  /// Which columns contain passwords, PINs or logins.
  package let secrets: SecretColumns
  /// Whether the file itself names the columns; otherwise they are numbered.
  package let hasNames: Bool
  private let rows: [SeparatedValues.Row]
  /// The columns in which a row, by its index, has several values.
  private let lists: [Int: Set<Int>]
  /// Whether it is made of JSON, which has values in values, and no columns.
  private let isOfJSON: Bool
  private let guessedCharset: String?

  /// Parses a text file as a table, or as JSON with objects that are alike; `nil` if it is neither.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - isOfCards: Whether column names are those of a table of cards.
  ///   - takesAny: Whether tables with any other column names, or none, count, too, since a person can say what they
  ///     mean.
  /// - Throws: `ForeignProblem` for a table of cards that cannot be read.
  package init?(
    _ bytes: [UInt8], isOfCards: ([String]) -> Bool, takesAny: Bool = false
  ) throws(ForeignProblem) {
    let decoded: DecodedText
    do throws(ForeignProblem) { decoded = try DecodedText(bytes) } catch { return nil }
    if JSONReader.mayRead(decoded.text) {
      guard let records = try JSONRecords(JSONReader.value(of: decoded.text)),
        takesAny || isOfCards(records.header)
      else { return nil }
      let rows = records.rows.enumerated().map { index, fields in
        SeparatedValues.Row(fields: fields, line: index + 1)
      }
      self.init(
        records.header, rows, lists: records.lists, isOfJSON: true, decoded.guessedCharset)
      return
    }
    let table = TableText(decoded.text)
    let line = table.text.prefix { !$0.isNewline }
    guard let separator = table.separator ?? SeparatedValues.separator(of: line),
      let names = try? SeparatedValues.rows(of: String(line), separator: separator).first,
      names.count >= 2
    else { return nil }
    let first = names.map(FormulaGuard.unprotected)
    let hasHeader = !first.contains(where: TableColumns.mayBeNumber)
    let isKnown = hasHeader && isOfCards(first)
    if hasHeader {
      guard names.allSatisfy({ !$0.isLonger(than: Self.longestName) }),
        isKnown || takesAny && Self.mayBeHeader(first)
      else { return nil }
    } else if !takesAny {
      return nil
    }
    var rows: [SeparatedValues.Row]
    do throws(ForeignProblem) {
      rows = try SeparatedValues.numberedRows(
        of: table.text, separator: separator, firstLine: table.headerLine
      ).dropFirst(hasHeader ? 1 : 0).filter { row in
        !row.fields.allSatisfy { $0.trimmed.isEmpty }
      }
    } catch {
      // Any other text may have quotes anywhere.
      guard isKnown else { return nil }
      throw error
    }
    guard !rows.isEmpty, isKnown || rows.allSatisfy({ $0.fields.count == names.count })
    else { return nil }
    try ForeignReading.check(entryCount: rows.count)
    let header = hasHeader ? first : first.indices.map { "Column \($0 + 1)" }
    self.init(header, rows, hasNames: hasHeader, decoded.guessedCharset)
  }

  private init(
    _ header: [String], _ rows: [SeparatedValues.Row], lists: [Int: Set<Int>] = [:],
    hasNames: Bool = true, isOfJSON: Bool = false, _ guessedCharset: String?
  ) {
    self.header = header
    self.hasNames = hasNames
    self.rows = rows
    self.lists = lists
    self.isOfJSON = isOfJSON
    self.guessedCharset = guessedCharset
    let values = rows.map { $0.fields.map(FormulaGuard.unprotected) }
    // A row whose value is shown as an example is examined, wherever it is.
    let shown = header.indices.flatMap { column in
      values.lazy.filter { $0.indices.contains(column) && !$0[column].isEmpty }
        .prefix(Self.exampleCount)
    }
    let secrets = SecretColumns(header, values.prefix(TableColumns.sampleCount) + shown)
    let hidden = secrets.named.union(secrets.filled)
    guess =
      hasNames
      ? TableColumns(guessing: header, rows: values, secrets: hidden)
      : TableColumns(guessingFrom: values, columnCount: header.count, secrets: hidden)
    self.secrets = secrets
  }

  /// The columns as a person may type them, where the file does not show them.
  package var unseenColumns: [String] {
    isOfJSON ? header.indices.map { TableColumns.label(ofColumn: $0, in: header) } : []
  }

  /// Reads the cards.
  ///
  /// - Parameter columns: What each column means.
  /// - Returns: The cards.
  /// - Throws: `ForeignProblem.tooMany`.
  package func reading(as columns: TableColumns) throws(ForeignProblem) -> ForeignReading {
    var reading = ForeignReading(source: .table)
    reading.guessedCharset = guessedCharset
    reading.columnsLeftOut = header.indices.filter { column in
      columns.fields[column] == nil && !examples(ofColumn: column).isEmpty
    }.map { TableColumns.mayBeNumber(header[$0]) ? "column \($0 + 1)" : header[$0] }
    let columnsOf = { (field: TableField) in header.indices.filter { columns.fields[$0] == field } }
    let days = [TableField.validFrom, .expires].flatMap { field in
      columnsOf(field).flatMap { column in rows.map { Self.value(column, in: $0.fields) } }
    }
    let order = WrittenDay.order(of: days)
    let numberColumns = [TableField.code, .number].flatMap { columnsOf($0) }
    let isPadded = SeparatedValues.Row.isPadded(rows, columns: header.count)
    for (index, row) in rows.enumerated() {
      let (values, severalCodes) = values(ofRow: index, as: columns)
      let entry = GenericEntry(dayOrder: order, severalCodes: severalCodes) {
        values[$0] ?? ""
      }
      reading.add(named: entry.name, at: "\(isOfJSON ? "entry" : "line") \(row.line)") {
        () throws(UnreadableEntry) in
        if row.isCut(columns: header.count, after: rows[..<index]) {
          throw .file(.cutOff)
        }
        var card = try entry.card()
        if row.ending == .endOfText, numberColumns.contains(row.fields.count - 1),
          card.codes.first?.symbology.isRetail != true
        {
          card.doubts.append(.mayBeCutOff)
        }
        if row.isTooLong(columns: header.count, isPadded: isPadded) {
          card.doubts.append(.tooManyValues)
        }
        return card
      }
    }
    try reading.check()
    return reading
  }

  /// The values of a row by their meaning.
  ///
  /// The first of several columns with a value counts. What other columns have is kept in the note, each on a line after
  /// its column's name, unless that says “note”; so are several codes in one column, as nothing tells which is the card's.
  private func values(
    ofRow index: Int, as columns: TableColumns
  ) -> (values: [TableField: String], severalCodes: String) {
    var values: [TableField: String] = [:]
    var lines: [String] = []
    var severalCodes = ""
    let row = rows[index].fields
    for (column, field) in columns.fields.enumerated() {
      guard let field else { continue }
      let value = Self.value(column, in: row)
      if value.isEmpty || values[field] == value { continue }
      let areCodes =
        (field == .code || field == .number) && lists[index]?.contains(column) == true
      if areCodes { severalCodes += (severalCodes.isEmpty ? "" : ", ") + value }
      if field != .note, values[field] == nil, !areCodes {
        values[field] = value
      } else {
        let isNote = TableField.note.names.contains(Folding.folded(header[column]))
        lines.append(isNote ? value : "\(header[column]): \(value)")
      }
    }
    values[.note] = lines.joined(separator: "\n")
    return (values, severalCodes)
  }

  /// At most two values of a column, counted from 0, that are not empty.
  package func examples(ofColumn column: Int) -> [String] {
    Array(
      rows.lazy.map { Self.value(column, in: $0.fields) }.filter { !$0.isEmpty }
        .prefix(Self.exampleCount))
  }

  /// Whether a line of unknown names may be a header: at least two columns have different names with letters, and none is a
  /// card's number or an address, which would be shown as a column's name.
  private static func mayBeHeader(_ names: [String]) -> Bool {
    let named = names.filter { !$0.isEmpty }
    return named.count >= 2 && Set(named).count == named.count
      && named.allSatisfy { name in
        name.contains(where: \.isLetter) && name.count(where: \.isNumber) <= TableColumns.maxDigits
          && !SecretColumns.isAddress(name)
          && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
      }
  }

  private static func value(_ column: Int, in row: [String]) -> String {
    row.indices.contains(column) ? FormulaGuard.unprotected(row[column]) : ""
  }
}

/// A card of a table whose columns a person confirmed.
struct GenericEntry {
  /// What people write if a card has no barcode.
  private static let noSymbologies: Set = ["none", "no barcode", "text", "keiner", "aucun", "0"]
  private static let yes: Set = [
    "1", "true", "yes", "y", "x", "✓", "✔", "★", "⭐", "ja", "j", "oui", "si", "sim", "tak", "wahr",
    "vrai",
  ]
  /// What separates tags within a field.
  private static let tagSeparators: Set<Character> = [",", ";", "|"]

  /// The order of days and months in the table, if that is certain.
  let dayOrder: WrittenDay.Order?
  /// Several codes or numbers, which only the note has; empty if there is at most one.
  let severalCodes: String
  /// Returns the trimmed value of a field; empty if there is none.
  let value: (TableField) -> String

  /// The card's name; empty if it has none.
  var name: String { value(.name) }

  func card() throws(UnreadableEntry) -> ForeignCard {
    guard !name.isEmpty else { throw .noName }
    let (code, number) = (value(.code), value(.number))
    guard !code.isEmpty || !number.isEmpty || !severalCodes.isEmpty else { throw .noNumber }
    let mark = ForeignCard.sourceID(
      name: name, number: [code, number, severalCodes].first { !$0.isEmpty } ?? "")
    var card = ForeignCard(source: .table, sourceID: mark, name: name)
    if !severalCodes.isEmpty { card.doubts.append(.severalCodes) }
    try addCode(code, to: &card)
    addNumber(number, differingFrom: code, to: &card)
    card.holder = value(.holder)
    card.pin = value(.pin)
    card.webAddress = value(.web)
    card.note = value(.note)
    card.keepTags(in: value(.tags), separatedBy: Self.tagSeparators)
    card.validFrom = card.day(value(.validFrom), inNoteAs: "Valid from") {
      WrittenDay.day($0, in: dayOrder) ?? WrittenDay.month($0)?.first
    }
    card.expires = card.day(value(.expires), inNoteAs: "Expires") {
      WrittenDay.day($0, in: dayOrder) ?? WrittenDay.month($0)?.last
    }
    addBalance(to: &card)
    addColour(to: &card)
    card.kind = CardKind(name: value(.kind))
    if card.kind == nil, !value(.kind).isEmpty { card.leftOut.append(TableField.kind.rawValue) }
    card.isFavourite = Self.yes.contains(value(.favourite).lowercased())
    card.isArchived = Self.yes.contains(value(.archived).lowercased())
    return card
  }

  private func addCode(_ code: String, to card: inout ForeignCard) throws(UnreadableEntry) {
    let named = value(.symbology)
    if code.isEmpty || Self.noSymbologies.contains(named.lowercased()) {
      card.number = code
      card.doubts.append(.noCode)
      return
    }
    let guess = named.isEmpty ? GuessedCode(code) : nil
    if let guess { card.doubts.append(.guessedSymbology(guess.symbology)) }
    let isRetail = Symbology(name: named)?.isRetail ?? false
    let text = guess?.text ?? (isRetail ? GuessedCode.bare(code) : code)
    guard WrittenCode.add(text, as: guess?.symbology.name ?? named, in: charset(text), to: &card)
    else { throw .codeTooLong }
    // Keep a number in groups of digits as it is printed.
    if text != code { card.number = code }
  }

  private func addNumber(_ number: String, differingFrom code: String, to card: inout ForeignCard) {
    if number.isEmpty || number == code { return }
    // Without a barcode, there is only room for one of them.
    if card.codes.isEmpty, !code.isEmpty { card.leftOut.append(TableField.code.rawValue) }
    card.number = number
  }

  /// ISO-8859-1 if possible, as till scanners read the bytes of a code that states no charset; otherwise UTF-8.
  private func charset(_ text: String) -> String {
    text.unicodeScalars.allSatisfy { $0.value < 0x100 } ? "" : "UTF-8"
  }

  private func addBalance(to card: inout ForeignCard) {
    let text = value(.balance)
    let stated = value(.currency)
    if text.isEmpty { return }
    WrittenAmount.add(text, in: WrittenAmount.unit(named: stated), stated: stated, to: &card)
  }

  private func addColour(to card: inout ForeignCard) {
    let text = value(.colour)
    if text.isEmpty { return }
    card.colour = WrittenValue.colour(text) ?? WrittenValue.colour("#\(text)")
    if card.colour == nil { card.leftOut.append(TableField.colour.rawValue) }
  }
}

/// The probable symbology of a number, if the file states none.
struct GuessedCode {
  /// The most characters that fit on a card as Code 128, with 11 modules for each (ISO/IEC 15417, 4.2).
  private static let longestLinear = 40

  /// EAN-13, UPC-A or EAN-8 by length and check digit; otherwise Code 128, or QR Code if the number is too long for that or
  /// a web address.
  let symbology: Symbology
  /// The content of the symbol; a retail code's digits without spaces between them.
  let text: String

  init(_ number: String) {
    let bare = Self.bare(number)
    let retail = [Symbology.ean13, .upcA, .ean8].first {
      CheckDigit.isRight(Array(bare.utf8), as: $0) == true
    }
    let isShort = number.count <= Self.longestLinear && number.utf8.allSatisfy { $0 < 0x80 }
    text = retail == nil ? number : bare
    let isAddress = number.contains("://") || number.lowercased().hasPrefix("www.")
    symbology = retail ?? (isShort && !isAddress ? .code128 : .qrCode)
  }

  /// A number without the spaces and hyphens that group its digits.
  static func bare(_ number: String) -> String {
    number.filter { $0 != " " && $0 != "-" && $0 != "\u{A0}" && $0 != "\u{202F}" }
  }
}
