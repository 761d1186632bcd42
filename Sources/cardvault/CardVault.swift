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
      DoctorCommand.self, NextCommand.self, VersionCommand.self,
    ],
    defaultSubcommand: NextCommand.self)

  private static func knows(_ word: String) -> Bool {
    word == "help" || configuration.subcommands.contains { $0.configuration.commandName == word }
  }

  /// The command that was probably meant by a word that is no command.
  private static func command(meantBy words: ArraySlice<String>) -> String? {
    guard let index = commandIndex(in: words) else { return nil }
    let word = words[index]
    guard !word.hasPrefix("-"), !knows(word) else { return nil }
    let shown = configuration.subcommands.map { $0.configuration }.filter(\.shouldDisplay)
    let names = shown.compactMap(\.commandName)
    return Misspelling.word(meantBy: word, among: names).map { "cardvault \($0)" }
  }

  /// Options of every command that take a value.
  private static let optionsWithValues: Set = [
    "--vault", "--key-file", "--passphrase-fd", "--format",
  ]

  /// The index of the first word that is neither an option nor the value of one; `nil` if there is none.
  private static func commandIndex(in words: ArraySlice<String>) -> Int? {
    var index = words.startIndex
    while index < words.endIndex, words[index].hasPrefix("-"), words[index] != "--" {
      index += optionsWithValues.contains(words[index]) ? 2 : 1
    }
    return index < words.endIndex ? index : nil
  }

  /// The command that was typed; a word that is no command shows the card that it means.
  private static func arguments(_ words: ArraySlice<String>) throws -> [String] {
    // Shell completion uses an order of its own.
    if words.first == "---completion" { return Array(words) }
    guard let index = commandIndex(in: words) else {
      // Without a command, help is about all commands, not about the default one.
      if let help = words.first(where: ["-h", "--help", "--help-hidden"].contains) {
        return [help]
      }
      let asked: Set = ["--version", "--verbose"]
      guard asked.isSubset(of: words) else { return Array(words) }
      return [VersionCommand.configuration.commandName ?? ""] + words.filter { !asked.contains($0) }
    }
    guard knows(words[index]) else { return ["show"] + words }
    let rest = words[(index + 1)...]
    if words[index] == "help" {
      let topic = commandIndex(in: rest).map { words[$0] }
      if let topic, topic != "--", !knows(topic) {
        throw Failure.usage(
          "there is no help about “\(topic)”", because: "no command has that name",
          try: command(meantBy: [topic]).map { "\($0) --help" } ?? "cardvault help")
      }
      return [words[index]] + rest
    }
    // The parser accepts options only after their command.
    guard words[index] == KeyCommand.configuration.commandName,
      let inner = commandIndex(in: rest)
    else { return [words[index]] + words[..<index] + rest }
    let options = words[..<index] + rest[..<inner]
    return [words[index], words[inner]] + options + words[(inner + 1)...]
  }

  /// The values of an option, as typed.
  private static func values(of option: String) -> [String] {
    let words = CommandLine.arguments
    let joined = words.filter { $0.hasPrefix("\(option)=") }.map {
      String($0.dropFirst(option.count + 1))
    }
    return joined + zip(words, words.dropFirst()).filter { $0.0 == option }.map(\.1)
  }

  /// An error in words; `nil` for one of the parser.
  private static func failure(_ error: any Error) -> Failure? {
    if case VaultError.noVault(let path) = error, VaultOptions.hasKeyHere {
      return Failure(vaultMissingBesideKeyAt: path)
    }
    return Failure(wording: error)
  }

  static func main() async {
    StandardStreams.hold()
    let typed = ["--passphrase-fd", "--new-passphrase-fd", "--password-fd"].flatMap {
      values(of: $0)
    }
    StandardStreams.hold(besides: typed.compactMap { Int32($0) })
    // Writing to a dead reader must fail as an error, not end this process.
    signal(SIGPIPE, SIG_IGN)
    ProcessHardening.apply()
    Interruption.watch()
    ProcessMemory.takeInLargePieces()
    // Errors in the command line are reported in the requested format too, so look that up first.
    let words = CommandLine.arguments
    let asked = (values(of: "--format") + values(of: "--as")).compactMap(Console.Format.init)
    var console = Console(format: asked.first(where: \.isForScripts) ?? .table)
    do {
      try WordEncoding.check()
      if words.dropFirst().contains(where: { KeyMark.isIn(Array($0.utf8)) }) {
        throw Failure.usage(
          "a vault's key was typed into the command",
          because: "it would stay in the shell's history",
          try: "cardvault key restore -, which asks for it")
      }
      var command = try await asyncParseAsRoot(try arguments(words.dropFirst()))
      if let reporting = command as? any ReportingCommand {
        console = reporting.console
        if reporting.common.verbose { logBeginning(words.dropFirst()) }
      }
      WorkMeter.show(on: console)
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      logEnd(.success)
    } catch {
      CommandLog.note(.failed(error is ExitCode ? .alreadyReported : ErrorKind(error)))
      let meant = command(meantBy: words.dropFirst())
      if var failure = Self.failure(error) {
        if let meant, [.nothingFound, .noVault].contains(failure.status) {
          let isKept = failure.status == .noVault
          let card = failure.advice.flatMap { isKept || $0.hasPrefix("cardvault show ") ? $0 : nil }
          failure.advice = [meant, card].compactMap(\.self).joined(separator: " or ")
        }
        console.report(failure)
        logEnd(failure.status)
        Glibc.exit(failure.status.rawValue)
      }
      if exitCode(for: error) == .validationFailure {
        console.report(
          Failure.usage(
            "the command line is not valid", because: ParserWords(message(for: error)).reason,
            try: meant ?? AddCommand.advice(insteadOf: words.dropFirst())
              ?? "\(named(in: words)) --help"))
        logEnd(.usage)
        Glibc.exit(ExitStatus.usage.rawValue)
      }
      if exitCode(for: error).isSuccess {
        console.result(unchanged: HelpText(fullMessage(for: error)).text)
        Glibc.exit(ExitStatus.success.rawValue)
      }
      if let code = error as? ExitCode {
        logEnd(ExitStatus(rawValue: code.rawValue) ?? .unexpected)
        exit(withError: error)
      }
      console.report(
        Failure(
          "an unexpected error occurred", because: ParserWords(message(for: error)).reason,
          try: "run the same command again with --verbose, and report what it logs",
          status: .unexpected))
      logEnd(.unexpected)
      Glibc.exit(ExitStatus.unexpected.rawValue)
    }
  }

  /// Logs from now on.
  private static func logBeginning(_ words: ArraySlice<String>) {
    CommandLog.turnOn()
    let names = ((try? arguments(words)) ?? []).prefix { !$0.hasPrefix("-") }
    let command =
      LoggedCommand(rawValue: names.prefix(2).joined(separator: " "))
      ?? names.first.flatMap(LoggedCommand.init)
    CommandLog.note(.began(names.isEmpty ? .next : command))
    CommandLog.note(
      .terminals(
        input: TTY.isTerminal(.standardInput), output: TTY.isTerminal(.standardOutput),
        errors: TTY.isTerminal(.standardError)))
  }

  private static func logEnd(_ status: ExitStatus) {
    CommandLog.note(.ended(status, peakMegabytes: CommandLog.peakMegabytes))
  }

  /// The typed command, as far as such a command exists.
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
