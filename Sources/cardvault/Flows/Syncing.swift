internal import ArgumentParser
internal import Cards
internal import SystemPackage
internal import TerminalIO
internal import VaultFormat
internal import VaultStore
internal import VaultSync
internal import Wallet

/// Brings a vault in step with a copy of it, and says what was done.
struct Syncing {
  let target: SyncTarget
  /// The target as it was typed.
  let typed: String
  let direction: SyncDirection
  var isThorough = false
  let isDryRun: Bool
  let vault: VaultOptions
  let console: Console

  func run() async throws {
    let (locations, keyProvider, console) = (try vault.locations(), vault.keyProvider, console)
    let outcome: SyncOutcome
    do throws(SyncError) {
      outcome = try await Vault.sync(
        at: locations, with: target, direction: direction, isThorough: isThorough,
        isDryRun: isDryRun,
        keyProvider: { (key) throws(VaultError) in try keyProvider.root(of: key) },
        progress: { progress in console.say(progress) })
    } catch {
      console.clearProgress()
      throw Failure(error, target: typed, vault: locations.vault)
    }
    console.clearProgress()
    if !isDryRun, outcome.sentCount + outcome.receivedCount > 0 { Console.noteStored() }
    if console.format.isForScripts {
      console.result(json: SyncReport(outcome))
    } else {
      console.result(lines: outcome.lines(isDryRun: isDryRun))
    }
    for warning in outcome.warnings { console.complain(warning.what, try: warning.advice) }
    if !outcome.isComplete { throw ExitCode(ExitStatus.partlyDone.rawValue) }
  }
}

extension Console {
  private var showsProgress: Bool { !isQuiet && Terminal.isTerminal(.standardError) }

  /// Says on the terminal how far a sync has come, in one line that changes.
  fileprivate func say(_ progress: SyncProgress) {
    guard showsProgress else { return }
    let words =
      switch progress {
      case .looking: "Looking at what is there…"
      case .receiving(let count): "Receiving \(count.files)…"
      case .sending(let count): "Sending \(count.files)…"
      }
    ask("\(ControlSequence.clearLine)\(words)")
  }

  fileprivate func clearProgress() {
    if showsProgress { ask("\(ControlSequence.clearLine)") }
  }
}
