internal import ArgumentParser
internal import TerminalIO
internal import Wording

/// The option of commands that ask for confirmation.
struct ConfirmationOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
  var yes = false

  /// Whether the person confirms; anything but a clear yes means no.
  ///
  /// - Parameters:
  ///   - question: The question for the terminal.
  ///   - refusal: The error's first line, if there is no terminal.
  ///   - console: Where to ask.
  /// - Returns: Whether the person confirms.
  /// - Throws: `Failure` if nobody can be asked.
  func isGiven(
    _ question: TerminalText, orElse refusal: String, _ console: Console
  ) throws -> Bool {
    if yes { return true }
    guard console.isInteractive else {
      throw Failure.usage(refusal, because: "there is no terminal to ask on", try: "use --yes")
    }
    return console.answer(to: "\(question) [y/N] ")?.lowercased().hasPrefix("y") == true
  }
}
