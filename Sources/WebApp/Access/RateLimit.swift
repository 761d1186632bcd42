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
