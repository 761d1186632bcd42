/// Reads comma-separated values (RFC 4180), also with another separator and with line ends of any kind.
struct SeparatedValues {
  /// A row, and its place in the file.
  struct Row: Sendable, Hashable {
    /// Its fields; none for an empty line.
    let fields: [String]
    /// The line on which it begins, from 1.
    let line: Int
    /// What ends it.
    var ending = Ending.lineEnd

    /// What ends a row.
    enum Ending: Sendable, Hashable {
      /// A line end.
      case lineEnd
      /// Quotes that close, at the end of the text.
      case closedQuotes
      /// The end of the text, within a field or behind a separator.
      case endOfText
      /// The end of the text, within quotes that never close.
      case openQuotes
    }

    /// Whether the file was probably cut off within it.
    ///
    /// - Parameters:
    ///   - count: How many columns the header has.
    ///   - others: The rows between the header and this one.
    /// - Returns: Whether its quotes never close, or it ends the text with fewer fields than the header, where no other
    ///   row has so few: some programs leave out empty fields.
    func isCut(columns count: Int, after others: some Collection<Row>) -> Bool {
      switch ending {
      case .lineEnd: false
      case .openQuotes: true
      case .closedQuotes, .endOfText:
        fields.count < count && others.allSatisfy { $0.fields.isEmpty || $0.fields.count >= count }
      }
    }

    /// Whether it has more values than there are columns, as where a separator within a value is not quoted.
    ///
    /// - Parameters:
    ///   - count: How many columns the header has.
    ///   - isPadded: Whether all rows are longer than the header: then empty fields at the end are no values.
    /// - Returns: Whether it has.
    func isTooLong(columns count: Int, isPadded: Bool) -> Bool {
      let surplus = fields.dropFirst(count)
      return isPadded
        ? surplus.contains { !PlainText.trimmed($0).isEmpty } : !surplus.isEmpty
    }

    /// Whether all rows are longer than the header.
    ///
    /// - Parameters:
    ///   - rows: The rows below the header.
    ///   - count: How many columns the header has.
    /// - Returns: Whether they are.
    static func isPadded(_ rows: some Collection<Row>, columns count: Int) -> Bool {
      rows.allSatisfy { $0.fields.isEmpty || $0.fields.count > count }
    }
  }

  /// The most rows: those of the most cards, and four groups for each, as Catima writes them.
  static let maximumRowCount = 25_000
  /// The most columns of a row.
  static let maximumColumnCount = 256
  /// The most fields of all rows: those of the most cards with 50 columns; each takes 16 bytes, and a long one 48 more.
  static let maximumFieldCount = 250_000
  /// What may separate two fields.
  static let separators: [Character] = [",", ";", "\t"]

  private let bytes: [UInt8]
  private let separator: UInt8
  private var rows: [Row] = []
  private var row: [String] = []
  /// What ends the row, if nothing follows.
  private var ending = Row.Ending.endOfText
  private var fieldCount = 0
  private var at = 0
  /// The line of the place up to which line ends were counted, and that place.
  private var line: Int
  private var counted = 0

  private init(_ text: String, separator: Character, firstLine: Int) {
    bytes = Array(text.utf8)
    self.separator = separator.asciiValue ?? UInt8(ascii: ",")
    line = firstLine
  }

  /// The rows of a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - separator: What separates two fields; an ASCII character.
  /// - Returns: The rows' fields; none for an empty line.
  /// - Throws: `ForeignProblem.openQuotes` if it ends within quotes that may hold further rows, or begin in the first
  ///   row or the one below; `.damagedLine` if anything but a separator follows quotes, or `.tooMany`.
  static func rows(of text: String, separator: Character) throws(ForeignProblem) -> [[String]] {
    try numberedRows(of: text, separator: separator).map(\.fields)
  }

  /// The rows of a text with their lines; otherwise as `rows`.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - separator: What separates two fields; an ASCII character.
  ///   - firstLine: The line of the file with which the text begins, from 1.
  /// - Returns: The rows.
  /// - Throws: `ForeignProblem.openQuotes`, `.damagedLine` or `.tooMany`.
  static func numberedRows(
    of text: String, separator: Character, firstLine: Int = 1
  ) throws(ForeignProblem) -> [Row] {
    var reader = SeparatedValues(text, separator: separator, firstLine: firstLine)
    return try reader.read()
  }

  /// The character that separates a header's fields.
  ///
  /// - Parameter header: The line with the names of the columns.
  /// - Returns: The most frequent one outside quotes; `nil` if there is none.
  static func separator(of header: some StringProtocol) -> Character? {
    var counts: [Character: Int] = [:]
    var isQuoted = false
    for character in header {
      if character == "\"" { isQuoted.toggle() }
      if !isQuoted, separators.contains(character) { counts[character, default: 0] += 1 }
    }
    // Of equally frequent ones, the first of the list.
    let most = counts.values.max()
    return separators.first { counts[$0] != nil && counts[$0] == most }
  }

