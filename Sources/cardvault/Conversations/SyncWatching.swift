internal import Cards
internal import Glibc
internal import SystemPackage
internal import Terminal
internal import VaultFormat
internal import VaultStore
internal import VaultSync
internal import Wallet

/// Keeps a vault synced: after each change here, and at an interval for changes there.
package struct SyncWatching {
  private var syncing: Syncing
  private let interval: Duration

  /// How often the vault's folder is looked at.
  private static let pause = Duration.seconds(1)

  /// Prepares syncing after each save, and at least once in each `interval`.
  package init(syncing: Syncing, interval: Duration) {
    self.syncing = syncing
    self.interval = interval
  }

  /// Syncs until it is interrupted, or cannot succeed any more.
  ///
  /// - Throws: `Failure` that trying again would not mend.
  package mutating func run() async throws {
    let folder = try syncing.vault.locations().vault
    var lastFailure: String?
    var lastWarnings: [String] = []
    while true {
      let before = FolderStamp(folder)
      do {
        let outcome = try await synced()
        syncing.noteStored(outcome)
        lastFailure = nil
        // From now on a folder that is gone was unplugged.
        syncing.isExpected = true
        tell(outcome)
        // Warnings, too, are given once, and not after each sync.
        let warnings = outcome.warnings.map(\.what)
        if warnings != lastWarnings { syncing.tellWarnings(of: outcome) }
        lastWarnings = warnings
        if showsLast {
          let now = Vault.wallClock().local
          syncing.console.ask("Last synced \(now). Press Ctrl-C to stop.")
        }
      } catch let failure as Failure where Self.mayPass(failure) {
        // Once for each reason, and not at each try.
        if lastFailure != failure.because {
          syncing.console.complain(
            "\(failure.what): \(failure.because)",
            try: failure.advice ?? "nothing: it is tried again")
        }
        lastFailure = failure.because
      }
      try await wait(in: folder, since: before)
    }
  }

  /// Syncs once; what is told next, an error that ends the command included, begins where the line about the last sync was.
  private func synced() async throws -> SyncOutcome {
    defer { if showsLast { syncing.console.ask("\(ControlSequence.clearLine)") } }
    return try await syncing.sync()
  }

  /// Whether a line on the terminal tells when it last synced.
  private var showsLast: Bool {
    let console = syncing.console
    return !console.format.isForScripts && !console.isQuiet && TTY.isTerminal(.standardError)
  }

  /// Waits for a change of the vault's folder, or for the end of the interval.
  private func wait(in folder: FilePath, since before: FolderStamp) async throws {
    let clock = ContinuousClock()
    let end = clock.now + interval
    repeat {
      try await clock.sleep(for: min(Self.pause, interval))
    } while clock.now < end && FolderStamp(folder) == before
  }

  /// Whether the same may succeed later: a stick that is not plugged in, a network that is away.
  private static func mayPass(_ failure: Failure) -> Bool {
    [.unexpected, .nothingFound, .inUse, .partlyDone].contains(failure.status)
  }

  private func tell(_ outcome: SyncOutcome) {
    let console = syncing.console
    guard outcome.sentCount + outcome.receivedCount + outcome.removedCount > 0 else { return }
    if console.format.isForScripts {
      console.result(json: SyncReport(outcome))
    } else {
      let lines = outcome.lines(isDryRun: false).prefix { !$0.hasPrefix("Fingerprint") }
      console.result("\(Vault.wallClock().local)  \(lines.joined(separator: " "))")
    }
  }
}

/// When the folders of a vault were last changed: a file that comes or goes changes it.
private struct FolderStamp: Equatable {
  private let times: [Int64]

  init(_ folder: FilePath) {
    let names = [""] + StoredKind.allCases.compactMap(\.folder)
    times = names.map { name in
      var status = stat()
      let path = name.isEmpty ? folder : folder.appending(name)
      guard unsafe stat(path.string, &status) == 0 else { return 0 }
      return Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    }
  }
}
