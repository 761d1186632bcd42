package import ArgumentParser
package import Terminal

/// The options of every command.
package struct CommonOptions: ParsableArguments {
  /// Makes the options without values; the parser fills them in.
  package init() {}

  @Option(help: "The output format.")
  package var format = Console.Format.table

  @Flag(help: "Print only results and errors.")
  package var quiet = false

  @Flag(
    help:
      "Log to standard error (2>log.txt saves it), in lines that begin with “log”. They contain nothing from your cards, so you can publish them."
  )
  package var verbose = false

  @Flag(
    inversion: .prefixedNo, help: "Force colour on or off, regardless of the terminal and NO_COLOR."
  )
  var color: Bool?

  /// The console that these options ask for.
  package var console: Console { console(in: format) }

  /// The console that these options ask for, with a format that another option gives.
  package func console(in format: Console.Format) -> Console {
    Console(format: format, isQuiet: quiet, isLogged: verbose, wantsColour: color)
  }
}

extension Console.Format: ExpressibleByArgument {}

/// A command whose options set the format of its errors.
package protocol ReportingCommand: AsyncParsableCommand {
  var common: CommonOptions { get }
  /// Where its result goes, and its errors in the same format.
  var console: Console { get }
}

extension ReportingCommand {
  package var console: Console { common.console }
}
