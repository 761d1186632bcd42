internal import Cards

/// What the columns of a table mean: a guess from their names, or what a person confirmed.
package struct TableColumns: Sendable, Hashable {
  /// Why columns that a person named are not usable.
  package enum Problem: Error, Sendable, Hashable {
    /// A part is not written as `COLUMN=FIELD`.
    case unwritten(String)
    /// The table has no such column.
    case unknownColumn(String)
    /// There is no such field.
    case unknownField(String)
    /// Two columns mean the same.
    case twice(String)
    /// No column is the name, or none is a code or number.
    case incomplete
  }

  /// How many rows are looked at to tell what a column holds.
  static let sampleCount = 50

  /// The meaning of each column in order; `nil` where a column is left out.
  package private(set) var fields: [TableField?]

  /// Whether cards can be made: they need a name, and a code or number.
  package var isComplete: Bool {
    fields.contains(.name) && (fields.contains(.code) || fields.contains(.number))
  }

  /// Guesses from the names of the columns, and from what is in them.
  ///
  /// - Parameters:
  ///   - header: The names of the columns.
  ///   - rows: The rows' fields; only the first ones are looked at.
  init(guessing header: [String], rows: [[String]] = []) {
    let names = header.map(Folding.folded)
    let samples = rows.prefix(Self.sampleCount)
    var fields = [TableField?](repeating: nil, count: header.count)
    for field in TableField.allCases {
      for name in field.names {
        let place = names.indices.first { fields[$0] == nil && names[$0] == name }
        guard let place else { continue }
        let values = samples.compactMap { $0.indices.contains(place) ? $0[place] : nil }
        guard rows.isEmpty || field.fits(values) else { continue }
        fields[place] = field
        break
      }
    }
    self.fields = fields
  }

  /// Uses what was confirmed before; `nil` if these are not as many columns, or not enough for a card.
  ///
  /// - Parameters:
  ///   - names: For each column the name of its field; empty where it is left out.
  ///   - header: The names of the columns.
  package init?(named names: [String], for header: [String]) {
    fields = names.map(TableField.init(rawValue:))
    guard fields.count == header.count, isComplete else { return nil }
  }

  /// Parses what a person wrote.
  ///
  /// - Parameters:
  ///   - text: `COLUMN=FIELD` with commas in between; a column is its number from 1, or a name in the header.
  ///   - header: The names of the columns.
  /// - Throws: `Problem`.
  package init(_ text: String, for header: [String]) throws(Problem) {
    fields = [TableField?](repeating: nil, count: header.count)
    for part in text.split(separator: ",") {
      guard let sign = part.lastIndex(of: "=") else { throw .unwritten(String(part)) }
      let column = PlainText.trimmed(String(part[..<sign]))
      let name = PlainText.trimmed(String(part[part.index(after: sign)...])).lowercased()
      guard let place = Self.place(of: column, in: header) else { throw .unknownColumn(column) }
      guard let field = TableField(rawValue: name) else { throw .unknownField(name) }
      guard !fields.contains(field), fields[place] == nil else { throw .twice(name) }
      fields[place] = field
    }
    guard isComplete else { throw .incomplete }
  }

  /// Changes what a column means; another column that meant the same is left out from then on.
  ///
  /// - Parameters:
  ///   - field: The meaning; `nil` leaves the column out.
  ///   - place: The column, from 0.
  package mutating func set(_ field: TableField?, at place: Int) {
    if let field, let other = fields.firstIndex(of: field) { fields[other] = nil }
    fields[place] = field
  }

  /// The same in words that `init(_:for:)` accepts, harmless between quotes in a shell.
  ///
  /// - Returns: For example `Store=name,2=code`: names with signs, and those that are not alone, as numbers.
  package func written(for header: [String]) -> String {
    zip(header, fields).enumerated().compactMap { place, column -> String? in
      guard let field = column.1 else { return nil }
      let isPlain = column.0.allSatisfy { $0.isLetter || $0.isNumber || $0 == " " || $0 == "_" }
      let isFound = isPlain && !column.0.isEmpty && Self.place(of: column.0, in: header) == place
      return "\(isFound ? column.0 : "\(place + 1)")=\(field.rawValue)"
    }.joined(separator: ",")
  }

  /// The names of the fields; empty where a column is left out.
  package var names: [String] { fields.map { $0?.rawValue ?? "" } }

  /// What stays the same when a header's case, accents and signs change: tables are remembered by it.
  ///
  /// - Returns: The folded names, one on each line.
  package static func mark(of header: [String]) -> String {
    header.map(Folding.folded).joined(separator: "\n")
  }

  /// Whether names of columns are those of a table of cards.
  ///
  /// - Returns: Whether one of them is a name, a code or a number.
  package static func isOfCards(_ header: [String]) -> Bool {
    let fields = TableColumns(guessing: header).fields
    return fields.contains(.name) || fields.contains(.code) || fields.contains(.number)
  }

  /// The column of this number, or else of this name; `nil` if there is none, or several have the name.
  private static func place(of column: String, in header: [String]) -> Int? {
    if let number = Int(column), header.indices.contains(number - 1) { return number - 1 }
    let wanted = Folding.folded(column)
    let exact = header.indices.filter { header[$0] == column }
    if exact.count == 1 { return exact[0] }
    let folded = header.indices.filter { !wanted.isEmpty && Folding.folded(header[$0]) == wanted }
    return folded.count == 1 ? folded[0] : nil
  }
}
