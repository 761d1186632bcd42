internal import ArgumentParser
internal import TerminalIO

/// The option of commands that ask before they do something.
struct ConfirmationOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  /// Whether the person wants it; only a clear yes means so.
  ///
  /// - Parameters:
  ///   - question: what is asked on a terminal.
  ///   - refusal: what is said to have been left undone where there is no terminal.
  ///   - console: where it is asked.
  /// - Returns: Whether the person does.
  /// - Throws: `Failure` where nobody can be asked.
  func isGiven(
    _ question: TerminalText, orElse refusal: String, _ console: Console
  ) throws -> Bool {
    if yes { return true }
    guard console.isInteractive else {
      throw Failure.usage(refusal, because: "there is no terminal to ask on", try: "--yes")
    }
    return console.answer(to: "\(question) [y/N] ")?.lowercased().hasPrefix("y") == true
  }
}
