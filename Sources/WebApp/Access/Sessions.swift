internal import Cards
internal import HTTPTypes
internal import Hummingbird
internal import Sealing
internal import Synchronization

/// The browsers that signed in: each has a cookie, and each of its tabs a token that only its pages hold.
///
/// Cookies are sent to every port of a host, so other local servers receive ours; the tokens are not.
final class Sessions: Sendable {
  /// What a tab gets when it signs in.
  struct Session: Sendable {
    let cookie: Secret
    let token: Secret

    fileprivate func matches(_ cookie: String, _ token: String) -> Bool {
      self.cookie.matches(cookie) && self.token.matches(token)
    }
  }

  /// Lets another tab of a signed-in browser in, once.
  private struct Ticket {
    let cookie: Secret
    let secret = Secret()
    let end: ContinuousClock.Instant
  }

  private struct State {
    var open: [Session] = []
    var tickets: [Ticket] = []
    /// The ids of remembered browsers by their cookies.
    var browsers: [(cookie: Secret, id: String)] = []
    /// Sessions whose browser has not heard of a lock yet.
    var unnotified: [Session] = []
  }

  /// More than a person has tabs; the oldest session goes.
  private static let maxCount = 32
  /// A tab that asks another one uses its ticket at once.
  private static let ticketLife = Duration.seconds(30)

  /// The cookie's name, a new one with each start, as cookies of different ports share one jar.
  let cookieName = "cardvault-\(Secret().text.prefix(8))"
  private let state = Mutex(State())

  /// Opens a session for a tab; a browser that is signed in keeps its cookie, which its other tabs need.
  func open(keeping cookie: String?) -> Session {
    state.withLock { state in
      let known = state.open.first { held in cookie.map(held.cookie.matches) ?? false }
      return Self.opened(with: known?.cookie ?? Secret(), in: &state)
    }
  }

  private static func opened(with cookie: Secret, in state: inout State) -> Session {
    let session = Session(cookie: cookie, token: Secret())
    if state.open.count >= maxCount { state.open.removeFirst() }
    state.open.append(session)
    return session
  }

  /// A ticket for another tab of the browser that has this cookie; `nil` if it is not signed in.
  func ticket(for cookie: String) -> String? {
    state.withLock { state in
      guard let known = state.open.first(where: { $0.cookie.matches(cookie) }) else { return nil }
      let ticket = Ticket(cookie: known.cookie, end: .now + Self.ticketLife)
      state.tickets = (state.tickets + [ticket]).suffix(Self.maxCount)
      return ticket.secret.text
    }
  }

  /// Opens a session for a tab of the browser with this cookie, by a ticket, which that uses up; `nil` if it is not valid.
  func open(with ticket: String, cookie: String) -> Session? {
    state.withLock { state in
      state.tickets.removeAll { $0.end < .now }
      let index = state.tickets.firstIndex {
        $0.secret.matches(ticket) && $0.cookie.matches(cookie)
      }
      guard let index else { return nil }
      return Self.opened(with: state.tickets.remove(at: index).cookie, in: &state)
    }
  }

  /// Whether there is a session with this cookie and this token.
  func holds(cookie: String, token: String) -> Bool {
    state.withLock { state in state.open.contains { $0.matches(cookie, token) } }
  }

  /// Our cookie among those that a request carries.
  func cookie(of request: Request) -> String? {
    for field in request.headers[values: .cookie] {
      for pair in field.split(separator: ";") {
        let parts = pair.split(separator: "=", maxSplits: 1).map { $0.drop { $0 == " " } }
        if parts.count == 2, parts[0] == cookieName[...] { return String(parts[1]) }
      }
    }
    return nil
  }

  /// Remembers that the vault was locked, for the next answer to each session.
  func noteLock() {
    state.withLock {
      $0.unnotified = Array(($0.unnotified + $0.open).suffix(Self.maxCount))
      $0.tickets = []
    }
  }

  /// Whether the browser of a session, open or closed, must clear its cache; once after each lock.
  func mustClear(cookie: String, token: String) -> Bool {
    state.withLock { state in
      let count = state.unnotified.count
      state.unnotified.removeAll { $0.matches(cookie, token) }
      return state.unnotified.count < count
    }
  }

  /// Notes that a cookie is one of a remembered browser.
  func note(_ cookie: String, isOf browser: String) {
    state.withLock { state in
      guard let known = state.open.first(where: { $0.cookie.matches(cookie) }) else { return }
      // Only the latest one, and none of cookies without a session.
      state.browsers.removeAll { each in
        each.cookie.matches(cookie)
          || !state.open.contains { $0.cookie.matches(each.cookie.text) }
      }
      state.browsers.append((known.cookie, browser))
    }
  }

  /// Ends the sessions of a remembered browser, except those with the cookie of the one that asks.
  func close(_ browser: String, except cookie: String) {
    state.withLock { state in
      let ended = state.browsers.filter { $0.id == browser && !$0.cookie.matches(cookie) }
      state.browsers.removeAll { $0.id == browser }
      for each in ended {
        state.open.removeAll { $0.cookie.matches(each.cookie.text) }
        state.tickets.removeAll { $0.cookie.matches(each.cookie.text) }
      }
    }
  }

  /// Ends all sessions.
  func closeAll() {
    state.withLock {
      $0.open = []
      $0.tickets = []
      $0.browsers = []
    }
  }
}

/// An unpredictable text that proves who sends it: 32 random bytes in hexadecimal.
struct Secret: Sendable {
  private static let byteCount = 32

  let text: String

  init() {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<Self.byteCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
    text = bytes.hexadecimal
  }

  /// Compares in a time that reveals only whether the lengths are equal.
  func matches(_ other: some StringProtocol) -> Bool {
    let (one, other) = (Array(text.utf8), Array(other.utf8))
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
