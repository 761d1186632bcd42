internal import ArgumentParser
package import Terminal
package import Wallet

/// The option of commands that ask for confirmation.
package struct ConfirmationOptions: ParsableArguments {
  /// Makes the options without values; the parser fills them in.
  package init() {}

  @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
  package var yes = false

  /// Whether the person confirms.
  ///
  /// - Parameters:
  ///   - question: The question for the terminal, where an empty answer means no.
  ///   - values: What its blanks become.
  ///   - refusal: The error's first line, if there is no terminal.
  ///   - console: Where to ask.
  /// - Returns: Whether the person confirms.
  /// - Throws: `Failure` if nobody can be asked.
  package func isGiven(
    _ question: Question, with values: [String] = [], orElse refusal: String, _ console: Console
  ) throws -> Bool {
    if yes { return true }
    guard console.isInteractive else {
      throw Failure.usage(refusal, because: "there is no terminal to ask on", try: "use --yes")
    }
    return console.agrees(to: question, with: values)
  }
}
