internal import ArgumentParser
internal import TerminalIO

/// The options of every command.
struct CommonOptions: ParsableArguments {
  @Option(help: "The output format.")
  var format = Console.Format.table

  @Flag(help: "Print only results and errors.")
  var quiet = false

  @Flag(
    inversion: .prefixedNo, help: "Force colour on or off, regardless of the terminal and NO_COLOR."
  )
  var color: Bool?

  var console: Console { Console(format: format, isQuiet: quiet, wantsColour: color) }
}

extension Console.Format: ExpressibleByArgument {}

/// A command whose options set the format of its errors.
protocol ReportingCommand: AsyncParsableCommand {
  var common: CommonOptions { get }
}
