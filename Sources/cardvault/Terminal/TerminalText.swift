internal import Cards

/// Text on its way to a person: the only thing that `Console` writes beside files.
///
/// Any text becomes one by being cleaned (`String.printable`), so that nothing that anybody wrote steers a
/// terminal or passes for a line of ours. What steers it is a `ControlSequence`, and what ends a line
/// is a line feed in a literal of ours:
///
///     console.ask("\(console.bold("\(card.name)"))\n")
struct TerminalText: Sendable {
  /// The text as it is written.
  private(set) var string: String

  /// Cleans a text; its line ends become visible, too.
  init(_ text: String) { string = text.printable }

  /// A control sequence.
  init(_ control: ControlSequence) { string = control.code }

  static func + (left: TerminalText, right: TerminalText) -> TerminalText {
    var sum = left
    sum += right
    return sum
  }

  static func += (left: inout TerminalText, right: TerminalText) { left.string += right.string }
}

extension TerminalText: ExpressibleByStringInterpolation {
  init(stringLiteral literal: String) {
    string = ""
    append(literal: literal)
  }

  init(stringInterpolation parts: StringInterpolation) { self = parts.text }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = TerminalText("")

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { text.append(literal: literal) }

    mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += TerminalText(String(describing: value))
    }

    mutating func appendInterpolation(_ part: TerminalText) { text += part }

    mutating func appendInterpolation(_ control: ControlSequence) { text += TerminalText(control) }
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
