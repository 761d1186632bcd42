internal import Cards

/// What the columns of a table mean: a guess, or what a person confirmed.
package struct TableColumns: Sendable, Hashable {
  /// Why columns that a person named are unusable.
  package enum Problem: Error, Sendable, Hashable {
    /// A part is not written as `COLUMN=FIELD`.
    case unwritten(String)
    /// The table has no such column.
    case unknownColumn(String)
    /// There is no such field.
    case unknownField(String)
    /// A column has two meanings.
    case twice(String)
    /// There is no name, or neither a code nor a number.
    case incomplete
  }

  /// How many rows to examine for a guess.
  static let sampleCount = 50

  /// The meaning of each column in order; `nil` if it is left out.
  package private(set) var fields: [TableField?]

  /// Whether cards can be made: they need a name, and a code or number.
  package var isComplete: Bool {
    fields.contains(.name) && (fields.contains(.code) || fields.contains(.number))
  }

  /// Whether the name of a column says that it has codes or numbers, unlike an id, which anything may have.
  func hasClearCode(in header: [String]) -> Bool {
    zip(header, fields).contains { name, field in
      field == .number
        || field == .code
          && [name, FieldName.spaced(name)].map(Folding.folded).contains(where: TableField.isCode)
    }
  }

  /// Guesses from the names of the columns, and from the rows.
  ///
  /// Several columns may share a meaning, as in a file with several kinds of cards. What has no other meaning is kept in
  /// the note, but for columns of secrets.
  init(guessing header: [String], rows: [[String]] = [], secrets: Set<Int> = []) {
    let names = header.map { name in
      [Folding.folded(name), Folding.folded(FieldName.spaced(name))]
    }
    let samples = rows.prefix(Self.sampleCount)
    var fields = [TableField?](repeating: nil, count: header.count)
    for field in TableField.allCases {
      for name in field.names {
        for column in header.indices
        where fields[column] == nil && names[column].contains(name) {
          let values = samples.compactMap { $0.indices.contains(column) ? $0[column] : nil }
          guard rows.isEmpty || field.fits(values) else { continue }
          let others = header.indices.filter { fields[$0] == field }
          guard
            others.isEmpty
              || field.isShared(under: name) && Self.adds(column, to: others, in: rows, field)
          else { continue }
          fields[column] = field
        }
      }
    }
    for column in header.indices
    where fields[column] == nil && !secrets.contains(column) && !header[column].isEmpty {
      fields[column] = .note
    }
    self.fields = fields
  }

  /// Whether a column has values where others with its meaning have none, and, but for names, only there.
  private static func adds(
    _ column: Int, to others: [Int], in rows: [[String]], _ field: TableField
  ) -> Bool {
    let isFilled = { (row: [String], column: Int) in
      row.indices.contains(column) && !row[column].isEmpty
    }
    let filled = rows.lazy.filter { isFilled($0, column) }
    let isLacking = { (row: [String]) in !others.contains { isFilled(row, $0) } }
    return field == .name
      ? filled.contains(where: isLacking)
      : !filled.isEmpty && filled.allSatisfy(isLacking)
        && rows.contains { !isLacking($0) }
  }

  /// Guesses from the values alone, of a table without names of columns.
  init(guessingFrom rows: [[String]], columnCount: Int, secrets: Set<Int>) {
    let samples = rows.prefix(Self.sampleCount)
    var fields: [TableField?] = (0..<columnCount).map { secrets.contains($0) ? nil : .note }
    func assign(_ field: TableField, where fits: (String) -> Bool) {
      let column = fields.indices.first { column in
        let values = samples.compactMap { $0.indices.contains(column) ? $0[column] : nil }
          .filter { !$0.isEmpty }
        let isFree = fields[column] == .note || field == .code && fields[column] == nil
        return isFree && !values.isEmpty && values.allSatisfy(fits)
      }
      if let column { fields[column] = field }
    }
    assign(.symbology) { Symbology(name: $0) != nil }
    assign(.code) { $0.count(where: \.isNumber) > 3 && !$0.contains(where: \.isWhitespace) }
    assign(.name) { $0.contains(where: \.isLetter) }
    self.fields = fields
  }

  /// Uses an earlier confirmation; `nil` if the number of columns differs, or they are not enough for a card.
  ///
  /// - Parameters:
  ///   - names: For each column the name of its field; empty if it is left out.
  ///   - header: The names of the columns.
  package init?(named names: [String], for header: [String]) {
    fields = names.map(TableField.init(rawValue:))
    guard fields.count == header.count, isComplete else { return nil }
  }

  /// Parses what a person typed.
  ///
  /// - Parameters:
  ///   - text: `COLUMN=FIELD`, separated by commas; a column is a number from 1, or a name in the header.
  ///   - header: The names of the columns.
  /// - Throws: `Problem`.
  package init(_ text: String, for header: [String]) throws(Problem) {
    fields = [TableField?](repeating: nil, count: header.count)
    for part in text.split(separator: ",") {
      guard let sign = part.lastIndex(of: "=") else { throw .unwritten(String(part)) }
      let column = String(part[..<sign]).trimmed
      let name = String(part[part.index(after: sign)...]).trimmed.lowercased()
      guard let index = Self.index(of: column, in: header) else { throw .unknownColumn(column) }
      guard let field = TableField(rawValue: name) else { throw .unknownField(name) }
      guard fields[index] == nil else { throw .twice(column) }
      fields[index] = field
    }
    guard isComplete else { throw .incomplete }
  }

  /// Changes what a column means; another column with this meaning is then left out, but any number are kept in the
  /// note.
  ///
  /// - Parameters:
  ///   - field: The meaning; `nil` leaves the column out.
  ///   - index: The column, from 0.
  package mutating func set(_ field: TableField?, at index: Int) {
    if let field, field != .note {
      for other in fields.indices where fields[other] == field { fields[other] = nil }
    }
    fields[index] = field
  }

  /// The text that `init(_:for:)` accepts, harmless between quotes in a shell.
  ///
  /// - Parameters:
  ///   - header: The names of the columns.
  ///   - hasNotes: Whether to name also what is only kept in the note.
  /// - Returns: For example `Store=name,2=code`, with numbers for ambiguous names, those with punctuation, and those that
  ///   may be a card's number.
  package func written(for header: [String], withNotes hasNotes: Bool = true) -> String {
    zip(header, fields).enumerated().compactMap { index, column -> String? in
      guard let field = column.1, hasNotes || field != .note else { return nil }
      return "\(Self.label(ofColumn: index, in: header))=\(field.rawValue)"
    }.joined(separator: ",")
  }

  /// A column as `init(_:for:)` accepts it: its name, or its number where that is clearer.
  static func label(ofColumn column: Int, in header: [String]) -> String {
    let name = header[column]
    let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == " " || $0 == "_" }
    let isFound =
      isPlain && !name.isEmpty && name.count(where: \.isNumber) <= maxDigits
      && index(of: name, in: header) == column
    return isFound ? name : "\(column + 1)"
  }

  /// The names of the fields; empty for columns that are left out.
  package var names: [String] { fields.map { $0?.rawValue ?? "" } }

  /// A key to remember a table by, regardless of its header's case, accents and punctuation: the folded names, one per line.
  package static func mark(of header: [String]) -> String {
    header.map(Folding.folded).joined(separator: "\n")
  }

  /// Whether columns are those of a table of cards: one is a name, a code or a number.
  package static func isOfCards(_ header: [String]) -> Bool {
    let fields = TableColumns(guessing: header).fields
    return fields.contains(.name) || fields.contains(.code) || fields.contains(.number)
  }

  /// The most digits in the name of an unknown column: one with more may be a card's number.
  static let maxDigits = 3

  /// Whether a column's name may be a card's number: a word with many digits, or only digits and punctuation.
  static func mayBeNumber(_ name: String) -> Bool {
    name.count(where: \.isNumber) > maxDigits
      && (!name.contains(where: \.isWhitespace) || !name.contains(where: \.isLetter))
  }

  /// The column with this number, or else this name; `nil` if there is none, or the name is ambiguous.
  private static func index(of column: String, in header: [String]) -> Int? {
    if let number = Int(column), number > 0, header.indices.contains(number - 1) {
      return number - 1
    }
    let wanted = Folding.folded(column)
    let exact = header.indices.filter { header[$0] == column }
    if exact.count == 1 { return exact[0] }
    let folded = header.indices.filter { !wanted.isEmpty && Folding.folded(header[$0]) == wanted }
    return folded.count == 1 ? folded[0] : nil
  }
}
