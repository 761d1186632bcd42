/// What `--help` prints: the parser's text with the exit codes at its end.
package struct HelpText {
  /// The text.
  package let text: String

  /// Moves the exit codes, which the parser prints before the options, behind everything else.
  package init(_ message: String) {
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
}

extension StringProtocol {
  /// The text up to the last character that does not match.
  fileprivate func trimmingSuffix(_ matches: (Character) -> Bool) -> String {
    String(reversed().drop(while: matches).reversed())
  }

  /// Where another text begins and ends in this one.
  fileprivate func range(of other: String) -> Range<Index>? { firstRange(of: other) }
}
