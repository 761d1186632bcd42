extension String {
  /// The text with replacements for anything that could control a terminal, reorder what people read or break an XML
  /// document.
  ///
  /// Names and payloads come from strangers' pictures. ASCII control characters, line ends included, become their
  /// pictures (from U+2400; U+2421 for DEL). These become U+FFFD: other control characters (Unicode Cc), line and
  /// paragraph separators, bidirectional controls (UAX #9, 2), and U+FEFF, U+FFFE and U+FFFF (XML 1.0, 2.2 forbids the
  /// last two), and other invisible format characters (Unicode Cf), which could make two names look the same. Joiners
  /// are kept, and tags behind a flag: Persian and Indic scripts and emoji need them (UTS #51, 2.8).
  ///
  /// The result has as many Unicode scalars as the text.
  public var printable: String {
    // Nearly all names take this path.
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
    if unicodeScalars.allSatisfy(\.isHarmless) { return self }
    var result = String.UnicodeScalarView()
    var isFlag = false
    for scalar in unicodeScalars {
      isFlag = scalar == "\u{1F3F4}" || isFlag && scalar.isTag
      switch scalar.value {
      case 0..<0x20:
        result.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
      case 0x7F:
        result.append("\u{2421}")
      default:
        result.append(scalar.isHarmless || isFlag ? scalar : "\u{FFFD}")
      }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Whether it may be part of a flag's name.
  fileprivate var isTag: Bool { (0xE0020...0xE007F).contains(value) }

  /// Whether it is visible, and neither controls a terminal nor reorders or breaks what people read.
  fileprivate var isHarmless: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF,
      0xFFFE...0xFFFF:
      false
    // Soft hyphen, Mongolian vowel separator, zero width space, word joiner and invisible operators, deprecated format
    // characters, annotations, shorthand and musical controls, and tags.
    case 0xAD, 0x180E, 0x200B, 0x2060...0x2064, 0x206A...0x206F, 0xFFF9...0xFFFB,
      0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0001, 0xE0020...0xE007F:
      false
    default: true
    }
  }
}

extension String {
  /// The longest run of marks in stream-safe text, and the character that breaks longer ones (UAX #15, 13: Stream-Safe
  /// Text Format).
  private static let maxMarks = 30
  private static let joiner: Unicode.Scalar = "\u{34F}"

  /// The text with U+034F after every 30 marks in a row, if more follow (UAX #15, 13: Stream-Safe Text Process).
  ///
  /// No language puts so many on a letter. Swift sorts them by insertion whenever it compares or hashes a text, which
  /// takes hours for a million of them.
  package var streamSafe: String {
    if isStreamSafe { return self }
    var safe = UnicodeScalarView()
    var count = 0
    for scalar in unicodeScalars {
      count = Self.isMark(scalar) ? count + 1 : 0
      if count > Self.maxMarks {
        safe.append(Self.joiner)
        count = 1
      }
      safe.append(scalar)
    }
    return String(safe)
  }

  /// Whether at most 30 marks are in a row.
  package var isStreamSafe: Bool {
    // The UTF-8 of U+0300, the first mark, begins with this byte.
    if utf8.allSatisfy({ $0 < 0xCC }) { return true }
    var count = 0
    return unicodeScalars.allSatisfy { scalar in
      count = Self.isMark(scalar) ? count + 1 : 0
      return count <= Self.maxMarks
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
  }
}

/// Limits on texts from elsewhere that become part of a card.
///
/// A limit in characters alone limits nothing: one character may have millions of marks or joiners. All of this works
/// on Unicode scalars: each step back by a character would reread a long run of flags from its start.
extension String {
  /// How many bytes of UTF-8 the characters of a text may have on average: letters with marks have up to 9, and only
  /// a text of nothing but families of emoji (25 each) has more.
  private static let bytesPerCharacter = 16

  /// The text without leading and trailing white space.
  package var trimmed: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }

  /// Whether any of the text is visible: joiners, controls and the like leave no mark.
  package var isVisible: Bool {
    unicodeScalars.contains { scalar in
      let properties = scalar.properties
      // Unicode does not call the Braille pattern without dots ignorable.
      return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
        && properties.generalCategory != .control && scalar != "\u{2800}"
    }
  }

  /// Whether the text has more characters than this, or far more bytes than that many characters need.
  package func isLonger(than count: Int) -> Bool {
    if utf8.count <= count { return false }
    return utf8.count > Self.bytesPerCharacter * count || self.count > count
  }

  /// The text cut to so many characters; `isLonger` says whether anything is lost.
  package func limited(to count: Int) -> String {
    guard isLonger(than: count) else { return self }
    var bytesLeft = Self.bytesPerCharacter * count
    let scalars = unicodeScalars.prefix { scalar in
      bytesLeft -= UTF8.width(scalar)
      return bytesLeft >= 0
    }
    return String(String(scalars).prefix(count))
  }
}
