internal import ArgumentParser
internal import Cards
internal import Glibc
internal import ReaderLink
internal import Sealing
internal import TerminalIO

/// The command people type.
@main
struct CardVault: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cardvault",
    abstract: "Your loyalty cards, sealed on your own disk and scannable at the till.",
    discussion: "Run `cardvault` alone to be told what to do next.",
    version: ProgramVersion.own,
    subcommands: [
      InitCommand.self, ImportCommand.self, ReviewCommand.self, ListCommand.self, ShowCommand.self,
      AddCommand.self, EditCommand.self, RemoveCommand.self, HistoryCommand.self, UndoCommand.self,
      RestoreCommand.self, ConflictsCommand.self, ResolveCommand.self,
      VerifyCommand.self, SyncCommand.self, ExportCommand.self, MergeCommand.self,
      ReadCommand.self, UnlockCommand.self, LockCommand.self, KeyCommand.self, NextCommand.self,
    ],
    defaultSubcommand: NextCommand.self)

  private static func knows(_ word: String) -> Bool {
    word == "help" || configuration.subcommands.contains { $0.configuration.commandName == word }
  }

  static func main() async {
    StandardStreams.hold()
    // Writing to a reader that died must fail as an error, not end us.
    signal(SIGPIPE, SIG_IGN)
    ProcessHardening.apply()
    Interruption.watch()
    ProcessMemory.takeInLargePieces()
    // What was typed wrong is reported in the format asked for too, so that is looked up beforehand.
    let words = CommandLine.arguments
    let joined = words.filter { $0.hasPrefix("--format=") }.map { String($0.dropFirst(9)) }
    let apart = zip(words, words.dropFirst()).filter { $0.0 == "--format" }.map(\.1)
    let asked = (joined + apart).compactMap(Console.Format.init)
    var console = Console(format: asked.first(where: \.isForScripts) ?? .table)
    do {
      try WordEncoding.check()
      if words.dropFirst().contains(where: { KeyMark.stands(in: Array($0.utf8)) }) {
        throw Failure.usage(
          "a vault's key was typed into the command",
          because: "it would stay in the shell's history",
          try: "cardvault key restore -, which asks for it")
      }
      if words.count > 1, !words[1].hasPrefix("-"), !knows(words[1]) {
        throw Failure.usage(
          "there is no command “\(words[1])”", because: "cardvault has no such word",
          try: "cardvault --help")
      }
      var command = try parseAsRoot()
      if let reporting = command as? any ReportingCommand { console = reporting.common.console }
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      if let failure = Failure(wording: error) {
        console.report(failure)
        Glibc.exit(failure.status.rawValue)
      }
      if exitCode(for: error) == .validationFailure {
        console.report(
          Failure.usage(
            "the command was typed wrong", because: reason(message(for: error)),
            try: "\(named(in: words)) --help"))
        Glibc.exit(ExitStatus.usage.rawValue)
      }
      if error is ExitCode || exitCode(for: error).isSuccess { exit(withError: error) }
      console.report(
        Failure(
          "something unexpected went wrong", because: reason(message(for: error)),
          status: .unexpected))
      Glibc.exit(ExitStatus.unexpected.rawValue)
    }
  }

  /// What the parser says, as the middle of an error: one line, and no sentence.
  private static func reason(_ message: String) -> String {
    let line = message.split(whereSeparator: \.isNewline).joined(separator: "; ")
    let start = line.prefix(1).lowercased() + line.dropFirst()
    return start.hasSuffix(".") ? String(start.dropLast()) : start
  }

  /// The command that was typed, as far as there is one of that name.
  private static func named(in words: [String]) -> String {
    var names = ["cardvault"]
    var commands = configuration.subcommands
    for word in words.dropFirst() {
      let fitting = commands.first { $0.configuration.commandName == word }
      guard let found = fitting else { break }
      names.append(word)
      commands = found.configuration.subcommands
    }
    return names.joined(separator: " ")
  }
}
