internal import ArgumentParser
internal import Cards
internal import Glibc
internal import ReaderLink
internal import SystemPackage
internal import Terminal
internal import VaultStore
internal import Wallet

extension Console {
  /// The console of a command; if its result is lost, the command ends with the matching exit code.
  init(
    format: Format, isQuiet: Bool = false, logStart: ContinuousClock.Instant? = nil,
    wantsColour: Bool? = nil, state: State
  ) {
    self.init(
      format: format, isQuiet: isQuiet, logStart: logStart, wantsColour: wantsColour, state: state,
      onLoss: { console, loss in console.end(after: loss) })
  }

  /// The log of `--verbose`.
  var log: CommandLog { CommandLog(since: logStart) }

  /// Records that this command has stored something, so that lost output does not mean that it failed.
  func noteStored() {
    state.noteStored()
    log.note(.stored)
  }

  /// Records that this command has stored something, and returns a console for its result; if that is lost, `what` was done
  /// all the same, and `advice` shows it.
  func noteStored(_ what: String, shownBy advice: Advice) -> Console {
    noteStored()
    return with { console, _ in console.end(what, try: advice) }
  }

  /// Writes an error in the chosen format.
  func report(_ failure: Failure) {
    switch format {
    case .json, .jsonl:
      say("\(FailureReport(failure).json)\n")
    case .table, .plain:
      let words = ["cardvault: error: \(failure.what)", "because \(failure.because)"]
      let lines = words.flatMap { Self.brokenAtWords($0) } + Self.lines(of: failure.advice)
      say(lines.reduce("") { $0 + "\($1)\n" }, keepsLines: true)
    }
  }

  /// Advice, with each command alone on its line.
  private static func lines(of advice: Advice, indentation: Int = 0) -> [String] {
    let indent = String(repeating: " ", count: indentation)
    return advice.lines.flatMap { text, isCommand in
      // Whoever copies a command would copy the line ends, too.
      isCommand ? [indent + text] : brokenAtWords(indent + text, indentation: indentation + 5)
    }
  }

  /// A line of an error, broken at words to fit the terminal; its further lines are indented.
  private static func brokenAtWords(_ line: String, indentation: Int = 0) -> [String] {
    guard TTY.isTerminal(.standardError), let columns = TTY.size?.columns,
      columns > indentation + 1
    else { return [line] }
    let indent = String(repeating: " ", count: indentation)
    let (start, rest) = (line.prefix(indentation), line.dropFirst(indentation))
    return String(rest).wrapped(to: columns - indentation).enumerated().map { index, words in
      (index == 0 ? String(start) : indent) + words
    }
  }

  /// Reports a problem with one of several things, even with `--quiet`; for scripts as a line of JSON, like an error.
  func complain(_ words: String, try advice: Advice) {
    if format.isForScripts { return say("\(Notice(words, try: advice).json)\n") }
    say("\(warning("\(words)"))\n")
    for line in Self.lines(of: advice, indentation: 2) {
      say("\(line)\n", keepsLines: true)
    }
  }

  /// Suggests what to do next, or for the purpose that is named.
  func suggest(_ advice: Advice, for purpose: String = "Next") {
    var lines = advice.lines(after: "\(purpose): ")
    if let first = lines.first, first.isCommand, TTY.isTerminal(.standardError),
      let columns = TTY.size?.columns, first.text.count > columns
    {
      // The words are broken, but whoever copies the command would copy the line ends, too.
      remark("\(purpose):")
      lines = advice.lines(after: "  ")
    }
    for (index, line) in lines.enumerated() {
      remark("\(index == 0 ? "" : "  ")\(line.text)", keepsLines: line.isCommand)
    }
  }

  /// Lists commands and what each is for, as the result.
  func list(_ commands: [(advice: Advice, words: String)]) {
    let rows = commands.map { ($0.advice.line, $0.words) }
    let width = rows.map(\.0.count).max() ?? 0
    result(
      lines: rows.map { line, words in
        "  \(line)\(String(repeating: " ", count: width - line.count))  \(words)"
      })
  }

  /// Shows a suggestion, if there is one.
  func suggest(_ suggestion: Suggestion?) { suggest([suggestion].compactMap(\.self)) }

  /// Shows what an outcome suggests.
  func suggest(_ suggestions: [Suggestion]) {
    for suggestion in suggestions { suggest(suggestion.advice, for: suggestion.purpose) }
  }

  /// What ends a command that has already reported what is wrong to people: only scripts get the error as well.
  func ending(_ failure: Failure) -> any Error {
    format.isForScripts ? failure : ExitCode(failure.status.rawValue)
  }

  /// Ends a command that did something, and whose result could not be written.
  private func end(_ what: String, try advice: Advice) -> Never {
    report(
      Failure(
        "\(what), but the result could not be printed",
        because: "writing to standard output failed", try: advice, status: .partlyDone))
    exit(ExitStatus.partlyDone.rawValue)
  }

  /// Ends a command whose result could not be written.
  private func end(after loss: Loss) -> Never {
    if state.isStored {
      end(
        "saved",
        try: .run("list", note: "to check what was saved, before you run the command again"))
    }
    switch loss {
    case .unread: exit(ExitStatus.success.rawValue)
    case .unwritten:
      report(
        Failure(
          "the result could not be printed", because: "writing to standard output failed",
          try: "check whether the disk is full", status: .unexpected))
      exit(ExitStatus.unexpected.rawValue)
    }
  }
}

extension Vault {
  /// Reports the files that were left out of what is shown; returns whether there are any.
  func warn(_ console: Console) -> Bool {
    let warnings = health.warnings
    for warning in warnings {
      let meaning = warning.losesCards ? "some cards may be missing or out of date: " : ""
      console.complain(meaning + warning.what, try: warning.advice)
    }
    return !warnings.isEmpty
  }
}

extension Console {
  /// Opens a full screen; `nil` where the terminal has none, so that questions are asked line by line.
  ///
  /// If it only asks, the format of the result does not matter.
  func fullScreen(toAsk isForQuestion: Bool = false) -> Screen? {
    guard isInteractive, isForQuestion || !format.isForScripts else { return nil }
    return try? Screen(paintsSymbols: paintsSymbols(.standardError))
  }
}

extension ScreenError: Explained {
  /// Why a full screen ended without a decision.
  var failure: Failure {
    switch self {
    case .interrupted:
      Failure(
        "interrupted", because: "Ctrl-C was pressed", try: "run the same command again",
        status: .interrupted)
    case .ended, .noTerminal, .tooSmall:
      Failure(
        "nothing was chosen", because: "the terminal was closed", try: "run the same command again",
        status: .usage)
    }
  }
}

extension Console {
  /// Names a picture that was not read, or not all of it; `isOnlyOne` where folders are not accepted.
  func remark(on outcome: PictureOutcome, _ name: String, isOnlyOne: Bool = false) {
    if outcome.holdsKey { complainOfKey(on: name) }
    if outcome.isOfAnimation {
      remark("\(name.shownFile): an animation, of which only the first picture was looked at")
    }
    guard let failure = outcome.failure else { return }
    complain(
      "\(name.shownFile): \(failure.reason)", try: isOnlyOne ? failure.adviceForOne : failure.advice
    )
  }

  /// Warns that a picture shows a vault's key.
  func complainOfKey(on name: String) {
    let path = FilePath(name)
    // A photo in an archive, or from a pipe, has a name but no path.
    let photo: Command.Word = (try? path.stat()) == nil ? "PHOTO" : .path(path)
    complain(
      "\(name.shownFile): \(KeyOnPicture.reason)", try: .run("key", "restore", photo))
  }
}
