internal import Cards
internal import Cterminal
internal import Glibc
internal import SystemPackage

/// Reads lines that a person edits, with libedit.
package enum LineEditor {
  /// What came of asking.
  enum Answer {
    /// A line without its end.
    case line(String)
    /// The end of input.
    case end
    /// This terminal cannot place its cursor, or is none: read the line as it comes.
    case unavailable
  }

  /// Asks on standard error and reads a line from standard input.
  static func answer(to question: TerminalText) -> Answer {
    guard Environment["TERM"].map({ !["", "dumb"].contains($0) }) ?? false, Echo.isOn,
      TTY.isTerminal(.standardError)
    else { return .unavailable }
    var isAvailable: Int32 = 0
    guard let line = unsafe cedit_line(question.string, &isAvailable) else {
      return isAvailable == 0 ? .unavailable : .end
    }
    defer { unsafe free(line) }
    return unsafe .line(String(cString: line))
  }

  /// The name and version of the library that edits.
  package static var library: String { "libedit \(cedit_version() / 100).\(cedit_version() % 100)" }

  /// Gives the terminal back as it was, if a line is being edited; safe in a signal handler.
  package static func restore() { cedit_restore() }
}
