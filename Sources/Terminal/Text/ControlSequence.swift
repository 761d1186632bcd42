/// Our sequences that control the terminal (ECMA-48); there are no others.
package enum ControlSequence: Sendable, Hashable {
  /// How a terminal is told to use black and white.
  package enum Palette: Sendable, Hashable {
    /// 24-bit colours (ISO/IEC 8613-6 direct colour).
    case direct
    /// The 256-colour palette: 16 and 231, which users do not redefine.
    case indexed
    /// The 16 colours: black and bright white.
    case basic
  }

  case bold, faint, yellow
  /// Black on white, for symbols.
  case blackOnWhite(Palette)
  /// Resets colours and weight to the terminal's own.
  case normal
  /// Back to the start of the line, so that the following text replaces it.
  case startOfLine
  /// Moves to the start of the line and clears it.
  case clearLine
  /// Copies a text, given in base 64 (RFC 4648), to the clipboard: xterm's control sequences, OSC 52.
  case copy(base64: String)

  /// The characters to write.
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
    case .copy(let base64): "\u{1B}]52;c;\(base64)\u{07}"
    }
  }
}
