/// Reads comma-separated values (RFC 4180), also with another separator and with line ends of any kind.
struct SeparatedValues {
  /// The most rows: ten times the largest vault that was measured.
  static let maximumRowCount = 100_000
  /// The most columns of a row.
  static let maximumColumnCount = 256

  private let bytes: [UInt8]
  private let separator: UInt8
  private var rows: [[String]] = []
  private var row: [String] = []
  private var at = 0

  private init(_ text: String, separator: UInt8) {
    bytes = Array(text.utf8)
    self.separator = separator
  }

  /// The rows of a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - separator: What stands between two fields; an ASCII character.
  /// - Returns: The rows' fields; none for an empty line.
  /// - Throws: `ForeignProblem.cutOff` if it ends within quotes, `.damaged` if anything but a separator follows
  ///   quotes, or `.tooMany`.
  static func rows(of text: String, separator: Character) throws(ForeignProblem) -> [[String]] {
    var reader = SeparatedValues(text, separator: separator.asciiValue ?? UInt8(ascii: ","))
    return try reader.read()
  }

  private mutating func read() throws(ForeignProblem) -> [[String]] {
    while at < bytes.count {
      let isQuoted = bytes[at] == UInt8(ascii: "\"")
      let field = try isQuoted ? quotedField() : plainField()
      let endsRow = at >= bytes.count || bytes[at] != separator
      if !(endsRow && row.isEmpty && field.isEmpty && !isQuoted) { row.append(field) }
      guard row.count <= Self.maximumColumnCount else {
        throw .tooMany(limit: Self.maximumColumnCount)
      }
      if endsRow {
        try endRow()
      } else {
        at += 1
        // A separator at the very end has an empty field behind it.
        if at == bytes.count {
          row.append("")
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
    var field: [UInt8] = []
    at += 1
    while true {
      guard at < bytes.count else { throw .cutOff }
      if bytes[at] == quote {
        at += 1
        guard at < bytes.count, bytes[at] == quote else { break }
      }
      field.append(bytes[at])
      at += 1
    }
    guard at == bytes.count || bytes[at] == separator || isLineEnd else {
      throw .damaged(offset: at)
    }
    return String(decoding: field, as: UTF8.self)
  }

  private var isLineEnd: Bool { bytes[at] == UInt8(ascii: "\n") || bytes[at] == UInt8(ascii: "\r") }

  private mutating func endRow() throws(ForeignProblem) {
    if at < bytes.count {
      let isPair = bytes[at...].starts(with: [UInt8(ascii: "\r"), UInt8(ascii: "\n")])
      at += isPair ? 2 : 1
    }
    rows.append(row)
    row = []
    guard rows.count <= Self.maximumRowCount else { throw .tooMany(limit: Self.maximumRowCount) }
  }
}
