internal import ArgumentParser
internal import Cards
internal import SystemPackage
internal import Terminal
internal import VaultFormat
internal import VaultStore
internal import VaultSync
internal import Wallet

/// Syncs a vault with a copy of it, and reports what was done.
struct SyncRun {
  let target: SyncTarget
  /// The target as typed.
  let typed: String
  let direction: SyncDirection
  /// Whether every file of the target is checked.
  var isThorough = false
  let isDryRun: Bool
  var vault: VaultOptions
  /// Where the roots of wrapped keys come from, each asked for once.
  let keys: KeyProvider
  /// Whether a target folder must be there already: a stick that is not plugged in must not become a folder.
  var isExpected = false
  let console: Console

  /// Syncs once, and reports what was done.
  func run() async throws {
    let outcome = try await sync()
    guard !outcome.health.rivals.isEmpty, console.isInteractive, !isDryRun else {
      return try tell(of: outcome)
    }
    noteStored(outcome)
    // Until the decision, each device has only what was sealed under its own key.
    try await RivalChoice(options: vault, keys: keys, console: console).decide(
      in: try await vault.open(with: keys))
    try tell(of: try await sync())
  }

  /// Reports what was done.
  func tell(of outcome: SyncOutcome) throws {
    noteStored(outcome)
    if console.format.isForScripts {
      console.result(json: SyncReport(outcome))
    } else {
      console.result(lines: outcome.lines(isDryRun: isDryRun))
      if !isDryRun { console.suggest(outcome.suggestions) }
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
    let locations = try vault.locations()
    if isExpected, case .folder(let path) = target, (try? path.stat()) == nil {
      throw Failure.targetGone(path)
    }
    let outcome: SyncOutcome
    do throws(SyncError) {
      outcome = try await Vault.sync(
        at: locations, with: target, direction: direction, isThorough: isThorough,
        isDryRun: isDryRun, remembering: direction == .bothWays ? remembered : nil,
        keyProvider: keys)
    } catch {
      // Nothing was to be copied to the target.
      let reason = direction == .inwards && error == .notEmpty ? SyncError.noVault : error
      throw Failure(reason, target: typed, vault: locations.vault)
    }
    CommandLog.note(
      .synced(
        target.logged, sent: outcome.sentCount, received: outcome.receivedCount,
        removed: outcome.removedCount, warnings: outcome.warnings.count))
    return outcome
  }

  /// Records that something was stored; certain only once the vault is at its destination.
  func noteStored(_ outcome: SyncOutcome) {
    let count = outcome.sentCount + outcome.receivedCount + outcome.removedCount
    if !isDryRun, count > 0 { Console.noteStored() }
  }

  /// Reports what could not be done, or is wrong.
  func tellWarnings(of outcome: SyncOutcome) {
    for warning in outcome.warnings { console.complain(warning.what, try: warning.advice) }
  }

  /// The target as it can be typed again in any folder.
  private var remembered: String {
    guard case .folder(let path) = target else { return typed }
    return path.absolute
  }
}

extension SyncTarget {
  /// The kind of target, for the log.
  fileprivate var logged: LogEvent.Target {
    switch self {
    case .folder: .folder
    case .rclone: .rclone
    case .git: .git
    }
  }
}
