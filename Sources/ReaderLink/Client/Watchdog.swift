internal import Subprocess
internal import Synchronization

/// Kills a reader that does not answer in time.
final class Watchdog: Sendable {
  private let bitten = Atomic(false)

  /// Whether a reader had to be killed.
  var hasBitten: Bool { bitten.load(ordering: .acquiring) }

  /// Waits for `work`, and kills the process when it takes longer than `timeout`.
  ///
  /// The work then fails by itself, since the process's pipes close.
  func watch<Value>(
    _ process: ReaderSession.Process, timeout: Duration, _ work: () async throws -> Value
  ) async rethrows -> Value {
    let timer = Task {
      try await Task.sleep(for: timeout)
      bitten.store(true, ordering: .releasing)
      try process.send(signal: .kill)
    }
    defer { timer.cancel() }
    return try await work()
  }
}
