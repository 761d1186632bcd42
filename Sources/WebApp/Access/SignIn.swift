internal import Synchronization

/// What lets a browser in: a link with a secret, or a short code shown in the terminal.
///
/// Each works once.
final class SignIn: Sendable {
  /// How an attempt ended.
  enum Outcome: Sendable {
    case accepted
    /// It does not have six digits, which is no attempt.
    case incomplete
    /// The same code may be tried this many times more.
    case wrong(triesLeft: Int)
    /// Nobody may try again before this much time has passed.
    case tooSoon(Duration)
  }

  private struct State {
    var link = Secret()
    var code = SignIn.newCode()
    var triesLeft = SignIn.tries
    /// Set after three wrong codes.
    var closedUntil: ContinuousClock.Instant?
  }

  private static let length = 6
  private static let tries = 3
  /// With three tries per pause, guessing one of a million codes takes 116 days on average.
  private static let pause = Duration.seconds(60)

  private let state = Mutex(State())
  private let onNew: @Sendable (SignIn) -> Void

  /// `onNew` shows the link and the code at the terminal, each time they change.
  init(onNew: @escaping @Sendable (SignIn) -> Void) { self.onNew = onNew }

  /// The secret in the link.
  var link: String { state.withLock { $0.link.text } }
  /// Six digits.
  var code: String { state.withLock { $0.code } }

  /// Checks the secret of a link, and replaces it once it was used.
  func accepts(link text: String) -> Bool {
    let isRight = state.withLock { state in
      guard state.link.matches(text) else { return false }
      state.link = Secret()
      return true
    }
    if isRight { onNew(self) }
    return isRight
  }

  /// Checks a typed code.
  func tries(code text: String) -> Outcome {
    let digits = text.filter(\.isWholeNumber)
    guard digits.count == Self.length else { return .incomplete }
    let (outcome, isNew) = state.withLock { state -> (Outcome, Bool) in
      let now = ContinuousClock.now
      if let until = state.closedUntil, now < until { return (.tooSoon(until - now), false) }
      state.closedUntil = nil
      if digits == state.code {
        state.code = Self.newCode()
        state.triesLeft = Self.tries
        return (.accepted, true)
      }
      state.triesLeft -= 1
      guard state.triesLeft == 0 else { return (.wrong(triesLeft: state.triesLeft), false) }
      state.code = Self.newCode()
      state.triesLeft = Self.tries
      state.closedUntil = now + Self.pause
      return (.tooSoon(Self.pause), true)
    }
    if isNew { onNew(self) }
    return outcome
  }

  /// Replaces link and code, as after a lock without a passphrase.
  func renew() {
    state.withLock { state in
      state.link = Secret()
      state.code = Self.newCode()
      state.triesLeft = Self.tries
    }
    onNew(self)
  }

  private static func newCode() -> String {
    let number = Int.random(in: 0..<1_000_000)
    return String(repeating: "0", count: length - "\(number)".count) + "\(number)"
  }
}
