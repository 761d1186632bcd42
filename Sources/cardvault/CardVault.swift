internal import ArgumentParser
internal import Cards
internal import Glibc
internal import ReaderLink
internal import Sealing
internal import SystemPackage
internal import Terminal
internal import VaultFormat
internal import Wallet

/// The command people type.
@main
struct CardVault: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cardvault",
    abstract: "Your loyalty cards, sealed on your own disk and scannable at the till.",
    usage: "cardvault [<option> ...] <command>",
    discussion: """
      Examples:
        cardvault import ~/Photos/cards    turn photos into cards
        cardvault bakery                   show a card's barcode
        cardvault sync /media/stick/cards  sync with a copy elsewhere

      Run cardvault alone to list your cards and see what to do next.
      """,
    version: ProgramVersion.own,
    subcommands: [
      InitCommand.self, ImportCommand.self, ReviewCommand.self, ListCommand.self, ShowCommand.self,
      PictureCommand.self, PrintCommand.self, FindCommand.self, AddCommand.self, EditCommand.self,
      UseCommand.self, SpendCommand.self,
      FavouriteCommand.self, ArchiveCommand.self, RemoveCommand.self, HistoryCommand.self,
      UndoCommand.self,
      RestoreCommand.self, ConflictsCommand.self, ResolveCommand.self,
      VerifyCommand.self, SyncCommand.self, DeviceCommand.self, StatsCommand.self,
      ExportCommand.self, MergeCommand.self,
      ServeCommand.self, ReadCommand.self, UnlockCommand.self, LockCommand.self, KeyCommand.self,
      DoctorCommand.self, NextCommand.self, HelpCommand.self,
    ],
    defaultSubcommand: NextCommand.self)

  // The parser hands both to the commands that have them, so they may be typed before a command's name, too.
  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  /// The command that was probably meant by a word that is no command.
  static func command(meantBy word: String) -> String? {
    let shown = configuration.subcommands.map { $0.configuration }.filter(\.shouldDisplay)
    let names = shown.compactMap(\.commandName)
    guard !names.contains(word) else { return nil }
    return Misspelling.word(meantBy: word, among: names)
  }

  /// The command that was typed.
  private static func parsed(_ words: [String]) async throws -> any ParsableCommand {
    let asked: Set = ["--version", "--verbose"]
    if asked.isSubset(of: words.prefix { $0 != "--" }) {
      return try VersionCommand.parse(words.filter { !asked.contains($0) })
    }
    return try await asyncParseAsRoot(words)
  }

  /// An error in words; `nil` for one of the parser.
  private static func failure(_ error: any Error) -> Failure? {
    if case VaultError.noVault(let path) = error, VaultOptions.hasKeyHere {
      return Failure(vaultMissingBesideKeyAt: path)
    }
    return Failure(explaining: error)
  }

  static func main() async {
    StandardStreams.hold()
    // Writing to a dead reader must fail as an error, not end this process.
    signal(SIGPIPE, SIG_IGN)
    ProcessHardening.apply()
    Interruption.watch()
    let words = Array(CommandLine.arguments.dropFirst())
    await Advice.$namedOptions.withValue(namedOptions(in: words)) { await run(words) }
  }

  /// The vault and the key file that a command line names, as typed.
  private static func namedOptions(in words: [String]) -> [(name: String, value: FilePath)] {
    let words = words.prefix { $0 != "--" }
    return ["--vault", "--key-file"].compactMap { name in
      guard let last = words.lastIndex(where: { $0 == name || $0.hasPrefix("\(name)=") }) else {
        return nil
      }
      let value =
        words[last] == name
        ? words.dropFirst(last + 1).first : String(words[last].dropFirst(name.count + 1))
      return value.map { (name, FilePath($0)) }
    }
  }

  private static func run(_ words: [String]) async {
    var typed: (any ParsableCommand)?
    do {
      try WordEncoding.check()
      if let failure = Failure(placeholderIn: words.prefix { $0 != "--" }) { throw failure }
      if words.contains(where: { KeyMark.isIn(Array($0.utf8)) }) {
        throw Failure.usage(
          "a vault's key was typed into the command",
          because: "it would stay in the shell's history",
          try: .run("key", "restore", "-", note: "it asks for the key"))
      }
      var command = try await parsed(words)
      typed = command
      if let reporting = command as? any ReportingCommand {
        if reporting.common.verbose { logBeginning(command) }
        try await WorkMeter.showing(on: reporting.console) {
          var running = reporting
          try await running.run()
        }
      } else {
        // Of all keys, or the help.
        try command.run()
      }
      logEnd(.success)
    } catch {
      CommandLog.note(.failed(error is ExitCode ? .alreadyReported : ErrorKind(error)))
      let status = report(error, of: words, typed)
      if !exitCode(for: error).isSuccess { logEnd(status) }
      Glibc.exit(status.rawValue)
    }
  }

  /// Reports why a command line was not understood, or what ended its command; returns the exit code.
  private static func report(
    _ error: any Error, of words: [String], _ typed: (any ParsableCommand)?
  ) -> ExitStatus {
    if let code = error as? ExitCode { return ExitStatus(rawValue: code.rawValue) ?? .unexpected }
    let console =
      (typed as? any ReportingCommand)?.console ?? Console(format: AskedFormat.of(words))
    if exitCode(for: error).isSuccess {
      console.result(unchanged: HelpText(fullMessage(for: error)).text)
      return .success
    }
    // Without a command that was understood, the first word may be a misspelt one.
    let word =
      typed == nil ? words.first { !$0.hasPrefix("-") } : (typed as? NextCommand)?.show.card.first
    // What else was typed may hold a number, which no error repeats.
    let others: [Command.Word] = words.count == 1 ? [] : ["--help"]
    let meant = word.flatMap(command).map { Advice.run([.text($0)] + others) }
    if var failure = Self.failure(error) {
      if let meant, [.nothingFound, .noVault].contains(failure.status) {
        // Without a vault, another command ends in the same way.
        failure.advice =
          failure.status == .noVault
          ? failure.advice.or(meant) : failure.advice.only("show").map(meant.or) ?? meant
      }
      console.report(failure)
      return failure.status
    }
    let reason = ParserWords(message(for: error)).reason
    let failure =
      exitCode(for: error) == .validationFailure
      ? Failure.usage(
        "the command line is not valid", because: reason,
        try: meant ?? AddCommand.advice(insteadOf: words[...])
          ?? .run(named(in: words).map { .text($0) } + ["--help"]))
      : Failure(
        "an unexpected error occurred", because: reason,
        try: "run the same command again with --verbose, and report what it logs",
        status: .unexpected)
    console.report(failure)
    return failure.status
  }

  /// Logs from now on.
  private static func logBeginning(_ command: any ParsableCommand) {
    CommandLog.turnOn()
    CommandLog.note(.began(logged(command)))
    CommandLog.note(
      .terminals(
        input: TTY.isTerminal(.standardInput), output: TTY.isTerminal(.standardOutput),
        errors: TTY.isTerminal(.standardError)))
  }

  private static func logged(_ command: any ParsableCommand) -> LoggedCommand? {
    if let next = command as? NextCommand { return next.show.isBare ? .next : .show }
    let kind = type(of: command)
    let name = kind.configuration.commandName ?? ""
    let isOfKey = KeyCommand.configuration.subcommands.contains { $0 == kind }
    return LoggedCommand(rawValue: isOfKey ? "key \(name)" : name)
  }

  private static func logEnd(_ status: ExitStatus) {
    CommandLog.note(.ended(status, peakMegabytes: CommandLog.peakMegabytes))
  }

  /// The typed command, as far as such a command exists.
  private static func named(in words: [String]) -> [String] {
    var names: [String] = []
    var commands = configuration.subcommands
    for word in words {
      let fitting = commands.first { $0.configuration.commandName == word }
      guard let found = fitting else { break }
      names.append(word)
      commands = found.configuration.subcommands
    }
    return names
  }
}

