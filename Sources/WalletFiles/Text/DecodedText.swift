internal import Cards

/// A text file's text, and how it was encoded.
struct DecodedText {
  /// The size limit for text files: 16 MiB, 800 bytes for each of the most cards.
  ///
  /// Decoded and parsed, a text needs up to eight times as much memory (75 to 118 MB for 16 MiB, measured).
  static let maxByteCount = 16 << 20

  /// The text, without a byte order mark.
  let text: String
  /// The charset if it is only a guess; `nil` if the bytes leave no doubt.
  let guessedCharset: String?

  private static let guess = "Windows-1252"

  /// The characters of the bytes 0x80 to 0x9F in Windows-1252, 0 for the five that it does not define (Unicode
  /// Consortium, MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1252.TXT); all others are those of ISO-8859-1.
  private static let high: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
    0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]

  /// Decodes UTF-8, UTF-16 with a byte order mark, or else Windows-1252, which contains ISO-8859-1.
  ///
  /// - Throws: `ForeignProblem.textTooLarge`, `.cutOff`, or `.notText` for bytes that are not a text in any of them.
  init(_ bytes: [UInt8]) throws(ForeignProblem) {
    do throws(ForeignProblem) {
      text = try Self.unicode(bytes)
      guessedCharset = nil
    } catch {
      guard case .notText = error, let guess = Self.windows1252(bytes) else { throw error }
      text = try Self.checked(guess)
      guessedCharset = Self.guess
    }
  }

  /// The text of a file in UTF-8, or in UTF-16 with a byte order mark; stream-safe and without the mark.
  ///
  /// - Throws: `ForeignProblem.textTooLarge`, `.cutOff` or `.notText`.
  static func unicode(_ bytes: [UInt8]) throws(ForeignProblem) -> String {
    guard bytes.count <= maxByteCount else { throw .textTooLarge(limit: maxByteCount) }
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

  /// The text, stream-safe and within the limit: characters that have one or two bytes in other charsets may have three in
  /// UTF-8.
  private static func checked(_ text: String) throws(ForeignProblem) -> String {
    let safe = text.streamSafe
    guard safe.utf8.count <= maxByteCount else { throw .textTooLarge(limit: maxByteCount) }
    return safe
  }

  /// The text; `nil` if a byte is undefined, or a control character as in pictures and other programs' files.
  private static func windows1252(_ bytes: [UInt8]) -> String? {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count)
    for byte in bytes {
      switch byte {
      case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0xA0...0xFF: units.append(UInt16(byte))
      case 0x80...0x9F where high[Int(byte) - 0x80] != 0: units.append(high[Int(byte) - 0x80])
      default: return nil
      }
    }
    return String(decoding: units, as: UTF16.self)
  }
}
