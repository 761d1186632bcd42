internal import ArgumentParser
internal import Terminal
internal import Wallet

/// The options of every command.
struct CommonOptions: ParsableArguments {
  @Option(help: "The output format.")
  var format = Console.Format.table

  @Flag(help: "Print only results and errors.")
  var quiet = false

  @Flag(
    help:
      "Log to standard error (2>log.txt saves it), in lines that begin with “log”. They contain nothing from your cards, so you can publish them."
  )
  var verbose = false

  @Flag(
    inversion: .prefixedNo, help: "Force colour on or off, regardless of the terminal and NO_COLOR."
  )
  var color: Bool?
}

extension Console.Format: ExpressibleByArgument {}

/// A command whose options say how its result and its errors are written.
protocol ReportingCommand: AsyncParsableCommand, Sendable {
  var common: CommonOptions { get }
  var format: Console.Format { get }
  /// Runs it; the parser's `run()` is not used.
  func run(in console: Console) async throws
}

extension ReportingCommand {
  var format: Console.Format { common.format }
}

extension DaySpan {
  /// The span that was typed; throws a `ValidationError` that names the forms.
  static func typed(_ text: String) throws -> DaySpan {
    if let span = DaySpan(text) { return span }
    throw ValidationError("write days, weeks, months or years, like 30d, 6w, 3m or 1y")
  }
}

extension KeepingTime {
  /// The duration that was typed; throws a `ValidationError` that names the forms.
  static func typed(_ text: String) throws -> KeepingTime {
    if let time = KeepingTime(text) { return time }
    throw ValidationError("write seconds, minutes or hours, up to a day, like 90s, 15m or 2h")
  }
}
