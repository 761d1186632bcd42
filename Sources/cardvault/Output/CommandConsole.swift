internal import ArgumentParser
internal import Glibc
internal import Synchronization
internal import SystemPackage
package import Terminal
package import Wallet

extension Console {
  /// Whether this command has stored something, so that losing its output does not make it a failure.
  private static let hasStored = Atomic(false)

  /// Whether this command has stored something; safe in a signal handler.
  package static var isStored: Bool { hasStored.load(ordering: .relaxed) }

  /// Records that something was stored.
  package static func noteStored() {
    hasStored.store(true, ordering: .relaxed)
    CommandLog.note(.stored)
  }

  /// The console of a command; if its result is lost, the command ends with the matching exit code.
  package init(
    format: Format = .table, isQuiet: Bool = false, isLogged: Bool = false,
    wantsColour: Bool? = nil
  ) {
    self.init(
      format: format, isQuiet: isQuiet, isLogged: isLogged, wantsColour: wantsColour,
      onLoss: { console, loss in console.end(after: loss) })
  }

  /// Writes an error in the chosen format.
  package func report(_ failure: Failure) {
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

  /// What ends a command that has told people already what is wrong: only scripts get the error as well.
  package func ending(_ failure: Failure) -> any Error {
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
