internal import ArgumentParser
internal import Terminal
internal import VaultStore
internal import VaultSync
internal import Wallet

/// Syncs a vault with one copy of it, and reports what was done.
struct SyncRun {
  var request: SyncRequest
  var vault: VaultOptions
  /// Where the roots of wrapped keys come from, each asked for once.
  let keys: KeyProvider
  let console: Console

  /// Syncs once, and reports what was done.
  func run() async throws {
    let outcome = try await sync()
    guard !outcome.health.rivals.isEmpty, console.isInteractive, !request.isDryRun else {
      return try tell(of: outcome)
    }
    noteStored(outcome)
    // Until the decision, each device has only what was sealed under its own key.
    try await RivalChoice(options: vault, keys: keys, console: console).decide(
      in: try await vault.open(with: keys, console))
    try tell(of: try await sync())
  }

  /// Reports what was done.
  func tell(of outcome: SyncOutcome) throws {
    noteStored(outcome)
    if console.format.isForScripts {
      console.result(json: SyncReport(outcome))
    } else {
      console.result(lines: outcome.lines(isDryRun: request.isDryRun))
      if !request.isDryRun { console.suggest(outcome.suggestions) }
    }
    try tellProblems(of: outcome)
  }

  /// Reports what could not be done, or is wrong.
  ///
  /// - Throws: `ExitCode` of a command that is partly done, if not everything could be.
  func tellProblems(of outcome: SyncOutcome) throws {
    tellWarnings(of: outcome)
    if !outcome.isComplete { throw ExitCode(ExitStatus.partlyDone.rawValue) }
  }

  /// Syncs once, and reports nothing.
  func sync() async throws -> SyncOutcome {
    try await request.run(at: try vault.locations(), keyProvider: keys, log: console.log)
  }

  /// Records that something was stored; certain only once the vault is at its destination.
  func noteStored(_ outcome: SyncOutcome) {
    let count = outcome.sentCount + outcome.receivedCount + outcome.removedCount
    if !request.isDryRun, count > 0 { console.noteStored() }
  }

  /// Reports what could not be done, or is wrong.
  func tellWarnings(of outcome: SyncOutcome) {
    for warning in outcome.warnings { console.complain(warning.what, try: warning.advice) }
  }
}
