internal import ArgumentParser
internal import Terminal
internal import Wallet

/// Syncs a vault with one copy after another, and says which could not be reached.
struct SyncRound {
  let runs: [SyncRun]
  let console: Console

  /// Syncs with each; a problem with one keeps none of the others from being synced.
  ///
  /// - Throws: `Failure` of the only one; `ExitCode` of a command that is partly done, if not everything could be.
  func run() async throws {
    if runs.count == 1 { return try await runs[0].run() }
    var failures: [Failure] = []
    var isComplete = true
    for run in runs {
      do {
        if !console.format.isForScripts, !console.isQuiet {
          console.result(console.bold(TerminalText(run.request.shown)))
        }
        try await run.run()
      } catch let failure as Failure where failure.status != .interrupted {
        failures.append(failure)
        console.complain(
          "\(failure.what): \(failure.because)", try: failure.advice)
      } catch let code as ExitCode where code.rawValue == ExitStatus.partlyDone.rawValue {
        isComplete = false
      }
    }
    if let failure = failures.first, failures.count == runs.count {
      throw console.ending(failure)
    }
    if !failures.isEmpty {
      console.remark("Synced with \(runs.count - failures.count) of \(runs.count) targets.")
    }
    if !failures.isEmpty || !isComplete { throw ExitCode(ExitStatus.partlyDone.rawValue) }
  }
}
