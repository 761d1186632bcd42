internal import ArgumentParser
internal import Cards
internal import Glibc
internal import ReaderLink
internal import Sealing
internal import SystemPackage
internal import Terminal
internal import VaultFormat
internal import VaultStore
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
    subcommands: [NextCommand.self, HelpCommand.self],
    groupedSubcommands: [
      CommandGroup(
        name: "Show and find",
        subcommands: [
          ShowCommand.self, ListCommand.self, FindCommand.self, UseCommand.self,
          SpendCommand.self, TopUpCommand.self, PictureCommand.self, PrintCommand.self,
        ]),
      CommandGroup(
        name: "Import and review",
        subcommands: [
          ImportCommand.self, ReviewCommand.self, AddCommand.self, ReadCommand.self,
        ]),
      CommandGroup(
        name: "Tidy",
        subcommands: [
          EditCommand.self, FavouriteCommand.self, ArchiveCommand.self, RemoveCommand.self,
          RestoreCommand.self, HistoryCommand.self, UndoCommand.self, RedoCommand.self,
          StatsCommand.self,
        ]),
      CommandGroup(
        name: "Sync and back up",
        subcommands: [
          SyncCommand.self, PocketCommand.self, ResolveCommand.self, ExportCommand.self,
          MergeCommand.self,
          VerifyCommand.self,
        ]),
      CommandGroup(
        name: "Vault and key", subcommands: [InitCommand.self, KeyCommand.self, UnlockCommand.self]),
      CommandGroup(
        name: "Server and machine", subcommands: [ServeCommand.self, DoctorCommand.self]),
    ],
    defaultSubcommand: NextCommand.self)

  // The parser hands both to the commands that have them, so they may be typed before a command's name, too.
  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  /// The command that was typed.
  private static func parsed(_ words: CommandWords) async throws -> any ParsableCommand {
    if let placeholder = words.placeholder {
      throw Failure.usage(
        "\(placeholder) is not a value",
        because: "it stands for one that only you know",
        try: .prose("run the same command again, with your own value there").or(
          .option(
            "write a file of that name as ./\(placeholder), and other text behind an option and ="))
      )
    }
    let asked: Set = ["--version", "--verbose"]
    if asked.isSubset(of: words.all.prefix { $0 != "--" }) {
      return try VersionCommand.parse(words.all.filter { !asked.contains($0) })
    }
    let command = try await asyncParseAsRoot(words.all)
    if let option = await words.optionWithoutValue {
      throw ValidationError("\(option) needs a value")
    }
    return command
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
    let state = Console.State()
    Interruption.watch(state)
    let words = CommandWords(Array(CommandLine.arguments.dropFirst()), of: Self.self)
    await Advice.$namedOptions.withValue(words.namedOptions) { await run(words, state) }
  }

  /// The words, with an earlier name of a command taken for a card's if a card has exactly that name.
  private static func meant(_ words: CommandWords) async -> CommandWords {
    // Locking must not depend on what a card is called.
    guard let name = words.alias, name != "lock", let vault = VaultOptions.vault(named: words.all),
      await vault.cards.contains(where: { $0.name == name })
    else { return words }
    var words = words
    words.takeAsTyped()
    return words
  }

  private static func run(_ words: CommandWords, _ state: Console.State) async {
    let words = await meant(words)
    var handed: Console?
    do {
      try WordEncoding.check()
      if words.all.contains(where: { KeyMark.isIn(Array($0.utf8)) }) {
        throw Failure.usage(
          "a vault's key was typed into the command",
          because: "it would stay in the shell's history",
          try: .run("key", "restore", "-", note: "it asks for the key"))
      }
      var command = try await parsed(words)
      if let reporting = command as? any ReportingCommand {
        let console = console(of: reporting, state)
        handed = console
        logBeginning(of: reporting, console.log)
        try await WorkMeter.showing(on: console) { try await reporting.run(in: console) }
        logEnd(.success, console.log)
      } else {
        // Of all keys, or the help.
        try command.run()
      }
    } catch {
      let console = handed ?? Console(format: AskedFormat.of(words.all), state: state)
      console.log.note(.failed(error is ExitCode ? .alreadyReported : ErrorKind(error)))
      let status = report(error, of: words, console)
      if !exitCode(for: error).isSuccess { logEnd(status, console.log) }
      Glibc.exit(status.rawValue)
    }
  }

  /// Reports why a command line was not understood, or what ended its command; returns the exit code.
  private static func report(
    _ error: any Error, of words: CommandWords, _ console: Console
  ) -> ExitStatus {
    if let code = error as? ExitCode { return ExitStatus(rawValue: code.rawValue) ?? .unexpected }
    if exitCode(for: error).isSuccess {
      let text = HelpText(fullMessage(for: error)).text
      console.result(unchanged: CompletionScript.withCards(text))
      return .success
    }
    let meant = words.advice
    if var failure = Self.failure(error) {
      if let meant, [.nothingFound, .noVault].contains(failure.status) {
        // Without a vault, another command ends in the same way.
        failure.advice =
          failure.status == .noVault
          ? failure.advice.or(meant)
          : failure.advice.only("restore").map { $0.or(meant) }
            ?? failure.advice.only("show").map(meant.or) ?? meant
      }
      console.report(failure)
      return failure.status
    }
    let reason = ParserWords(message(for: error)).reason
    let failure =
      exitCode(for: error) == .validationFailure
      ? Failure.usage(
        "the command line is not valid", because: reason,
        try: meant ?? AddCommand.advice(insteadOf: words)
          ?? .run(words.command.names.map { .text($0) } + ["--help"]))
      : Failure(
        "an unexpected error occurred", because: reason,
        try: "run the same command again with --verbose, and report what it logs",
        status: .unexpected)
    console.report(failure)
    return failure.status
  }

  /// The console of a command, with its options; its log begins now.
  private static func console(
    of command: any ReportingCommand, _ state: Console.State
  ) -> Console {
    let options = command.common
    return Console(
      format: command.format, isQuiet: options.quiet, logStart: options.verbose ? .now : nil,
      wantsColour: options.color, state: state)
  }

  private static func logBeginning(of command: any ReportingCommand, _ log: CommandLog) {
    log.note(.began(logged(command)))
    log.note(
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

  private static func logEnd(_ status: ExitStatus, _ log: CommandLog) {
    log.note(.ended(status, peakMegabytes: CommandLog.peakMegabytes))
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
    let (names, type) = CommandWords.command(in: topic, of: CardVault.self)
    guard names.count == topic.count else {
      let word = topic[names.count]
      throw Failure.usage(
        "there is no help about “\(word)”", because: "no command has that name",
        try: CommandWords.foreign([word])
          ?? CommandWords.name(meantBy: word, of: CardVault.self).map { .run(.text($0), "--help") }
          ?? .run("help"))
    }
    throw CleanExit.helpRequest(type)
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
