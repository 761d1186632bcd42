/// Text as people search for it: without accents, case and punctuation.
///
/// `Müller's Bäckerei` becomes `mullers backerei`.
package enum Folding {
  /// Letters that are no base letter with a sign, by their names in Unicode (NamesList, 16.0).
  private static let spelled: [String: String] = [
    "SHARP S": "ss", "THORN": "th", "ETH": "d", "DOTLESS I": "i", "DOTLESS J": "j", "KRA": "k",
    "ENG": "n",
  ]

  /// The text in lower-case base letters and digits, words apart by one space each.
  ///
  /// - Returns: The folded text; empty where there is neither letter nor digit.
  package static func folded(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var isBetweenWords = false
    func append(_ part: some Sequence<UInt8>) {
      if isBetweenWords, !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
      isBetweenWords = false
      bytes += part
    }
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x61...0x7A, 0x30...0x39: append(CollectionOfOne(UInt8(scalar.value)))
      case 0x41...0x5A: append(CollectionOfOne(UInt8(scalar.value) + 0x20))
      // What may be within a word: sainsbury's, wi-fi.
      case 0x27, 0x2019, 0x2D, 0x2E: continue
      case 0..<0x80: isBetweenWords = true
      default:
        if scalar.properties.isWhitespace {
          isBetweenWords = true
        } else if let letters = base(of: scalar) {
          append(letters.utf8)
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The words of a text, folded.
  ///
  /// - Returns: Its words in order.
  package static func words(_ text: String) -> [Substring] { folded(text).split(separator: " ") }

  /// What texts share that differ only in accents, case and punctuation, such as `Food` and `food`.
  ///
  /// - Returns: The folded text; the text itself where nothing is left of it, such as an emoji.
  package static func key(of text: String) -> String {
    let words = folded(text)
    return words.isEmpty ? text : words
  }

  /// The texts without those that share their key with an earlier one.
  ///
  /// - Parameter texts: Any texts, such as tags.
  /// - Returns: The others, in their order.
  package static func distinct(_ texts: [String]) -> [String] {
    var keys: Set<String> = []
    return texts.filter { keys.insert(key(of: $0)).inserted }
  }

  /// The base letters of a scalar; `nil` for signs that stand over letters, and for punctuation.
  private static func base(of scalar: Unicode.Scalar) -> String? {
    let properties = scalar.properties
    guard properties.isAlphabetic || properties.numericType != nil || properties.isIdeographic
    else { return nil }
    let lower = properties.lowercaseMapping
    guard let name = lower.unicodeScalars.first?.properties.name else { return lower }
    for kind in ["LATIN SMALL LETTER ", "LATIN SMALL LIGATURE "] where name.hasPrefix(kind) {
      // Such as: LATIN SMALL LETTER U WITH DIAERESIS.
      let letter = name.dropFirst(kind.utf8.count)
      let plain = letter.firstRange(of: " WITH ").map { letter[..<$0.lowerBound] } ?? letter
      if let spelled = spelled[String(plain)] { return spelled }
      if plain.utf8.count <= 2 { return plain.lowercased() }
    }
    return lower
  }
}
