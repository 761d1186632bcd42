internal import Synchronization

/// Limits how often something may happen: a token bucket (RFC 2697, section 3, with one bucket).
final class RateLimit: Sendable {
  private struct State {
    var tokens: Double
    var filled = ContinuousClock.now
  }

  private let perSecond: Double
  private let burst: Double
  private let state: Mutex<State>

  /// Makes a full bucket: `perSecond` is the rate in the long run, `burst` how many may come at once after a pause.
  init(perSecond: Double, burst: Double) {
    self.perSecond = perSecond
    self.burst = burst
    state = Mutex(State(tokens: burst))
  }

  /// Takes a token; `false` if there is none.
  func take() -> Bool {
    state.withLock { state in
      let now = ContinuousClock.now
      let passed = (now - state.filled) / .seconds(1)
      state.filled = now
      state.tokens = min(burst, state.tokens + passed * perSecond)
      guard state.tokens >= 1 else { return false }
      state.tokens -= 1
      return true
    }
  }
}

/// Limits how often a passphrase may be tried: five times a minute.
final class UnlockTries: Sendable {
  private static let maxCount = 5
  private static let span = Duration.seconds(60)

  private let moments = Mutex<[ContinuousClock.Instant]>([])

  /// Counts a try; returns how long to wait, or `nil` if the passphrase may be tried now.
  func begin() -> Duration? {
    moments.withLock { moments in
      let now = ContinuousClock.now
      moments.removeAll { now - $0 >= Self.span }
      if moments.count >= Self.maxCount, let first = moments.first {
        return Self.span - (now - first)
      }
      moments.append(now)
      return nil
    }
  }

  /// Forgets all tries after the right passphrase.
  func clear() { moments.withLock { $0 = [] } }
}
