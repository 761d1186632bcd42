internal import Cards
internal import Glibc
internal import SystemPackage
internal import Terminal
internal import VaultFormat
internal import VaultStore
internal import VaultSync
internal import Wallet

/// Keeps a vault synced with its copies: after each change here, and at an interval for changes there.
struct SyncLoop {
  private var copies: [Copy]
  private let console: Console
  private let interval: Duration

  /// A copy, and what was last told about it.
  private struct Copy {
    var syncRun: SyncRun
    var lastFailure: String?
    /// Whether it cannot be synced any more.
    var isOver = false
    var lastWarnings: [String] = []
    var lastSuggestions: [Suggestion] = []
  }

  init(_ round: SyncRound, interval: Duration) {
    copies = round.runs.map { Copy(syncRun: $0) }
    console = round.console
    self.interval = interval
  }

  /// How often the vault's folder is checked for changes.
  private static let pause = Duration.seconds(1)

  /// Syncs until it is interrupted, or cannot succeed any more.
  ///
  /// - Throws: `Failure` that cannot pass by itself.
  mutating func run() async throws {
    guard let folder = try copies.first?.syncRun.vault.locations().vault else { return }
    while true {
      let before = FolderStamp(folder)
      var hasSynced = false
      for index in copies.indices where !copies[index].isOver {
        var copy = copies[index]
        if try await sync(with: &copy) { hasSynced = true }
        copies[index] = copy
      }
      if hasSynced, showsLast {
        console.say("Last synced \(Vault.wallClock().local). Press Ctrl-C to stop.")
      }
      try await wait(in: folder, since: before)
    }
  }

  /// Syncs with a copy once; whether it succeeded.
  private func sync(with copy: inout Copy) async throws -> Bool {
    do {
      let outcome = try await synced(copy.syncRun)
      copy.syncRun.noteStored(outcome)
      copy.lastFailure = nil
      copy.syncRun.request = copy.syncRun.request.again
      tell(outcome, of: copy.syncRun)
      // Suggestions and warnings once, not after each sync.
      let last = copy.lastSuggestions
      let isNew = { $0 == SyncOutcome.decision || !last.contains($0) }
      if !console.format.isForScripts {
        console.suggest(outcome.suggestions.filter(isNew))
      }
      copy.lastSuggestions = outcome.suggestions
      let warnings = outcome.warnings.map(\.what)
      if warnings != copy.lastWarnings { copy.syncRun.tellWarnings(of: outcome) }
      copy.lastWarnings = warnings
      return true
    } catch let failure as Failure where failure.status != .interrupted {
      copy.isOver = !Self.mayPass(failure)
      // The last one ends the command.
      if copy.isOver, copies.count(where: { !$0.isOver }) == 1 { throw failure }
      // Once for each reason, not at each try.
      if copy.lastFailure != failure.because {
        console.complain("\(failure.what): \(failure.because)", try: failure.advice)
      }
      copy.lastFailure = failure.because
      return false
    }
  }

  /// Syncs once; the next output, even an error that ends the command, replaces the line about the last sync.
  private func synced(_ syncRun: SyncRun) async throws -> SyncOutcome {
    defer { if showsLast { console.say("\(ControlSequence.clearLine)") } }
    return try await syncRun.sync()
  }

  /// Whether a line on the terminal shows when it last synced.
  private var showsLast: Bool {
    !console.format.isForScripts && !console.isQuiet && TTY.isTerminal(.standardError)
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

  private func tell(_ outcome: SyncOutcome, of syncRun: SyncRun) {
    guard outcome.sentCount + outcome.receivedCount + outcome.removedCount > 0 else { return }
    if console.format.isForScripts {
      console.result(json: SyncReport(outcome))
    } else {
      let lines = outcome.lines(isDryRun: false).prefix { !$0.hasPrefix("Fingerprint") }
      let name = copies.count > 1 ? "\(syncRun.request.shown)  " : ""
      console.result("\(Vault.wallClock().local)  \(name)\(lines.joined(separator: " "))")
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
