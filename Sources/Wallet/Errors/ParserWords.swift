internal import Cards

/// What is wrong with a command line, in our words.
///
/// The parser reports errors only as English text (swift-argument-parser 1.8.2, `UsageGenerator.swift`); messages that
/// are not known here stay as they are.
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
    let words = line.hasSuffix(".") ? String(line.dropLast()) : line
    reason = Self.reworded(words) ?? words.prefix(1).lowercased() + words.dropFirst()
  }

  /// Messages about one option or argument: how the parser begins them, and our words around its name.
  private static let forms: [(beginning: String, before: String, after: String)] = [
    ("Unknown option '", "there is no option ", ""),
    ("Invalid option: ", "there is no option ", ""),
    ("Missing expected argument '", "", " is missing"),
    ("Missing value for '", "", " needs a value"),
    ("Unexpected argument '", "“", "” is one argument too many"),
  ]

  /// The message in words that can follow “because”; `nil` for an unknown message.
  private static func reworded(_ line: String) -> String? {
    let pieces = line.replacing("'?", with: "'").split(separator: "'. Did you mean '")
    for (beginning, before, after) in forms where line.hasPrefix(beginning) {
      let subject = pieces[0].dropFirst(beginning.count)
      var meant = ""
      // The parser proposes options that have hardly a letter in common.
      if pieces.count > 1, isNear(unquoted(subject), unquoted(pieces[1])) {
        meant = "; did you mean \(unquoted(pieces[1]))?"
      }
      return before + unquoted(subject) + after + meant
    }
    return invalidValue(in: line) ?? surplus(in: line)
  }

  /// Whether one option may be a slip for another.
  private static func isNear(_ typed: String, _ option: String) -> Bool {
    let (typed, option) = (typed.drop { $0 == "-" }, option.drop { $0 == "-" })
    let limit = Misspelling.allowance(for: typed)
    return typed == option || Misspelling.distance(typed, option, limit: limit) != nil
  }

  /// A text without the quote at its end.
  private static func unquoted(_ text: Substring) -> String {
    String(text.hasSuffix("'") ? text.dropLast() : text)
  }

  /// A value that an option does not accept.
  private static func invalidValue(in line: String) -> String? {
    let (beginning, middle) = ("The value '", "' is invalid for '")
    guard line.hasPrefix(beginning), let range = line.firstRange(of: middle) else { return nil }
    let value = line[..<range.lowerBound].dropFirst(beginning.count)
    let rest = line[range.upperBound...].replacing("'", with: "")
    return "“\(value)” is not valid for \(rest)"
  }

  /// Too many arguments, or a flag with a value.
  private static func surplus(in line: String) -> String? {
    let (several, flag) = (" unexpected arguments: '", "' does not take any value, but '")
    if let range = line.firstRange(of: several) {
      let words = line[range.upperBound...].replacing("', '", with: "”, “")
      return "“\(unquoted(words))” are \(line[..<range.lowerBound]) arguments too many"
    }
    guard line.hasPrefix("The option '"), let range = line.firstRange(of: flag) else { return nil }
    return "\(line[..<range.lowerBound].dropFirst("The option '".count)) accepts no value"
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

  /// The message in one line; a list of values, one per line, is joined by commas.
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
