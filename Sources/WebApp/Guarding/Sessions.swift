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

  /// More than a person has tabs; the oldest goes.
  private static let most = 32

  /// The cookie's name: of its own for each start, as cookies of different ports share one jar.
  let cookieName = "cardvault-\(Secret().text.prefix(8))"
  private let sessions = Mutex<[Session]>([])

  /// Lets a tab in.
  ///
  /// - Parameter cookie: What its browser sent: a browser that is in keeps its cookie, which its other tabs need.
  /// - Returns: The session.
  func open(besides cookie: String?) -> Session {
    sessions.withLock { sessions in
      let known = sessions.first { held in cookie.map(held.cookie.matches) ?? false }
      let session = Session(cookie: known?.cookie ?? Secret(), token: Secret())
      if sessions.count >= Self.most { sessions.removeFirst() }
      sessions.append(session)
      return session
    }
  }

  /// Whether there is a session with this cookie and this token.
  func holds(cookie: String, token: String) -> Bool {
    sessions.withLock { sessions in
      sessions.contains { $0.cookie.matches(cookie) && $0.token.matches(token) }
    }
  }

  /// Ends all sessions.
  func closeAll() { sessions.withLock { $0 = [] } }
}
