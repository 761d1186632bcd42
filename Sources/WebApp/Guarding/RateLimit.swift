internal import Synchronization

/// How often something may happen: a store of turns that fills up again (token bucket, RFC 2697 section 3 with one
/// bucket).
final class RateLimit: Sendable {
  private struct State {
    var turns: Double
    var counted = ContinuousClock.now
  }

  private let perSecond: Double
  private let atOnce: Double
  private let state: Mutex<State>

  /// Makes a full store.
  ///
  /// - Parameters:
  ///   - perSecond: how often it may happen in the long run.
  ///   - atOnce: how often after a pause.
  init(perSecond: Double, atOnce: Double) {
    self.perSecond = perSecond
    self.atOnce = atOnce
    state = Mutex(State(turns: atOnce))
  }

  /// Takes a turn; `false` if there is none.
  func takesTurn() -> Bool {
    state.withLock { state in
      let now = ContinuousClock.now
      let passed = (now - state.counted) / .seconds(1)
      state.counted = now
      state.turns = min(atOnce, state.turns + passed * perSecond)
      guard state.turns >= 1 else { return false }
      state.turns -= 1
      return true
    }
  }
}
