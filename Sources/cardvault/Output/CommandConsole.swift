internal import ArgumentParser
internal import Cards
internal import Glibc
internal import ReaderLink
internal import Synchronization
internal import SystemPackage
internal import Terminal
internal import VaultStore
internal import Wallet

extension Console {
  // Of the process, because a signal handler can be handed nothing.
  /// Whether this command has stored something, so that lost output does not mean that it failed.
  private static let hasStored = Atomic(false)

  /// Whether this command has stored something; safe in a signal handler.
  static var isStored: Bool { hasStored.load(ordering: .relaxed) }

  /// Records that something was stored.
  static func noteStored() {
    hasStored.store(true, ordering: .relaxed)
    CommandLog.note(.stored)
  }

  /// The console of a command; if its result is lost, the command ends with the matching exit code.
  init(
    format: Format = .table, isQuiet: Bool = false, isLogged: Bool = false,
    wantsColour: Bool? = nil
  ) {
    self.init(
      format: format, isQuiet: isQuiet, isLogged: isLogged, wantsColour: wantsColour,
      onLoss: { console, loss in console.end(after: loss) })
  }

  /// Writes an error in the chosen format.
  func report(_ failure: Failure) {
    switch format {
    case .json, .jsonl:
      ask("\(FailureReport(failure).json)\n")
    case .table, .plain:
      let advice = failure.advice.map { ["try: \($0)"] } ?? []
      let lines = ["cardvault: error: \(failure.what)", "because \(failure.because)"] + advice
      ask(lines.flatMap(Self.brokenAtWords).reduce("") { $0 + "\($1)\n" })
    }
  }

  /// A line of an error, broken at words to fit the terminal.
  private static func brokenAtWords(_ line: String) -> [String] {
    // Whoever copies a command from the advice would copy the line ends, too.
    guard !line.hasPrefix("try: "), TTY.isTerminal(.standardError),
      let columns = TTY.size?.columns, columns > 1
    else { return [line] }
    return line.wrapped(to: columns)
  }

  /// What ends a command that has already reported what is wrong to people: only scripts get the error as well.
  func ending(_ failure: Failure) -> any Error {
    format.isForScripts ? failure : ExitCode(failure.status.rawValue)
  }

  /// Ends a command whose result could not be written.
  private func end(after loss: Loss) -> Never {
    if Self.isStored {
      report(
        Failure(
          "saved, but the result could not be printed",
          because: "writing to standard output failed",
          try: "check what was saved, for example with cardvault list, before you run it again",
          status: .partlyDone))
      exit(ExitStatus.partlyDone.rawValue)
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
      console.complain(
        "some cards may be missing or out of date: \(warning.what)", try: warning.advice)
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

extension Failure {
  /// Why a full screen ended without a decision.
  init(_ error: ScreenError) {
    switch error {
    case .interrupted:
      self.init(
        "interrupted", because: "Ctrl-C was pressed", try: "run the same command again",
        status: .interrupted)
    case .ended, .noTerminal, .tooSmall:
      self.init(
        "nothing was chosen", because: "the terminal was closed", try: "run the same command again",
        status: .usage)
    }
  }
}

extension Console {
  /// Names a picture that was not read, or not all of it; `isOnlyOne` where folders are not accepted.
  func remark(on outcome: PictureOutcome, _ name: String, isOnlyOne: Bool = false) {
    if outcome.holdsKey { complainOfKey(on: name) }
    guard let failure = outcome.failure else { return }
    complain(
      "\(name.shownFile): \(failure.reason)", try: isOnlyOne ? failure.adviceForOne : failure.advice
    )
  }

  /// Warns that a picture shows a vault's key.
  func complainOfKey(on name: String) {
    let path = FilePath(name)
    // A photo in an archive, or from a pipe, has a name but no path.
    let photo = (try? path.stat()) == nil ? "PHOTO" : path.shellWord
    complain(
      "\(name.shownFile): \(KeyOnPicture.reason)", try: "cardvault key restore \(photo)")
  }
}
