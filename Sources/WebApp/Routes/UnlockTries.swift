internal import Synchronization

/// Limits how often a passphrase may be tried: five times a minute.
final class UnlockTries: Sendable {
  private static let most = 5
  private static let span = Duration.seconds(60)

  private let moments = Mutex<[ContinuousClock.Instant]>([])

  /// Counts a try.
  ///
  /// - Returns: How long to wait; `nil` if the passphrase may be tried now.
  func begin() -> Duration? {
    moments.withLock { moments in
      let now = ContinuousClock.now
      moments.removeAll { now - $0 >= Self.span }
      if moments.count >= Self.most, let first = moments.first { return Self.span - (now - first) }
      moments.append(now)
      return nil
    }
  }

  /// Forgets all tries: the passphrase was right.
  func clear() { moments.withLock { $0 = [] } }
}