/// `cardvault help COMMAND`, the same as `cardvault COMMAND --help`; unlike the parser's own, it refuses a word that
/// is no command.
struct HelpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "help", abstract: "Show help about a command.", shouldDisplay: false)

  @Argument(help: "The command.")
  var topic: [String] = []

  func run() throws {
    var found: any ParsableCommand.Type = CardVault.self
    for word in topic {
      let named = found.configuration.subcommands.first { $0.configuration.commandName == word }
      guard let named else {
        throw Failure.usage(
          "there is no help about “\(word)”", because: "no command has that name",
          try: CardVault.command(meantBy: word).map { .run(.text($0), "--help") } ?? .run("help"))
      }
      found = named
    }
    throw CleanExit.helpRequest(found)
  }
}

/// The format that a command line asks for, whatever else is wrong with it: errors are reported in it, too.
private struct AskedFormat: ParsableArguments {
  @Option var format: [String] = []
  @Option(name: .customLong("as")) var form: [String] = []
  @Argument(parsing: .allUnrecognized) var others: [String] = []

  static func of(_ words: [String]) -> Console.Format {
    let asked = try? parse(words)
    let formats = ((asked?.format ?? []) + (asked?.form ?? [])).compactMap(Console.Format.init)
    return formats.first(where: \.isForScripts) ?? .table
  }
}
