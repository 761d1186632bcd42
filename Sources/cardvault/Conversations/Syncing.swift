internal import ArgumentParser
internal import Cards
internal import SystemPackage
package import Terminal
internal import VaultFormat
package import VaultStore
package import VaultSync
internal import Wallet

/// Syncs a vault with a copy of it, and reports what was done.
package struct Syncing {
  let target: SyncTarget
  /// The target as typed.
  let typed: String
  let direction: SyncDirection
  /// Whether every file of the target is checked.
  package var isThorough = false
  let isDryRun: Bool
  /// The vault and its key.
  package var vault: VaultOptions
  /// Where the roots of wrapped keys come from, each asked for once.
  let keys: KeyProvider
  /// Whether a target folder must be there already: a stick that is not plugged in must not become a folder.
  package var isExpected = false
  let console: Console

  /// Prepares a sync.
  package init(
    target: SyncTarget, typed: String, direction: SyncDirection, isThorough: Bool = false,
    isDryRun: Bool, vault: VaultOptions, keys: @escaping KeyProvider,
    isExpected: Bool = false, console: Console
  ) {
    self.target = target
    self.typed = typed
    self.direction = direction
    self.isThorough = isThorough
    self.isDryRun = isDryRun
    self.vault = vault
    self.keys = keys
    self.isExpected = isExpected
    self.console = console
  }

  /// Syncs once, and tells what was done.
  package func run() async throws {
    let outcome = try await sync()
    guard !outcome.health.rivals.isEmpty, console.isInteractive, !isDryRun else {
      return try tell(of: outcome)
    }
    noteStored(outcome)
    // Until it is decided, each device only has what was sealed under its own key.
    try await RivalDeciding(options: vault, keys: keys, console: console).decide(
      in: try await vault.open(with: keys))
    try tell(of: try await sync())
  }

  /// Tells what was done.
  package func tell(of outcome: SyncOutcome) throws {
    noteStored(outcome)
    if console.format.isForScripts {
      console.result(json: SyncReport(outcome))
    } else {
      console.result(lines: outcome.lines(isDryRun: isDryRun))
    }
    try tellProblems(of: outcome)
  }

  /// Tells what could not be done, or is wrong.
  ///
  /// - Throws: `ExitCode` of a command that is partly done, if not everything could be.
  func tellProblems(of outcome: SyncOutcome) throws {
    tellWarnings(of: outcome)
    if !outcome.isComplete { throw ExitCode(ExitStatus.partlyDone.rawValue) }
  }

  /// Syncs once, and tells nothing.
  package func sync() async throws -> SyncOutcome {
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
      // Nothing was to be copied there.
      let reason = direction == .inwards && error == .notEmpty ? SyncError.noVault : error
      throw Failure(reason, target: typed, vault: locations.vault)
    }
    CommandLog.note(
      .synced(
        target.logged, sent: outcome.sentCount, received: outcome.receivedCount,
        removed: outcome.removedCount, warnings: outcome.warnings.count))
    return outcome
  }

  /// Records that something was stored, which is sure only once the vault is in its place.
  package func noteStored(_ outcome: SyncOutcome) {
    let count = outcome.sentCount + outcome.receivedCount + outcome.removedCount
    if !isDryRun, count > 0 { Console.noteStored() }
  }

  /// Complains of what could not be done, or is wrong.
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
