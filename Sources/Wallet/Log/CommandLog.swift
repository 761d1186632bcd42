package import Cards
internal import Glibc
package import ReaderLink
internal import Sealing
internal import SystemPackage

/// The log of `--verbose`: a line on standard error for each event, beginning with `log` and a space, as no other line
/// there does (`Console.say`).
package struct CommandLog: Sendable {
  /// A log without lines.
  package static let off = CommandLog(since: nil)

  private let start: ContinuousClock.Instant?

  /// A log whose lines count the time from `start`; `nil` logs nothing.
  package init(since start: ContinuousClock.Instant?) { self.start = start }

  /// Whether events are logged; ask before you collect an event that costs time.
  package var isWanted: Bool { start != nil }

  /// Logs an event if the log is on.
  package func note(_ event: @autoclosure () -> LogEvent) {
    guard let start else { return }
    let milliseconds = (ContinuousClock.now - start).milliseconds
    // One write for the whole line, since others write to standard error, too.
    let line = "log \(milliseconds) ms: \(event().words)\n"
    _ = try? FileDescriptor.standardError.writeAll(Array(line.utf8))
  }

  /// The peak memory of this process so far, in units of 2^20 bytes.
  package static var peakMegabytes: Int {
    var usage = rusage()
    // Its unit is 1,024 bytes (getrusage(2)).
    return unsafe getrusage(RUSAGE_SELF.rawValue, &usage) == 0 ? Int(usage.ru_maxrss) >> 10 : 0
  }
}

/// What the log of `--verbose` can contain.
///
/// People paste it in public when they have a problem. So no case has a text, a path, an id or anything else of a
/// vault: only numbers that count or measure, enumerations, and names that stand in the source (`ErrorKind`).
package enum LogEvent: Sendable {
  /// What a vault is synced with.
  package enum Target: String, Sendable { case folder, rclone, git }

  /// What happened to a photo.
  package enum Photo: String, Sendable {
    case read, unreadable, refused, crashed
    case timedOut = "timed out"
  }

  /// A command begins; `nil` for an unknown command.
  case began(LoggedCommand?)
  /// Which of the standard streams are terminals.
  case terminals(input: Bool, output: Bool, errors: Bool)
  /// A vault was opened.
  case opened(cards: Int)
  /// The kernel's keyring had the key.
  case keyFromKeyring
  /// Long-running work has ended.
  case worked(WorkMeter.Progress, Duration)
  /// A reader answered.
  case photo(Photo, codes: Int, Duration)
  /// A sync has ended.
  case synced(Target, sent: Int, received: Int, removed: Int, warnings: Int)
  /// Something was stored.
  case stored
  /// The web app's server listens; with another address behind a reverse proxy, or also in the home network.
  case listening(isBehindProxy: Bool, isInHome: Bool)
  /// The web app closed the vault, or never had its passphrase.
  case locked
  /// The command, or what a page asked for, failed.
  case failed(ErrorKind)
  /// The command ends.
  case ended(ExitStatus, peakMegabytes: Int)

  /// The event as it is logged.
  var words: String {
    switch self {
    case .began(let command):
      "cardvault \(ProgramVersion.own), libsodium \(SodiumVersion.own): \(command?.rawValue ?? "another word")"
    case .terminals(let input, let output, let errors):
      "terminals: input \(input ? "yes" : "no"), output \(output ? "yes" : "no"), errors \(errors ? "yes" : "no")"
    case .opened(let cards): "opened the vault: \(cards) cards"
    case .keyFromKeyring: "the keyring had the key"
    case .worked(let progress, let time):
      "\(progress.work.rawValue): \(progress.done) of \(progress.total) steps in \(time.milliseconds) ms"
    case .photo(let photo, let codes, let time):
      "photo: \(photo.rawValue), \(codes) codes in \(time.milliseconds) ms"
    case .synced(let target, let sent, let received, let removed, let warnings):
      "synced with \(target.rawValue): \(sent) files sent, \(received) received, \(removed) removed, \(warnings) warnings"
    case .stored: "stored"
    case .listening(let isBehindProxy, let isInHome):
      "cardvault-web \(ProgramVersion.own) listens: reverse proxy \(isBehindProxy ? "yes" : "no"), home network \(isInHome ? "yes" : "no")"
    case .locked: "the vault is locked"
    case .failed(let kind):
      "failed: \(kind.words)"
    case .ended(let status, let megabytes):
      "ended with \(status.rawValue), \(megabytes) MB of memory at most"
    }
  }
}

extension LogEvent {
  /// What happened to a photo.
  package init(_ outcome: PictureOutcome) {
    let photo: Photo =
      switch outcome.failure {
      case nil: .read
      case .source?: .unreadable
      case .refused?: .refused
      case .crashed?: .crashed
      case .timedOut?: .timedOut
      }
    self = .photo(photo, codes: outcome.codes.count, outcome.readingTime)
  }
}

/// The commands, as the log names them: any other word may be a card's name.
package enum LoggedCommand: String, CaseIterable, Sendable {
  case add, archive, doctor, export, favourite, find, history, list
  case merge, next, picture, pocket, print, read, redo, remove, resolve, restore, review, serve,
    show
  case spend, stats, sync, undo, unlock, use, verify
  case editing = "edit"
  case importing = "import"
  case initialising = "init"
  case topUp = "top-up"
  case keyCheck = "key check"
  case keyPassphrase = "key passphrase"
  case keyRestore = "key restore"
  case keyRotate = "key rotate"
  case keySheet = "key sheet"
}

extension Duration {
  /// Whole milliseconds.
  fileprivate var milliseconds: Int { Int(self / Duration.milliseconds(1)) }
}
