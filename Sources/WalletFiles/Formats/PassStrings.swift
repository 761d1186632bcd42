internal import Cards

/// Reads a translation of a pass: `"key" = "value";` for each text (Apple, Old-Style ASCII Property Lists).
enum PassStrings {
  /// The most texts of a language.
  private static let maxCount = 2_000

  /// The texts by key, trimmed, as far as they can be read: a pass is valid without them.
  ///
  /// The file may be in any encoding that `DecodedText` reads, or in UTF-16 without a byte order mark.
  static func texts(_ bytes: [UInt8]) -> [String: String] {
    guard let text = decoded(bytes) else { return [:] }
    var parts = Parts(rest: text.unicodeScalars[...])
    var texts: [String: String] = [:]
    var key: String?
    var isValue = false
    while texts.count < maxCount, let part = parts.next() {
      switch part {
      case .equals: isValue = key != nil
      case .semicolon: (key, isValue) = (nil, false)
      case .text(let value):
        if isValue, let found = key {
          texts[found] = value.trimmed
          (key, isValue) = (nil, false)
        } else {
          key = value
        }
      }
    }
    return texts
  }

  /// The file's text; `nil` if it is not a text.
  private static func decoded(_ bytes: [UInt8]) -> String? {
    let marks: [[UInt8]] = [[0xFE, 0xFF], [0xFF, 0xFE]]
    // Zeros only occur in UTF-16, as the high bytes of the quotes, equals signs and ASCII letters of this format.
    guard bytes.contains(0), !marks.contains(where: { bytes.starts(with: $0) }) else {
      return try? DecodedText(bytes).text
    }
    let zeros = bytes.indices.count { bytes[$0] == 0 && $0.isMultiple(of: 2) }
    let isHighFirst = 2 * zeros > bytes.count { $0 == 0 }
    let whole = bytes.dropLast(bytes.count % 2)
    return try? DecodedText((isHighFirst ? marks[0] : marks[1]) + whole).text
  }

  /// Reads one part after the other, skipping anything else.
  private struct Parts {
    enum Part {
      case text(String)
      case equals, semicolon
    }

    var rest: Substring.UnicodeScalarView

    mutating func next() -> Part? {
      while let scalar = rest.popFirst() {
        switch scalar {
        case "=": return .equals
        case ";": return .semicolon
        case "\"": return quoted().map(Part.text)
        case "/" where rest.first == "/" || rest.first == "*": skipComment()
        case _ where isBare(scalar):
          let tail = rest.prefix(while: isBare)
          rest = rest[tail.endIndex...]
          return .text((String(scalar) + String(tail)).streamSafe)
        default: break
        }
      }
      return nil
    }

    /// Whether a character may be in a text without quotes.
    private func isBare(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "_$/:.-".unicodeScalars.contains(scalar)
    }

    /// The rest of a text in quotes; `nil` if they are never closed.
    private mutating func quoted() -> String? {
      var text = String.UnicodeScalarView()
      while let scalar = rest.popFirst() {
        switch scalar {
        case "\"": return String(text).streamSafe
        case "\\":
          guard let escaped = rest.popFirst() else { return nil }
          switch escaped {
          case "n": text.append("\n")
          case "r": text.append("\r")
          case "t": text.append("\t")
          case "U", "u": text.append(numbered() ?? escaped)
          default: text.append(escaped)
          }
        default: text.append(scalar)
        }
      }
      return nil
    }

    /// The character of four hexadecimal digits, as in `\U00e9` (Apple, String Resources); `nil` if they are not that.
    private mutating func numbered() -> Unicode.Scalar? {
      let digits = rest.prefix(4)
      guard digits.count == 4, digits.allSatisfy(\.properties.isASCIIHexDigit),
        let number = UInt32(String(digits), radix: 16), let scalar = Unicode.Scalar(number)
      else { return nil }
      rest = rest.dropFirst(4)
      return scalar
    }

    /// After a slash, skips `/ …` up to the end of the line, or `* … */`.
    private mutating func skipComment() {
      if rest.popFirst() == "/" {
        rest = rest.drop { $0 != "\n" && $0 != "\r" }
      } else {
        while let inside = rest.popFirst(), inside != "*" || rest.first != "/" {}
        rest = rest.dropFirst()
      }
    }
  }
}
