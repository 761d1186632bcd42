internal import Glibc
internal import Synchronization
internal import SystemPackage

/// The log of `--verbose`: a line on standard error for each event, beginning with `log` and a space, as no other line
/// there does (`Console.ask`).
package enum CommandLog {
  private static let isOn = Atomic(false)
  private static let start = ContinuousClock.now

  /// Logs events from now on.
  package static func turnOn() {
    _ = start
    isOn.store(true, ordering: .relaxed)
  }

  /// Whether events are logged, so that finding out about one is worth its time.
  package static var isWanted: Bool { isOn.load(ordering: .relaxed) }

  /// Logs an event, if there is a log.
  package static func note(_ event: @autoclosure () -> LogEvent) {
    guard isWanted else { return }
    let milliseconds = Int((ContinuousClock.now - start) / Duration.milliseconds(1))
    // A line of its own, in one piece: others write there, too.
    let line = "log \(milliseconds) ms: \(event().words)\n"
    _ = try? FileDescriptor.standardError.writeAll(Array(line.utf8))
  }

  /// The most memory that this process has used so far, in megabytes of 2 to the power of 20 bytes.
  package static var peakMegabytes: Int {
    var usage = rusage()
    // Its unit is 1,024 bytes (getrusage(2)).
    return unsafe getrusage(RUSAGE_SELF.rawValue, &usage) == 0 ? Int(usage.ru_maxrss) >> 10 : 0
  }
}
