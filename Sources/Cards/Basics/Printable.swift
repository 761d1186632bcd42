extension String {
  /// The text with a stand-in for whatever could steer a terminal, reorder what a person reads or break
  /// a document of XML.
  ///
  /// Names and payloads come from strangers' pictures. ASCII's control characters, line ends included,
  /// become their pictures (U+2400 on; U+2421 for DEL). These become U+FFFD: other control characters
  /// (Unicode Cc), line and paragraph separators, bidirectional controls (UAX #9, 2), and U+FEFF,
  /// U+FFFE and U+FFFF (XML 1.0, 2.2 bars the last two). The joiners stay: Persian and Indic scripts and
  /// emoji are spelt with them.
  ///
  /// The outcome has as many Unicode scalars as the text.
  public var printable: String {
    // As nearly all names are.
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
  /// Whether it neither steers a terminal nor reorders or breaks what a person reads.
  fileprivate var isHarmless: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF,
      0xFFFE...0xFFFF:
      false
    default: true
    }
  }
}
