internal import ArgumentParser
internal import Cards
internal import SystemPackage
internal import TerminalIO
internal import VaultFormat
internal import VaultStore
internal import VaultSync
internal import Wallet
internal import Wording

/// Syncs a vault with a copy of it, and reports what was done.
struct Syncing {
  let target: SyncTarget
  /// The target as typed.
  let typed: String
  let direction: SyncDirection
  var isThorough = false
  let isDryRun: Bool
  var vault: VaultOptions
  /// Where the roots of wrapped keys come from, each asked for once.
  let keys: KeyProvider.Lookup
  /// Whether a target folder must be there already: a stick that is not plugged in must not become a folder.
  var isExpected = false
  let console: Console

  /// Syncs once, and tells what was done.
  func run() async throws { try tell(of: try await sync()) }

  /// Tells what was done.
  func tell(of outcome: SyncOutcome) throws {
    noteStored(outcome)
    if console.format.isForScripts {
      console.result(json: SyncReport(outcome))
    } else {
      console.result(lines: outcome.lines(isDryRun: isDryRun))
    }
    tellWarnings(of: outcome)
    if !outcome.isComplete { throw ExitCode(ExitStatus.partlyDone.rawValue) }
  }

  /// Syncs once, and tells nothing but how far it has come.
  func sync() async throws -> SyncOutcome {
    let (locations, console) = (try vault.locations(), console)
    if isExpected, case .folder(let path) = target, (try? path.stat()) == nil {
      throw Failure.targetGone(path)
    }
    let outcome: SyncOutcome
    do throws(SyncError) {
      outcome = try await Vault.sync(
        at: locations, with: target, direction: direction, isThorough: isThorough,
        isDryRun: isDryRun, remembering: direction == .bothWays ? remembered : nil,
        keyProvider: keys, progress: { progress in console.say(progress) })
    } catch {
      console.clearProgress()
      // Nothing was to be copied there.
      let reason = direction == .inwards && error == .notEmpty ? SyncError.noVault : error
      throw Failure(reason, target: typed, vault: locations.vault)
    }
    console.clearProgress()
    return outcome
  }

  /// Records that something was stored, which is sure only once the vault is in its place.
  func noteStored(_ outcome: SyncOutcome) {
    let count = outcome.sentCount + outcome.receivedCount + outcome.removedCount
    if !isDryRun, count > 0 { Console.noteStored() }
  }

  /// Tells what could not be done, or is wrong.
  func tellWarnings(of outcome: SyncOutcome) {
    for warning in outcome.warnings { console.complain(warning.what, try: warning.advice) }
  }

  /// The target as it can be typed again in any folder.
  private var remembered: String {
    guard case .folder(let path) = target else { return typed }
    return path.absolute
  }
}

extension Console {
  private var showsProgress: Bool { !isQuiet && Terminal.isTerminal(.standardError) }

  /// Shows the progress of a sync on the terminal, in one line that changes.
  fileprivate func say(_ progress: SyncProgress) {
    guard showsProgress else { return }
    let words =
      switch progress {
      case .looking: "Comparing files…"
      case .receiving(let count): "Receiving \(count.files)…"
      case .sending(let count): "Sending \(count.files)…"
      }
    ask("\(ControlSequence.clearLine)\(words)")
  }

  fileprivate func clearProgress() {
    if showsProgress { ask("\(ControlSequence.clearLine)") }
  }
}
