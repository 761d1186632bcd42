/// What is wrong with a command line, in our words.
///
/// The parser gives it only as an English text (swift-argument-parser 1.8.2, `UsageGenerator.swift`); what is not known
/// here stays as the parser has it.
package struct ParserWords {
  /// The reason, as the part of a sentence that follows “because”: one line, without a full stop.
  package let reason: String

  /// Rewords what the parser reports.
  ///
  /// - Parameter message: Its text, of one line or several.
  package init(_ message: String) {
    if let flags = Self.exclusiveFlags(in: message) {
      let (first, second) = flags
      reason =
        first == second
        ? "\(first) was given twice" : "\(first) and \(second) cannot be used together"
      return
    }
    if Self.namesNegativeNumber(message) {
      reason = "a number cannot begin with a minus sign"
      return
    }
    let line = Self.withValues(message).replacing(". Please provide one of ", with: ": use ")
      .replacing(". Did you mean ", with: "; did you mean ")
    let start = line.prefix(1).lowercased() + line.dropFirst()
    reason = start.hasSuffix(".") ? String(start.dropLast()) : start
  }

  /// The two flags of which the parser accepts one, in the order in which they were typed.
  private static func exclusiveFlags(in message: String) -> (Substring, Substring)? {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0] == "Value to be set with flag ",
      parts[2] == " had already been set with flag "
    else { return nil }
    return (parts[3], parts[1])
  }

  /// Whether an unknown option is a number, such as `-5`, or `-5.50`, of which only the point is named.
  private static func namesNegativeNumber(_ message: String) -> Bool {
    let unknown = "Unknown option '-"
    return message == "Invalid option: -."
      || message.hasPrefix(unknown)
        && message.dropFirst(unknown.count).first?.isNumber == true
  }

  /// The message in one line; a list of values, which the parser puts on a line each, reads like a short one.
  private static func withValues(_ message: String) -> String {
    let lines = message.split(whereSeparator: \.isNewline)
    let bullet = "  - "
    let values = lines.dropFirst().filter { $0.hasPrefix(bullet) }.map {
      "'\($0.dropFirst(bullet.count))'"
    }
    guard let first = lines.first, let last = values.last, values.count == lines.count - 1 else {
      return lines.joined(separator: "; ")
    }
    return String(first).replacing(" the following:", with: " ")
      + values.dropLast().joined(separator: ", ")
      + " or \(last)"
  }
}
