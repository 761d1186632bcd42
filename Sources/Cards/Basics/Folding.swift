/// Text as people search for it: without accents, case and punctuation, in any script.
///
/// `Müller's Bäckerei` becomes `mullers backerei`, and `ΜΑΣΟΎΤΗΣ` becomes `μασουτησ`: two texts fold to the same if
/// they are a compatibility caseless match (Unicode 16.0, 3.13, D146) apart from marks, punctuation and a few letters
/// whose stroke is no separate mark, such as `ł`.
package enum Folding {
  /// The text in lower-case base letters and digits, with one space between words.
  ///
  /// - Returns: The folded text; empty without any letter or digit.
  package static func folded(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var isBetweenWords = false
    func append(_ letter: some Sequence<UInt8>) {
      if isBetweenWords, !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
      isBetweenWords = false
      bytes += letter
    }
    func take(_ scalar: Unicode.Scalar) {
      switch scalar.value {
      case 0x61...0x7A, 0x30...0x39: append(CollectionOfOne(UInt8(scalar.value)))
      case 0x41...0x5A: append(CollectionOfOne(UInt8(scalar.value) + 0x20))
      // These occur within words: sainsbury's, wi-fi.
      case 0x27, 0x2D, 0x2E: break
      case 0..<0x80: isBetweenWords = true
      default:
        if scalar.properties.isWhitespace {
          isBetweenWords = true
        } else if scalar.isPartOfWord {
          append(UTF8.encode(scalar) ?? .init())
        }
      }
    }
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        take(scalar)
      } else {
        for part in parts(of: scalar) { take(part) }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What a scalar folds to, whether or not it is part of a word.
  private static func parts(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    let lower =
      scalar.properties.changesWhenLowercased
      ? Array(scalar.properties.lowercaseMapping.unicodeScalars) : [scalar]
    return lower.flatMap { FoldingTable.shared.replacement(of: $0) ?? $0.jamo ?? [$0] }
  }

  /// The words of a text, folded.
  ///
  /// - Returns: Its words in order.
  package static func words(_ text: String) -> [Substring] { folded(text).split(separator: " ") }

  /// The same key for texts that differ only in accents, case and punctuation, such as `Food` and `food`.
  ///
  /// - Returns: The folded text; the text itself if folding leaves nothing of it, as of an emoji.
  package static func key(of text: String) -> String {
    let words = folded(text)
    return words.isEmpty ? text : words
  }

  /// The texts without those whose key an earlier one has.
  ///
  /// - Parameter texts: Any texts, such as tags.
  /// - Returns: The others, in their order.
  package static func distinct(_ texts: [String]) -> [String] {
    var keys: Set<String> = []
    return texts.filter { keys.insert(key(of: $0)).inserted }
  }
}

extension Unicode.Scalar {
  /// Whether it is a letter, a digit, or a sign that spells one.
  fileprivate var isPartOfWord: Bool {
    switch properties.generalCategory {
    // Accents, points and rings around a letter: many people do not type them.
    case .nonspacingMark, .enclosingMark: false
    // The vowel signs of many Indic scripts; without them, a word is another one.
    case .spacingMark, .decimalNumber, .letterNumber, .otherNumber: true
    default: properties.isAlphabetic
    }
  }

  /// The parts of a Hangul syllable (Unicode 16.0, 3.12, "Hangul Syllable Decomposition"); `nil` for anything else.
  fileprivate var jamo: [Unicode.Scalar]? {
    guard (0xAC00..<0xD7A4).contains(value) else { return nil }
    let index = value - 0xAC00
    let parts =
      [0x1100 + index / 588, 0x1161 + index % 588 / 28]
      + (index % 28 == 0 ? [] : [0x11A7 + index % 28])
    return parts.compactMap(Unicode.Scalar.init)
  }
}
