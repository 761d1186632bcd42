internal import ArgumentParser
internal import Terminal
internal import Wallet

/// The option of commands that ask for confirmation.
struct ConfirmationOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
  var yes = false

  /// Whether the person confirms; an empty answer means no.
  ///
  /// - Throws: `Failure` with the first line `refusal` if nobody can be asked.
  func isGiven(
    _ question: Question, with values: [String] = [], orElse refusal: String, _ console: Console
  ) throws -> Bool {
    if yes { return true }
    guard console.isInteractive else {
      throw Failure.usage(refusal, because: "there is no terminal to ask on", try: .use("--yes"))
    }
    return console.agrees(to: question, with: values)
  }
}