  private mutating func read() throws(ForeignProblem) -> [Row] {
    while at < bytes.count {
      if row.isEmpty { countLines() }
      let isQuoted = bytes[at] == UInt8(ascii: "\"")
      ending = isQuoted ? .closedQuotes : .endOfText
      let field = try isQuoted ? quotedField() : plainField()
      let endsRow = at >= bytes.count || bytes[at] != separator
      if !(endsRow && row.isEmpty && field.isEmpty && !isQuoted) { row.append(field) }
      guard row.count <= Self.maximumColumnCount else {
        throw .tooMany(.columns, limit: Self.maximumColumnCount)
      }
      if endsRow {
        try endRow()
      } else {
        at += 1
        // A separator at the very end has an empty field behind it.
        if at == bytes.count {
          row.append("")
          ending = .endOfText
          try endRow()
        }
      }
    }
    return rows
  }

  private mutating func plainField() -> String {
    let start = at
    while at < bytes.count, bytes[at] != separator, !isLineEnd { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func quotedField() throws(ForeignProblem) -> String {
    let quote = UInt8(ascii: "\"")
    let start = at
    var hasQuotes = false
    at += 1
    while true {
      guard at < bytes.count else {
        guard isCutRow(at: start) else { throw .openQuotes(line: lineNumber(of: start)) }
        ending = .openQuotes
        return unquoted(bytes[(start + 1)...], hasQuotes)
      }
      if bytes[at] == quote {
        at += 1
        guard at < bytes.count, bytes[at] == quote else { break }
        hasQuotes = true
      }
      at += 1
    }
    let field = bytes[(start + 1)..<(at - 1)]
    guard at == bytes.count || bytes[at] == separator || isLineEnd else {
      throw .damagedLine(lineNumber(of: at))
    }
    return unquoted(field, hasQuotes)
  }

  /// The text between quotes, in which each of its own is written twice.
  private func unquoted(_ field: ArraySlice<UInt8>, _ hasQuotes: Bool) -> String {
    guard hasQuotes else { return String(decoding: field, as: UTF8.self) }
    var isFirst = false
    let kept = field.filter { byte in
      isFirst = byte == UInt8(ascii: "\"") && !isFirst
      return byte != UInt8(ascii: "\"") || isFirst
    }
    return String(decoding: kept, as: UTF8.self)
  }

  /// Whether quotes that never close hold the rest of one row: no line in them has as many separators as some row has.
  private func isCutRow(at start: Int) -> Bool {
    let fieldCounts = rows.lazy.map(\.fields.count).filter { $0 > 0 }
    // Below the header: some programs leave out empty fields at the end of a row.
    guard fieldCounts.prefix(2).count == 2, let least = fieldCounts.dropFirst().min() else {
      return false
    }
    let (feed, carriage) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    // The line on which they begin does not count.
    guard var place = bytes[start...].firstIndex(where: { $0 == feed || $0 == carriage }) else {
      return true
    }
    var count = 0
    while place < bytes.count {
      if bytes[place] == feed || bytes[place] == carriage { count = 0 }
      if bytes[place] == separator { count += 1 }
      if count >= max(1, least - 1) { return false }
      place += 1
    }
    return true
  }

  private var isLineEnd: Bool { bytes[at] == UInt8(ascii: "\n") || bytes[at] == UInt8(ascii: "\r") }

  private mutating func endRow() throws(ForeignProblem) {
    if at < bytes.count {
      ending = .lineEnd
      let isPair = bytes[at...].starts(with: [UInt8(ascii: "\r"), UInt8(ascii: "\n")])
      at += isPair ? 2 : 1
    }
    fieldCount += row.count
    guard fieldCount <= Self.maximumFieldCount else {
      throw .tooMany(.values, limit: Self.maximumFieldCount)
    }
    rows.append(Row(fields: row, line: line, ending: ending))
    row = []
    guard rows.count <= Self.maximumRowCount else {
      throw .tooMany(.rows, limit: Self.maximumRowCount)
    }
  }

  /// Counts the line ends up to the place that is read next.
  private mutating func countLines() {
    line = lineNumber(of: at)
    counted = at
  }

  private func lineNumber(of place: Int) -> Int {
    let (feed, carriage) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    return (counted..<place).reduce(into: line) { line, place in
      let isPair = bytes[place] == carriage && place + 1 < bytes.count && bytes[place + 1] == feed
      if bytes[place] == feed || bytes[place] == carriage && !isPair { line += 1 }
    }
  }
}
