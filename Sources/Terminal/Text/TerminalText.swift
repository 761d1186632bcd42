internal import Cards

/// Text for people: all that `Console` writes, except files.
///
/// All text is cleaned first (`String.printable`), so that foreign text cannot control the terminal or imitate our lines.
/// Only a `ControlSequence` controls the terminal, and only a line feed in one of our literals ends a line:
///
///     console.say("\(console.bold("\(card.name)"))\n")
package struct TerminalText: Sendable {
  /// The text to write.
  package private(set) var string: String

  /// Cleans a text, including its line ends.
  package init(_ text: String) { string = text.printable }

  /// Fills in one of our questions, where each `{}` becomes one of the values, and cleans the result.
  ///
  /// Only the cases of an enum are questions, so that a test can look for each of them in the golden files.
  package init<Question: CaseIterable & RawRepresentable>(
    asking question: Question, with values: [String] = []
  ) where Question.RawValue == String {
    let parts = question.rawValue.split(separator: "{}", omittingEmptySubsequences: false)
    precondition(parts.count == values.count + 1, "a question has as many blanks as values")
    self.init(zip(parts, values + [""]).map { String($0) + $1 }.joined())
  }

  /// Makes text of a control sequence.
  package init(_ control: ControlSequence) { string = control.code }

  /// The text with other line ends, made of its own words.
  func withLines(_ lines: [String]) -> TerminalText {
    var text = self
    text.string = lines.joined(separator: "\n")
    return text
  }

  /// The text with a space before each line that looks like one of the log (`CommandLog` in `Wallet`).
  var outsideLog: TerminalText {
    let lines = string.split(separator: "\n", omittingEmptySubsequences: false)
    return withLines(lines.map { $0.hasPrefix("log ") ? " \($0)" : String($0) })
  }

  /// The left text followed by the right one.
  package static func + (left: TerminalText, right: TerminalText) -> TerminalText {
    var sum = left
    sum += right
    return sum
  }

  /// Appends a text.
  package static func += (left: inout TerminalText, right: TerminalText) {
    left.string += right.string
  }
}

extension TerminalText: ExpressibleByStringInterpolation {
  /// Uses a literal of ours unchanged, including line feeds.
  package init(stringLiteral literal: String) {
    string = ""
    append(literal: literal)
  }

  /// Uses a literal of ours and cleans the values in it.
  package init(stringInterpolation parts: StringInterpolation) { self = parts.text }

  /// Collects the parts of a literal.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = TerminalText("")

    /// Begins empty.
    package init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds words of ours unchanged.
    package mutating func appendLiteral(_ literal: String) { text.append(literal: literal) }

    /// Adds a value, cleaned.
    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += TerminalText(String(describing: value))
    }

    /// Adds a text that is already clean.
    package mutating func appendInterpolation(_ part: TerminalText) { text += part }

    /// Adds a control sequence.
    package mutating func appendInterpolation(_ control: ControlSequence) {
      text += TerminalText(control)
    }
  }

  /// A literal is our own: its line feeds are intended.
  private mutating func append(literal: String) {
    // Most literals are one line.
    guard literal.utf8.contains(UInt8(ascii: "\n")) else {
      string += literal.printable
      return
    }
    var isFirst = true
    for line in literal.split(separator: "\n", omittingEmptySubsequences: false) {
      string += (isFirst ? "" : "\n") + String(line).printable
      isFirst = false
    }
  }
}

/// All sequences with which we control the terminal (ECMA-48).
package enum ControlSequence: Sendable, Hashable {
  /// How to choose black and white in a terminal.
  package enum Palette: Sendable, Hashable {
    /// 24-bit colours (ISO/IEC 8613-6 direct colour).
    case direct
    /// Colours 16 and 231 of the 256-colour palette, which users do not redefine.
    case indexed
    /// Black and bright white of the 16 colours.
    case basic
  }

  case bold, faint, yellow
  /// Black on white, for symbols.
  case blackOnWhite(Palette)
  /// A black background, for the full cells of symbols.
  case onBlack(Palette)
  /// Resets colours and weight to the terminal's own.
  case normal
  /// Returns to the start of the line, so that the following text replaces it.
  case startOfLine
  /// Moves to the start of the line and clears it.
  case clearLine
  /// Copies a text in Base64 (RFC 4648) to the clipboard: OSC 52 of xterm's control sequences.
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
    case .onBlack(.direct): "\u{1B}[48;2;0;0;0m"
    case .onBlack(.indexed): "\u{1B}[48;5;16m"
    case .onBlack(.basic): "\u{1B}[40m"
    case .normal: "\u{1B}[0m"
    case .startOfLine: "\r"
    case .clearLine: "\r\u{1B}[K"
    case .copy(let base64): "\u{1B}]52;c;\(base64)\u{07}"
    }
  }
}
