internal import ArgumentParser
internal import TerminalIO

/// The options that every command takes.
struct CommonOptions: ParsableArguments {
  @Option(help: "How results are written: table, plain or json.")
  var format = Console.Format.table

  @Flag(help: "Say nothing but results and errors.")
  var quiet = false

  @Flag(inversion: .prefixedNo, help: "Colour, whatever the terminal and NO_COLOR say.")
  var color: Bool?

  var console: Console { Console(format: format, isQuiet: quiet, wantsColour: color) }
}

extension Console.Format: ExpressibleByArgument {}

/// A command that can say how its errors are to be written.
protocol ReportingCommand: AsyncParsableCommand {
  var common: CommonOptions { get }
}
