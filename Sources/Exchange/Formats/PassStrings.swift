internal import Cards

/// The translations of a pass into one language: `"key" = "value";` for each text.
enum PassStrings {
  /// The most texts of a language.
  private static let maximumCount = 2_000

  /// Reads translations as far as they can be read: a pass without them is still a pass.
  ///
  /// - Parameter bytes: The file, in any encoding that `DecodedText` reads.
  /// - Returns: The texts by key, without white space around them.
  static func texts(_ bytes: [UInt8]) -> [String: String] {
    guard let text = try? DecodedText(bytes).text else { return [:] }
    var quoted = Quoted(rest: text.unicodeScalars[...])
    var texts: [String: String] = [:]
    while texts.count < maximumCount, let key = quoted.next(), let value = quoted.next() {
      texts[key] = PlainText.trimmed(value)
    }
    return texts
  }

  /// Reads one quoted text after the other; anything between them is skipped.
  private struct Quoted {
    var rest: Substring.UnicodeScalarView

    mutating func next() -> String? {
      skipComments()
      guard rest.popFirst() != nil else { return nil }
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
          case "U": text.append(numbered() ?? escaped)
          default: text.append(escaped)
          }
        default: text.append(scalar)
        }
      }
      return nil
    }

    /// The character that four hexadecimal digits number, as `\U00e9` (Apple, String Resources); `nil` for others.
    private mutating func numbered() -> Unicode.Scalar? {
      let digits = rest.prefix(4)
      guard digits.count == 4, digits.allSatisfy(\.properties.isASCIIHexDigit),
        let number = UInt32(String(digits), radix: 16), let scalar = Unicode.Scalar(number)
      else { return nil }
      rest = rest.dropFirst(4)
      return scalar
    }

    /// Skips everything in front of the next quotes, and quotes within comments.
    private mutating func skipComments() {
      while let scalar = rest.first, scalar != "\"" {
        rest = rest.dropFirst()
        guard scalar == "/", let second = rest.first else { continue }
        if second == "/" {
          rest = rest.drop { $0 != "\n" }
        } else if second == "*" {
          rest = rest.dropFirst()
          while let inside = rest.popFirst(), inside != "*" || rest.first != "/" {}
        }
      }
    }
  }
}
