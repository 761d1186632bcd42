internal import Cards

/// Text files.
enum PlainText {
  /// The most bytes of a text file: 4 MiB, 800 for each of the most cards.
  ///
  /// A thousand cards have less than a quarter of it. Decoded and parsed, a text needs up to eight times as much
  /// memory (75 to 118 MB for 16 MiB, measured), and an import is to stay below 64 MB.
  static let maximumByteCount = 4 << 20

  /// The text of a file in UTF-8, or in UTF-16 with a byte order mark.
  ///
  /// - Returns: The text, without a byte order mark, as `checked` returns it.
  /// - Throws: `ForeignProblem.textTooLarge`, `.cutOff` or `.notText`.
  static func decoded(_ bytes: [UInt8]) throws(ForeignProblem) -> String {
    guard bytes.count <= maximumByteCount else { throw .textTooLarge(limit: maximumByteCount) }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      guard bytes.count.isMultiple(of: 2) else { throw .cutOff }
      let (high, low) = bytes[0] == 0xFE ? (0, 1) : (1, 0)
      let units = stride(from: 2, to: bytes.count, by: 2).map {
        UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + low])
      }
      guard let text = String(validating: units, as: UTF16.self) else { throw .notText }
      return try checked(text)
    }
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    guard let text = String(validating: bytes.dropFirst(isMarked ? 3 : 0), as: UTF8.self) else {
      throw .notText
    }
    return try checked(text)
  }

  /// A decoded text, stream-safe.
  ///
  /// - Throws: `ForeignProblem.textTooLarge` if it is longer than a file may be: here a character takes up to three
  ///   bytes that has one or two in other charsets.
  static func checked(_ text: String) throws(ForeignProblem) -> String {
    let safe = text.streamSafe
    guard safe.utf8.count <= maximumByteCount else { throw .textTooLarge(limit: maximumByteCount) }
    return safe
  }

  /// The text without the white space around it.
  static func trimmed(_ text: String) -> String { text.trimmed }
}
