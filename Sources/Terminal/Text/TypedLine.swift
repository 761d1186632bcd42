/// What a person typed, without keys that are not characters: arrows, function keys, Ctrl with a letter.
///
/// A terminal passes those on within the line, as escape sequences and control characters.
struct TypedLine {
  private(set) var text = ""

  /// Drops whole escape sequences (ECMA-48 5.4: CSI, introduced by ESC [ or U+009B, up to its final
  /// byte; SS3, by ESC O or U+008F, and one character), lone escapes and all other control characters.
  ///
  /// - Parameters:
  ///   - line: the line as it was read.
  ///   - keepsSeparators: whether GS (U+001D) stays.
  init(_ line: String, keepsSeparators: Bool) {
    var rest = line.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch (scalar, rest.first) {
      case ("\u{1B}", "["):
        rest.removeFirst()
        Self.dropSequence(&rest)
      case ("\u{9B}", _):
        Self.dropSequence(&rest)
      case ("\u{1B}", "O"):
        rest = rest.dropFirst(2)
      case ("\u{8F}", _):
        rest = rest.dropFirst()
      case ("\u{1D}", _) where keepsSeparators:
        text.unicodeScalars.append(scalar)
      default:
        if scalar.properties.generalCategory != .control { text.unicodeScalars.append(scalar) }
      }
    }
  }

  /// Drops parameters, intermediates and the final byte of a CSI sequence.
  private static func dropSequence(_ rest: inout Substring.UnicodeScalarView) {
    // Linux's console sends ESC [ [ A for F1.
    if rest.first == "[" { rest.removeFirst() }
    rest = rest.drop { (0x20...0x3F).contains($0.value) }
    if let final = rest.first, (0x40...0x7E).contains(final.value) { rest.removeFirst() }
  }
}
