extension String {
  /// The text with replacements for anything that could control a terminal, reorder what people read or break
  /// an XML document.
  ///
  /// Names and payloads come from strangers' pictures. ASCII control characters, line ends included, become
  /// their pictures (from U+2400; U+2421 for DEL). These become U+FFFD: other control characters (Unicode Cc),
  /// line and paragraph separators, bidirectional controls (UAX #9, 2), and U+FEFF, U+FFFE and U+FFFF (XML 1.0,
  /// 2.2 forbids the last two). Joiners are kept: Persian and Indic scripts and emoji need them.
  ///
  /// The result has as many Unicode scalars as the text.
  public var printable: String {
    // Nearly all names take this path.
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
    if unicodeScalars.allSatisfy(\.isHarmless) { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0..<0x20:
        result.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
      case 0x7F:
        result.append("\u{2421}")
      default:
        result.append(scalar.isHarmless ? scalar : "\u{FFFD}")
      }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Whether it neither controls a terminal nor reorders or breaks what people read.
  fileprivate var isHarmless: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF,
      0xFFFE...0xFFFF:
      false
    default: true
    }
  }
}
