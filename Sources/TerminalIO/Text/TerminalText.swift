internal import Cards

/// Text on its way to a person: the only thing that `Console` writes beside files.
///
/// Any text becomes one by being cleaned (`String.printable`), so that nothing that anybody wrote steers a
/// terminal or passes for a line of ours. What steers it is a `ControlSequence`, and what ends a line
/// is a line feed in a literal of ours:
///
///     console.ask("\(console.bold("\(card.name)"))\n")
package struct TerminalText: Sendable {
  /// The text as it is written.
  package private(set) var string: String

  /// Cleans a text; its line ends become visible, too.
  package init(_ text: String) { string = text.printable }

  /// Makes text of a control sequence.
  package init(_ control: ControlSequence) { string = control.code }

  /// Both texts, one behind the other.
  package static func + (left: TerminalText, right: TerminalText) -> TerminalText {
    var sum = left
    sum += right
    return sum
  }

  /// Puts a text behind another.
  package static func += (left: inout TerminalText, right: TerminalText) {
    left.string += right.string
  }
}

extension TerminalText: ExpressibleByStringInterpolation {
  /// Takes a literal of ours, line feeds and all.
  package init(stringLiteral literal: String) {
    string = ""
    append(literal: literal)
  }

  /// Takes a literal of ours and cleans what stands in it.
  package init(stringInterpolation parts: StringInterpolation) { self = parts.text }

  /// The parts of a literal on their way into a text.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = TerminalText("")

    /// Begins with nothing.
    package init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds words of ours as they are.
    package mutating func appendLiteral(_ literal: String) { text.append(literal: literal) }

    /// Adds a value, cleaned.
    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += TerminalText(String(describing: value))
    }

    /// Adds a text that is clean already.
    package mutating func appendInterpolation(_ part: TerminalText) { text += part }

    /// Adds a control sequence.
    package mutating func appendInterpolation(_ control: ControlSequence) {
      text += TerminalText(control)
    }
  }

  /// A literal is of our own making: its line feeds are meant.
  private mutating func append(literal: String) {
    var isFirst = true
    for line in literal.split(separator: "\n", omittingEmptySubsequences: false) {
      string += (isFirst ? "" : "\n") + String(line).printable
      isFirst = false
    }
  }
}
