import ArgumentParser

/// Measures the reader against its targets.
@main
struct ReadingBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure cardvault's reader beside libvips with ZXing-C++ at their defaults.",
    discussion: """
      Times are CPU time of this process, in which one picture is read at a time: a shared machine \
      falsifies them least, and threads of the libraries count too.
      """,
    subcommands: [
      CorpusCommand.self, BarsCommand.self, LargeCommand.self, WorkersCommand.self,
      MemoryCommand.self, LiveCommand.self,
    ],
    defaultSubcommand: CorpusCommand.self)
}
