internal import Cards

/// Reads JSON within limits, and as tolerantly as real passes require: it skips superfluous commas, missing values and
/// JavaScript comments, and strings may contain line ends.
struct JSONReader {
  /// The deepest nesting; passes need five levels.
  static let maxDepth = 32
  /// The most values of a file: 50 for each of the most cards, and ten for the objects and arrays that they are in.
  ///
  /// An object with one value takes about 200 bytes.
  static let maxValueCount = 60 * ForeignReading.maxEntryCount

  private let bytes: [UInt8]
  private var at = 0
  private var valueCount = 0

  private init(_ text: String) { bytes = Array(text.utf8) }

  /// Whether a text begins as a list or an object does.
  static func mayRead(_ text: String) -> Bool {
    let first = text.utf8.prefix(64).first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// Parses a text.
  ///
  /// - Returns: The value; if a key has several values, the last.
  /// - Throws: `ForeignProblem.cutOff`, `.damaged` or `.tooMany`.
  static func value(of text: String) throws(ForeignProblem) -> JSONValue {
    var reader = JSONReader(text)
    let value = try reader.value(depth: 0)
    reader.skipSpace()
    guard reader.at == reader.bytes.count else { throw .damaged(offset: reader.at) }
    return value
  }

  private mutating func value(depth: Int) throws(ForeignProblem) -> JSONValue {
    valueCount += 1
    guard valueCount <= Self.maxValueCount else {
      throw .tooMany(.values, limit: Self.maxValueCount)
    }
    guard depth <= Self.maxDepth else { throw .tooMany(.levels, limit: Self.maxDepth) }
    switch try next() {
    case UInt8(ascii: "{"): return .object(try members(depth: depth))
    case UInt8(ascii: "["): return .array(try elements(depth: depth))
    case UInt8(ascii: "\""): return .string(try string())
    default: return try word()
    }
  }

  private mutating func members(depth: Int) throws(ForeignProblem) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    at += 1
    while true {
      switch try next() {
      case UInt8(ascii: "}"):
        at += 1
        return members
      case UInt8(ascii: ","): at += 1
      case UInt8(ascii: "\""):
        let key = try string()
        guard try next() == UInt8(ascii: ":") else { throw .damaged(offset: at) }
        at += 1
        let isAbsent = [UInt8(ascii: ","), UInt8(ascii: "}")].contains(try next())
        members[key] = try isAbsent ? .null : value(depth: depth + 1)
        try checkEnd(UInt8(ascii: "}"))
      default: throw .damaged(offset: at)
      }
    }
  }

  private mutating func elements(depth: Int) throws(ForeignProblem) -> [JSONValue] {
    var elements: [JSONValue] = []
    at += 1
    while true {
      switch try next() {
      case UInt8(ascii: "]"):
        at += 1
        return elements
      case UInt8(ascii: ","): at += 1
      default:
        elements.append(try value(depth: depth + 1))
        try checkEnd(UInt8(ascii: "]"))
      }
    }
  }

  /// Requires a comma or the end after a value.
  private mutating func checkEnd(_ end: UInt8) throws(ForeignProblem) {
    guard [UInt8(ascii: ","), end].contains(try next()) else { throw .damaged(offset: at) }
  }

  private mutating func string() throws(ForeignProblem) -> String {
    var units: [UInt8] = []
    at += 1
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        at += 1
        return String(decoding: units, as: UTF8.self).streamSafe
      case UInt8(ascii: "\\"): try escape(into: &units)
      default:
        units.append(bytes[at])
        at += 1
      }
    }
    throw .cutOff
  }

  private mutating func escape(into units: inout [UInt8]) throws(ForeignProblem) {
    guard at + 1 < bytes.count else { throw .cutOff }
    let mark = bytes[at + 1]
    at += 2
    switch mark {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): units.append(mark)
    case UInt8(ascii: "b"): units.append(0x08)
    case UInt8(ascii: "f"): units.append(0x0C)
    case UInt8(ascii: "n"): units.append(0x0A)
    case UInt8(ascii: "r"): units.append(0x0D)
    case UInt8(ascii: "t"): units.append(0x09)
    case UInt8(ascii: "u"):
      var parts = [try hexadecimal()]
      // A character beyond U+FFFF is written as two escapes.
      if UTF16.isLeadSurrogate(parts[0]),
        bytes[at...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")])
      {
        at += 2
        parts.append(try hexadecimal())
      }
      units += String(decoding: parts, as: UTF16.self).utf8
    default: throw .damaged(offset: at - 1)
    }
  }

  private mutating func hexadecimal() throws(ForeignProblem) -> UInt16 {
    guard at + 4 <= bytes.count else { throw .cutOff }
    let digits = String(decoding: bytes[at..<at + 4], as: UTF8.self)
    guard digits.allSatisfy(\.isHexDigit), let unit = UInt16(digits, radix: 16) else {
      throw .damaged(offset: at)
    }
    at += 4
    return unit
  }

  private mutating func word() throws(ForeignProblem) -> JSONValue {
    let start = at
    while at < bytes.count, Self.isOfWord(bytes[at]) { at += 1 }
    let word = String(decoding: bytes[start..<at], as: UTF8.self)
    switch word {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default:
      guard let first = word.utf8.first,
        first == UInt8(ascii: "-") || (0x30...0x39).contains(first)
      else { throw at == bytes.count ? .cutOff : .damaged(offset: start) }
      return .number(word)
    }
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// The next byte that is neither white space nor part of a comment.
  private mutating func next() throws(ForeignProblem) -> UInt8 {
    skipSpace()
    guard at < bytes.count else { throw .cutOff }
    return bytes[at]
  }

  private mutating func skipSpace() {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x09, 0x0A, 0x0D: at += 1
      case UInt8(ascii: "/") where skipComment(): break
      default: return
      }
    }
  }

  /// Skips `// …` up to the end of the line, or `/* … */`; an unclosed one extends to the end of the text.
  ///
  /// - Returns: Whether there is one.
  private mutating func skipComment() -> Bool {
    let (slash, star) = (UInt8(ascii: "/"), UInt8(ascii: "*"))
    switch at + 1 < bytes.count ? bytes[at + 1] : 0 {
    case slash: at = bytes[at...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    case star:
      // The first three bytes do not end it, even as /*/.
      at += 3
      while at < bytes.count, bytes[at] != slash || bytes[at - 1] != star { at += 1 }
      at = min(at + 1, bytes.count)
    default: return false
    }
    return true
  }
}
