internal import Cards
internal import Cterminal
internal import Glibc
internal import SystemPackage

/// Lets a person edit a line, with libedit.
package enum LineEditor {
  /// The result of asking.
  enum Answer {
    /// A line without its end.
    case line(String)
    /// What was typed of a line before Ctrl-C.
    case interrupted(String)
    /// The end of input.
    case end
    /// There is no terminal that can move its cursor: read the line without editing.
    case unavailable
  }

  /// Asks on standard error and reads a line from standard input.
  ///
  /// Ctrl-C ends the process, or, if `keepsInterrupted`, only the line.
  static func answer(to question: TerminalText, keepsInterrupted: Bool = false) -> Answer {
    guard Environment["TERM"].map({ !["", "dumb"].contains($0) }) ?? false, Echo.isOn,
      TTY.isTerminal(.standardError)
    else { return .unavailable }
    var ending: Int32 = 0
    let line = unsafe cedit_line(question.string, keepsInterrupted ? 1 : 0, &ending)
    defer { unsafe free(line) }
    let text = unsafe line.map { unsafe String(cString: $0) }
    return switch cedit_ending(UInt32(ending)) {
    case CEDIT_UNAVAILABLE: .unavailable
    case CEDIT_INTERRUPTED: .interrupted(text ?? "")
    default: text.map { .line($0) } ?? .end
    }
  }

  /// Discards what has been typed and not been read, and what is still being typed: half a name would be worse than none.
  ///
  /// It ends when the keyboard has been quiet for 0.3 s, and after 3 s at the latest.
  package static func discardTyped() { cedit_discard() }

  /// The name and version of the library that edits.
  package static var library: String { "libedit \(cedit_version() / 100).\(cedit_version() % 100)" }

  /// Restores the terminal if a line is being edited; safe in a signal handler.
  package static func restore() { cedit_restore() }
}

/// A typed line, without keys that are not characters, such as arrows, function keys, and Ctrl with a letter.
///
/// A terminal sends those as escape sequences and control characters within the line.
struct TypedLine {
  private(set) var text = ""

  /// Drops whole escape sequences (ECMA-48 5.4: CSI, introduced by ESC [ or U+009B, up to its final
  /// byte; SS3, by ESC O or U+008F, and one character), lone escapes and all other control characters.
  ///
  /// `keepsSeparators` keeps GS (U+001D).
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
