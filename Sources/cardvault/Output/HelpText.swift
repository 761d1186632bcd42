internal import Cards
internal import Terminal

/// What `--help` prints: the parser's text with the exit codes at its end, and with its usage broken into lines.
struct HelpText {
  let text: String

  /// The width of the terminal, as the parser finds it for the rest; at most that of most terminals.
  private static var columnCount: Int {
    min(80, Environment["COLUMNS"].flatMap(Int.init) ?? TTY.size?.columns ?? 80)
  }

  /// Breaks the usage, which the parser prints as one line, and moves the exit codes from before the options to the
  /// end.
  init(_ parsed: String) {
    let lines = parsed.split(separator: "\n", omittingEmptySubsequences: false)
    let message = lines.map { Self.broken(Self.titled($0)) }.joined(separator: "\n")
    guard let start = message.range(of: "EXIT CODES\n") else {
      text = message.trimmingSuffix { $0.isNewline } + "\n"
      return
    }
    let rest = message[start.lowerBound...]
    let end = rest.range(of: "\n\n")?.upperBound ?? rest.endIndex
    let codes = rest[..<end].trimmingSuffix { $0.isNewline }
    let others = (message[..<start.lowerBound] + message[end...]).trimmingSuffix { $0.isNewline }
    text = "\(others)\n\n\(codes)\n"
  }

  /// The line; the title of a group of commands without a word that it shares with all others.
  private static func titled(_ line: Substring) -> Substring {
    let end = " SUBCOMMANDS:"
    return line.hasSuffix(end) && !line.hasPrefix(" ") ? line.dropLast(end.count) + ":" : line
  }

  /// The line, broken before options if it is the usage.
  private static func broken(_ line: Substring) -> String {
    let title = "USAGE: "
    guard line.hasPrefix(title) else { return String(line) }
    let columnCount = columnCount
    var (text, length) = ("", 0)
    for (index, part) in line.split(separator: " [").enumerated() {
      let part = index == 0 ? String(part) : " [\(part)"
      if index > 0, length + part.count > columnCount {
        text += "\n" + String(repeating: " ", count: title.count) + part.dropFirst()
        length = title.count + part.count - 1
      } else {
        text += part
        length += part.count
      }
    }
    return text
  }
}

extension StringProtocol {
  /// The text up to the last character that does not match.
  fileprivate func trimmingSuffix(_ matches: (Character) -> Bool) -> String {
    String(reversed().drop(while: matches).reversed())
  }

  /// Where another text begins and ends in this one.
  fileprivate func range(of other: String) -> Range<Index>? { firstRange(of: other) }
}
