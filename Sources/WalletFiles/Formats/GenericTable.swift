internal import Cards

/// A table of cards by no program that is known, such as a spreadsheet's: its first line names the columns.
package struct GenericTable: Sendable, Hashable {
  /// The longest name of a column, in characters; longer texts are no names.
  private static let longestName = 100
  /// How many values of a column are shown as examples.
  private static let exampleCount = 2

  /// The names of the columns.
  package let header: [String]
  /// What they mean, as far as names and values tell.
  package let guess: TableColumns
  /// Which of them hold passwords, PINs or logins.
  package let secrets: SecretColumns
  private let rows: [SeparatedValues.Row]
  private let guessedCharset: String?

  /// The most digits in the name of a column that no field is called by: a line with more may be a card itself.
  private static let mostDigits = 3

  /// Parses a text file as a table; `nil` if it is none.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - isOfCards: Whether these names of columns are those of a table of cards.
  ///   - takesAny: Whether a table counts whose columns have any other names, because a person can say what they mean.
  /// - Throws: `ForeignProblem` for a table of cards that cannot be read.
  package init?(
    _ bytes: [UInt8], isOfCards: ([String]) -> Bool, takesAny: Bool = false
  ) throws(ForeignProblem) {
    let decoded: DecodedText
    do throws(ForeignProblem) { decoded = try DecodedText(bytes) } catch { return nil }
    let table = TableText(decoded.text)
    let line = table.text.prefix { !$0.isNewline }
    guard let separator = table.separator ?? SeparatedValues.separator(of: line),
      let names = try? SeparatedValues.rows(of: String(line), separator: separator).first,
      names.count >= 2, names.allSatisfy({ !$0.isLonger(than: Self.longestName) })
    else { return nil }
    header = names.map(FormulaGuard.unprotected)
    let isKnown = isOfCards(header)
    guard !header.contains(where: Self.mayBeNumber),
      isKnown || takesAny && Self.mayBeHeader(header)
    else { return nil }
    let rows: [SeparatedValues.Row]
    do throws(ForeignProblem) {
      rows = try SeparatedValues.numberedRows(
        of: table.text, separator: separator, firstLine: table.headerLine
      ).dropFirst().filter { row in !row.fields.allSatisfy { PlainText.trimmed($0).isEmpty } }
    } catch {
      // Only a table is damaged; any other text may have quotes anywhere.
      guard isKnown else { return nil }
      throw error
    }
    guard !rows.isEmpty, isKnown || rows.allSatisfy({ $0.fields.count == names.count })
    else { return nil }
    self.rows = rows
    try ForeignReading.check(entryCount: rows.count)
    let samples = rows.prefix(TableColumns.sampleCount)
      .map { $0.fields.map(FormulaGuard.unprotected) }
    guess = TableColumns(guessing: header, rows: samples)
    secrets = SecretColumns(header, samples)
    guessedCharset = decoded.guessedCharset
  }

  /// Reads the cards.
  ///
  /// - Parameter columns: What the columns mean; as many as the table has.
  /// - Returns: The cards.
  /// - Throws: `ForeignProblem.tooMany`.
  package func reading(as columns: TableColumns) throws(ForeignProblem) -> ForeignReading {
    var reading = ForeignReading(source: .table)
    reading.guessedCharset = guessedCharset
    let places = Dictionary(
      columns.fields.enumerated().compactMap { place, field in field.map { ($0, place) } },
      uniquingKeysWith: { first, _ in first })
    let days = [TableField.validFrom, .expires].flatMap { field in
      places[field].map { place in rows.map { Self.value(place, in: $0.fields) } } ?? []
    }
    let order = WrittenDay.order(of: days)
    let numberColumns = [TableField.code, .number].compactMap { places[$0] }
    let isPadded = SeparatedValues.Row.isPadded(rows, columns: header.count)
    for (place, row) in rows.enumerated() {
      let entry = GenericEntry(dayOrder: order) { field in
        places[field].map { Self.value($0, in: row.fields) } ?? ""
      }
      reading.add(named: entry.name, at: "line \(row.line)") { () throws(UnreadableEntry) in
        if row.isCut(columns: header.count, after: rows[..<place]) {
          throw UnreadableEntry(reason: .file(.cutOff))
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

  /// The first values of a column that are not empty.
  ///
  /// - Parameter place: The column, from 0.
  /// - Returns: Two at most.
  package func examples(ofColumn place: Int) -> [String] {
    Array(
      rows.lazy.map { Self.value(place, in: $0.fields) }.filter { !$0.isEmpty }
        .prefix(Self.exampleCount))
  }

  /// Whether a line may be a header though no field has any of its names: at least two columns have a name, each one of
  /// its own in letters, and none has a card's number or an address, which would be shown as the name of a column.
  private static func mayBeHeader(_ names: [String]) -> Bool {
    let named = names.filter { !$0.isEmpty }
    return named.count >= 2 && Set(named).count == named.count
      && named.allSatisfy { name in
        name.contains(where: \.isLetter) && name.count(where: \.isNumber) <= mostDigits
          && !SecretColumns.isAddress(name)
          && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
      }
  }

  /// Whether the name of a column is rather a card's number: a word with many digits, or nothing but digits and signs.
  private static func mayBeNumber(_ name: String) -> Bool {
    name.count(where: \.isNumber) > mostDigits
      && (!name.contains(where: \.isWhitespace) || !name.contains(where: \.isLetter))
  }

  private static func value(_ place: Int, in row: [String]) -> String {
    row.indices.contains(place) ? FormulaGuard.unprotected(row[place]) : ""
  }
}
