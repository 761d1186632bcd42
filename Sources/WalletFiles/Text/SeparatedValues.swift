internal import Cards

/// Reads comma-separated values (RFC 4180), also with another separator and any line ends.
struct SeparatedValues {
  /// A row of the file.
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
      /// Closing quotes, at the end of the text.
      case closedQuotes
      /// The end of the text, within a field or after a separator.
      case endOfText
      /// The end of the text, within quotes that never close.
      case openQuotes
    }

    /// Whether the file was probably cut off within it, given the header's column count and the rows in between.
    ///
    /// Either its quotes never close, or it ends the text with fewer fields than the header and all other rows: some
    /// programs leave out empty fields.
    func isCut(columns count: Int, after others: some Collection<Row>) -> Bool {
      switch ending {
      case .lineEnd: false
      case .openQuotes: true
      case .closedQuotes, .endOfText:
        fields.count < count && others.allSatisfy { $0.fields.isEmpty || $0.fields.count >= count }
      }
    }

    /// Whether it has more values than the header has columns, as with an unquoted separator within a value.
    ///
    /// If all rows are padded (`isPadded`), empty fields at the end do not count.
    func isTooLong(columns count: Int, isPadded: Bool) -> Bool {
      let surplus = fields.dropFirst(count)
      return isPadded
        ? surplus.contains { !$0.trimmed.isEmpty } : !surplus.isEmpty
    }

    /// Whether all rows are longer than the header.
    static func isPadded(_ rows: some Collection<Row>, columns count: Int) -> Bool {
      rows.allSatisfy { $0.fields.isEmpty || $0.fields.count > count }
    }
  }

  /// The most rows: one for each of the most cards, and four for its groups, as in Catima.
  static let maxRowCount = 100_000
  /// The most columns of a row.
  static let maxColumnCount = 256
  /// The most fields of all rows: 50 for each of the most cards, and for the header; each takes 16 bytes, and a long one
  /// 48 more.
  static let maxFieldCount = 50 * (ForeignReading.maxEntryCount + 1)
  /// What may separate two fields.
  static let separators: [Character] = [",", ";", "\t"]

  private let bytes: [UInt8]
  private let separator: UInt8
  private var rows: [Row] = []
  private var row: [String] = []
  /// How the row ends if nothing follows.
  private var ending = Row.Ending.endOfText
  private var fieldCount = 0
  private var at = 0
  /// The line of the offset up to which line ends were counted, and that offset.
  private var line: Int
  private var counted = 0

  private init(_ text: String, separator: Character, firstLine: Int) {
    bytes = Array(text.utf8)
    self.separator = separator.asciiValue ?? UInt8(ascii: ",")
    line = firstLine
  }

  /// The rows' fields; none for an empty line.
  ///
  /// - Throws: Like `numberedRows`.
  static func rows(of text: String, separator: Character) throws(ForeignProblem) -> [[String]] {
    try numberedRows(of: text, separator: separator).map(\.fields)
  }

  /// The rows of a text that begins on a line of the file; the separator is an ASCII character.
  ///
  /// - Throws: `ForeignProblem.openQuotes` if it ends within quotes that may contain further rows, or that begin in one of
  ///   the first two rows; `.damagedLine` if anything but a separator follows closing quotes; or `.tooMany`.
  static func numberedRows(
    of text: String, separator: Character, firstLine: Int = 1
  ) throws(ForeignProblem) -> [Row] {
    var reader = SeparatedValues(text, separator: separator, firstLine: firstLine)
    return try reader.read()
  }

  /// The separator of a header: the most frequent one outside quotes; `nil` if there is none.
  static func separator(of header: some StringProtocol) -> Character? {
    var counts: [Character: Int] = [:]
    var isQuoted = false
    for character in header {
      if character == "\"" { isQuoted.toggle() }
      if !isQuoted, separators.contains(character) { counts[character, default: 0] += 1 }
    }
    // Of equally frequent ones, the first of the list.
    let highest = counts.values.max()
    return separators.first { counts[$0] != nil && counts[$0] == highest }
  }

  private mutating func read() throws(ForeignProblem) -> [Row] {
    while at < bytes.count {
      if row.isEmpty { countLines() }
      let isQuoted = bytes[at] == UInt8(ascii: "\"")
      ending = isQuoted ? .closedQuotes : .endOfText
      let field = try isQuoted ? quotedField() : plainField()
      let endsRow = at >= bytes.count || bytes[at] != separator
      if !(endsRow && row.isEmpty && field.isEmpty && !isQuoted) { row.append(field) }
      guard row.count <= Self.maxColumnCount else {
        throw .tooMany(.columns, limit: Self.maxColumnCount)
      }
      if endsRow {
        try endRow()
      } else {
        at += 1
        // An empty field follows a separator at the very end.
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

  /// The text between quotes, in which a quote is doubled.
  private func unquoted(_ field: ArraySlice<UInt8>, _ hasQuotes: Bool) -> String {
    guard hasQuotes else { return String(decoding: field, as: UTF8.self) }
    var isFirst = false
    let kept = field.filter { byte in
      isFirst = byte == UInt8(ascii: "\"") && !isFirst
      return byte != UInt8(ascii: "\"") || isFirst
    }
    return String(decoding: kept, as: UTF8.self)
  }

  /// Whether quotes that never close contain only the rest of one row: no line in them has as many separators as a row.
  private func isCutRow(at start: Int) -> Bool {
    let fieldCounts = rows.lazy.map(\.fields.count).filter { $0 > 0 }
    // Rows below the header, since some programs leave out empty fields at the end.
    guard fieldCounts.prefix(2).count == 2, let fewest = fieldCounts.dropFirst().min() else {
      return false
    }
    let (feed, carriage) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    // The line on which they begin does not count.
    guard var index = bytes[start...].firstIndex(where: { $0 == feed || $0 == carriage }) else {
      return true
    }
    var count = 0
    while index < bytes.count {
      if bytes[index] == feed || bytes[index] == carriage { count = 0 }
      if bytes[index] == separator { count += 1 }
      if count >= max(1, fewest - 1) { return false }
      index += 1
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
    guard fieldCount <= Self.maxFieldCount else {
      throw .tooMany(.values, limit: Self.maxFieldCount)
    }
    rows.append(Row(fields: row, line: line, ending: ending))
    row = []
    guard rows.count <= Self.maxRowCount else {
      throw .tooMany(.rows, limit: Self.maxRowCount)
    }
  }

  /// Counts the line ends up to the current offset.
  private mutating func countLines() {
    line = lineNumber(of: at)
    counted = at
  }

  private func lineNumber(of offset: Int) -> Int {
    let (feed, carriage) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    return (counted..<offset).reduce(into: line) { line, index in
      let isPair = bytes[index] == carriage && index + 1 < bytes.count && bytes[index + 1] == feed
      if bytes[index] == feed || bytes[index] == carriage && !isPair { line += 1 }
    }
  }
}

/// A table's text, without a first line that states the separator for spreadsheets: `sep=;`.
struct TableText {
  /// The text from the header on.
  let text: String
  /// The stated separator, if it is one of `SeparatedValues.separators`.
  let separator: Character?
  /// The line of the file with the header, from 1.
  let headerLine: Int

  private static let mark = "sep="

  /// Parses a text.
  init(_ file: String) {
    let start = file.unicodeScalars.prefix(Self.mark.unicodeScalars.count)
    guard String(start).lowercased() == Self.mark else {
      text = file
      separator = nil
      headerLine = 1
      return
    }
    let stated = file.unicodeScalars[start.endIndex...].first.map { Character($0) }
    separator = SeparatedValues.separators.first { $0 == stated }
    let rest = file.unicodeScalars.drop { $0 != "\r" && $0 != "\n" }
    let isPair = rest.starts(with: "\r\n".unicodeScalars)
    text = String(rest.dropFirst(isPair ? 2 : 1))
    headerLine = 2
  }
}

/// Writes comma-separated values (RFC 4180).
enum SeparatedText {
  /// A row of these fields, with its line end.
  static func line(_ fields: [String]) -> String {
    fields.map(written).joined(separator: ",") + "\r\n"
  }

  /// A field, in quotes if necessary.
  private static func written(_ field: String) -> String {
    let marks = ",\"\r\n".utf8
    let isPlain = !field.utf8.contains(where: marks.contains)
    if isPlain, field.utf8.first != 0x20, field.utf8.last != 0x20 { return field }
    return "\"\(field.replacing("\"", with: "\"\""))\""
  }
}
