internal import Cards

/// Text for people: the only thing that `Console` writes besides files.
///
/// Any text must be cleaned first (`String.printable`), so that text from elsewhere cannot control a terminal or
/// imitate a line of ours. Only a `ControlSequence` controls it, and only a line feed in one of our literals ends a
/// line:
///
///     console.ask("\(console.bold("\(card.name)"))\n")
package struct TerminalText: Sendable {
  /// The text as it is written.
  package private(set) var string: String

  /// Cleans a text; its line ends become visible, too.
  package init(_ text: String) { string = text.printable }

  /// Fills in a question of ours: each `{}` in it becomes one of the values; all of it is cleaned.
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

  /// The text with a space before each line that begins like those of the log (`CommandLog` in `Wallet`).
  var outsideLog: TerminalText {
    let lines = string.split(separator: "\n", omittingEmptySubsequences: false)
    var text = self
    text.string = lines.map { $0.hasPrefix("log ") ? " \($0)" : String($0) }
      .joined(separator: "\n")
    return text
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
