extension String {
  /// The text with replacements for anything that could control a terminal, reorder what people read or break
  /// an XML document.
  ///
  /// Names and payloads come from strangers' pictures. ASCII control characters, line ends included, become
  /// their pictures (from U+2400; U+2421 for DEL). These become U+FFFD: other control characters (Unicode Cc),
  /// line and paragraph separators, bidirectional controls (UAX #9, 2), and U+FEFF, U+FFFE and U+FFFF (XML 1.0,
  /// 2.2 forbids the last two), and other format characters that are not seen (Unicode Cf), with which two names would
  /// look the same. Joiners are kept, and tags behind a flag: Persian and Indic scripts and emoji need them (UTS #51,
  /// 2.8).
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

  /// Whether it is seen, and neither controls a terminal nor reorders or breaks what people read.
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
