/// Text files, and what was encoded in them.
enum PlainText {
  /// The most bytes of a text file: ten thousand cards with long notes.
  static let maximumByteCount = 16 << 20

  /// The text of a file in UTF-8, or in UTF-16 with a byte order mark.
  ///
  /// - Parameter bytes: The file.
  /// - Returns: The text, without a byte order mark.
  /// - Throws: `ForeignProblem.tooLarge` or `.notText`.
  static func decoded(_ bytes: [UInt8]) throws(ForeignProblem) -> String {
    guard bytes.count <= maximumByteCount else { throw .tooLarge(limit: maximumByteCount) }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      guard bytes.count.isMultiple(of: 2) else { throw .cutOff }
      let (high, low) = bytes[0] == 0xFE ? (0, 1) : (1, 0)
      let units = stride(from: 2, to: bytes.count, by: 2).map {
        UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + low])
      }
      guard let text = String(validating: units, as: UTF16.self) else { throw .notText }
      return text
    }
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    guard let text = String(validating: bytes.dropFirst(isMarked ? 3 : 0), as: UTF8.self) else {
      throw .notText
    }
    return text
  }

  /// The bytes of a text in a charset.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - charset: The charset's name (IANA); empty for ISO-8859-1, which wallets use by default.
  /// - Returns: The bytes; `nil` if the charset is not known or lacks one of the characters.
  static func encoded(_ text: String, as charset: String) -> [UInt8]? {
    switch charset.lowercased().filter({ $0.isLetter || $0.isNumber }) {
    case "", "iso88591", "latin1": bytes(text, below: 0x100)
    case "usascii", "ascii": bytes(text, below: 0x80)
    case "utf8": Array(text.utf8)
    case "utf16", "utf16be":
      text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    default: nil
    }
  }

  private static func bytes(_ text: String, below limit: UInt32) -> [UInt8]? {
    guard text.unicodeScalars.allSatisfy({ $0.value < limit }) else { return nil }
    return text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  /// The text without the white space around it.
  static func trimmed(_ text: String) -> String {
    let start = text.drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
