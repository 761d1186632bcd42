/// What steers the terminal: these sequences of ours (ECMA-48), and no others.
package enum ControlSequence: Sendable, Hashable {
  /// How a terminal is told about black and white.
  package enum Palette: Sendable, Hashable {
    /// 24-bit colours (ISO/IEC 8613-6 direct colour).
    case direct
    /// The 256-colour palette: 16 and 231, which users do not re-colour.
    case indexed
    /// The 16 colours: black and bright white.
    case basic
  }

  case bold, faint, yellow
  /// Black on white, for symbols.
  case blackOnWhite(Palette)
  /// The terminal's own colours and weight again.
  case normal
  /// Back to the start of the line, which what follows replaces.
  case startOfLine
  /// Clears the line, from its start on.
  case clearLine

  /// What is written for it.
  var code: String {
    switch self {
    case .bold: "\u{1B}[1m"
    case .faint: "\u{1B}[2m"
    case .yellow: "\u{1B}[33m"
    case .blackOnWhite(.direct): "\u{1B}[38;2;0;0;0;48;2;255;255;255m"
    case .blackOnWhite(.indexed): "\u{1B}[38;5;16;48;5;231m"
    case .blackOnWhite(.basic): "\u{1B}[30;107m"
    case .normal: "\u{1B}[0m"
    case .startOfLine: "\r"
    case .clearLine: "\r\u{1B}[K"
    }
  }
}
