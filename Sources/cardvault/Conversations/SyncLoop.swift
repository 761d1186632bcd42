internal import Cards
internal import Glibc
internal import SystemPackage
internal import Terminal
internal import VaultFormat
internal import VaultStore
internal import VaultSync
internal import Wallet

/// Keeps a vault synced: after each change here, and at an interval for changes there.
struct SyncLoop {
  var syncRun: SyncRun
  let interval: Duration

  /// How often the vault's folder is checked for changes.
  private static let pause = Duration.seconds(1)

  /// Syncs until it is interrupted, or cannot succeed any more.
  ///
  /// - Throws: `Failure` that cannot pass by itself.
  mutating func run() async throws {
    let folder = try syncRun.vault.locations().vault
    var lastFailure: String?
    var lastWarnings: [String] = []
    var lastSuggestions: [Suggestion] = []
    while true {
      let before = FolderStamp(folder)
      do {
        let outcome = try await synced()
        syncRun.noteStored(outcome)
        lastFailure = nil
        // If the folder is missing from now on, its drive was unplugged.
        syncRun.request.isExpected = true
        tell(outcome)
        // Suggestions and warnings once, not after each sync; but each sync's conflicts are new ones.
        let isNew = { $0 == SyncOutcome.decision || !lastSuggestions.contains($0) }
        if !syncRun.console.format.isForScripts {
          syncRun.console.suggest(outcome.suggestions.filter(isNew))
        }
        lastSuggestions = outcome.suggestions
        let warnings = outcome.warnings.map(\.what)
        if warnings != lastWarnings { syncRun.tellWarnings(of: outcome) }
        lastWarnings = warnings
        if showsLast {
          let now = Vault.wallClock().local
          syncRun.console.say("Last synced \(now). Press Ctrl-C to stop.")
        }
      } catch let failure as Failure where Self.mayPass(failure) {
        // Once for each reason, not at each try.
        if lastFailure != failure.because {
          syncRun.console.complain(
            "\(failure.what): \(failure.because)",
            try: failure.advice)
        }
        lastFailure = failure.because
      }
      try await wait(in: folder, since: before)
    }
  }

  /// Syncs once; the next output, even an error that ends the command, replaces the line about the last sync.
  private func synced() async throws -> SyncOutcome {
    defer { if showsLast { syncRun.console.say("\(ControlSequence.clearLine)") } }
    return try await syncRun.sync()
  }

  /// Whether a line on the terminal shows when it last synced.
  private var showsLast: Bool {
    let console = syncRun.console
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

  /// Whether the next try may succeed: a stick may be plugged in, a network come back.
  private static func mayPass(_ failure: Failure) -> Bool {
    [.unexpected, .nothingFound, .inUse, .partlyDone].contains(failure.status)
  }

  private func tell(_ outcome: SyncOutcome) {
    let console = syncRun.console
    guard outcome.sentCount + outcome.receivedCount + outcome.removedCount > 0 else { return }
    if console.format.isForScripts {
      console.result(json: SyncReport(outcome))
    } else {
      let lines = outcome.lines(isDryRun: false).prefix { !$0.hasPrefix("Fingerprint") }
      console.result("\(Vault.wallClock().local)  \(lines.joined(separator: " "))")
    }
  }
}

/// When the folders of a vault were last changed, which every new or removed file changes.
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
