internal import Synchronization

/// The browsers that signed in: each has a cookie, and each of its tabs a token that only its pages hold.
///
/// Cookies are sent to every port of a host, so other local servers receive ours; the tokens are not.
final class Sessions: Sendable {
  /// What a tab gets when it signs in.
  struct Session: Sendable {
    let cookie: Secret
    let token: Secret
  }

  /// What a browser drops after a lock.
  enum Clearing: Sendable {
    /// What it kept of our answers.
    case cache
    /// The tokens of its tabs, too.
    case everything
  }

  private struct State {
    var open: [Session] = []
    /// Those whose browser was not told yet that the vault was locked.
    var untold: [Session] = []
  }

  /// More than a person has tabs; the oldest goes.
  private static let most = 32

  /// The cookie's name: of its own for each start, as cookies of different ports share one jar.
  let cookieName = "cardvault-\(Secret().text.prefix(8))"
  private let state = Mutex(State())

  /// Lets a tab in.
  ///
  /// - Parameter cookie: What its browser sent: a browser that is in keeps its cookie, which its other tabs need.
  /// - Returns: The session.
  func open(besides cookie: String?) -> Session {
    state.withLock { state in
      let known = state.open.first { held in cookie.map(held.cookie.matches) ?? false }
      let session = Session(cookie: known?.cookie ?? Secret(), token: Secret())
      if state.open.count >= Self.most { state.open.removeFirst() }
      state.open.append(session)
      return session
    }
  }

  /// Whether there is a session with this cookie and this token.
  func holds(cookie: String, token: String) -> Bool {
    state.withLock { state in state.open.contains { $0.matches(cookie, token) } }
  }

  /// Remembers that the vault was locked: the next answer to each session says so.
  func noteLock() {
    state.withLock { $0.untold = Array(($0.untold + $0.open).suffix(Self.most)) }
  }

  /// What the browser of a session has to drop, which may have ended; once after each lock.
  func clearing(cookie: String, token: String) -> Clearing? {
    state.withLock { state in
      guard state.untold.contains(where: { $0.matches(cookie, token) }) else { return nil }
      state.untold.removeAll { $0.matches(cookie, token) }
      // A browser drops the tokens of all its tabs: not where one goes on, or signed in since.
      return state.open.isEmpty ? .everything : .cache
    }
  }

  /// Ends all sessions.
  func closeAll() { state.withLock { $0.open = [] } }
}

extension Sessions.Session {
  fileprivate func matches(_ cookie: String, _ token: String) -> Bool {
    self.cookie.matches(cookie) && self.token.matches(token)
  }
}
