internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird

/// Lets a browser in: `POST /api/sign-in`.
struct SigningIn: Sendable {
  private static let byteLimit = 1 << 10

  private struct Attempt: Decodable {
    var secret: String?
    var code: String?
    /// From another tab of the same browser.
    var ticket: String?
    /// The id of a remembered browser, and its signature of the nonce that it gets for the id alone.
    var browser: String?
    var signature: String?
  }

  private struct Welcome: Encodable, Sendable { let token: String }

  private struct Asking: Encodable, Sendable { let nonce: String }

  let signIn: SignIn
  let holder: VaultHolder
  let browsers: RememberedBrowsers
  let guarding: RequestGuard
  /// For typed codes, of which a person tries a few; the right secret of a link always works, whatever others try.
  private let strangers = RateLimit(perSecond: 20, burst: 40)
  /// For the home network, so that nobody there can use up this machine's attempts.
  private let neighbours = RateLimit(perSecond: 20, burst: 40)
  /// For remembered browsers, whose ids nobody else knows: twice for each tab that a browser opens again at once.
  private let friends = RateLimit(perSecond: 20, burst: 80)

  /// Adds the one call that needs no session.
  func add(to group: RouterGroup<WebContext>) {
    group.post("sign-in") { request, _ in try await respond(to: request) }
  }

  /// Answers an attempt.
  private func respond(to request: Request) async throws -> Response {
    let isSecure = guarding.isSecure(request)
    let body = try await request.body.collect(upTo: Self.byteLimit)
    let attempt = try? JSONDecoder().decode(Attempt.self, from: Data(body.readableBytesView))
    if let secret = attempt?.secret, signIn.accepts(link: secret) {
      return try await welcome(request, isSecure: isSecure)
    }
    if let ticket = attempt?.ticket {
      // A lock has ended all tickets, so that none opens a locked vault.
      let cookie = guarding.sessions.cookie(of: request) ?? ""
      guard let session = guarding.sessions.open(with: ticket, cookie: cookie) else {
        return try refusal(
          "this tab was not let in", because: "the other tab's ticket works once, for 30 seconds",
          try: "use the newest link or code that the terminal shows")
      }
      return try welcome(to: session, isSecure: isSecure)
    }
    if let browser = attempt?.browser {
      return try await respond(to: request, from: browser, attempt?.signature, isSecure: isSecure)
    }
    if attempt?.secret != nil {
      return try refusal(
        "this link does not work", because: "each link works once",
        try: "use the newest link or code that the terminal shows")
    }
    guard (guarding.isFromHome(request) ? neighbours : strangers).take() else {
      throw WebError.busy
    }
    switch signIn.tries(code: attempt?.code ?? "") {
    case .accepted: return try await welcome(request, isSecure: isSecure)
    case .incomplete:
      return try refusal(
        "this is not a whole code", because: "a code has six digits", try: "type six digits")
    case .wrong(let left):
      return try refusal(
        "this is not the code", because: "the terminal shows another one",
        try: left == 1 ? "you have one more try" : "you have \(left) more tries")
    case .tooSoon(let wait):
      return try refusal(
        "too many wrong codes", because: "three were wrong",
        try: "wait \(max(1, wait.components.seconds)) seconds, then type the new code")
    }
  }

  /// Answers a remembered browser with a nonce, until that is signed: a nonce may be too old, or from before a restart.
  private func respond(
    to request: Request, from browser: String, _ signature: String?, isSecure: Bool
  ) async throws -> Response {
    let origin = guarding.origin(of: request)
    holder.lookForKey()
    if let refusal = try refusal(of: browser, at: origin) { return refusal }
    guard friends.take() else { throw WebError.busy }
    guard let signature, browsers.accepts(signature, of: browser, at: origin) else {
      return try Answer.json(Asking(nonce: browsers.challenge(for: browser))).response()
    }
    try await openIfPossible()
    // Another program may have changed the key since it was last looked at.
    if !holder.isLocked { _ = try? await holder.vault() }
    if let refusal = try refusal(of: browser, at: origin) { return refusal }
    let sessions = guarding.sessions
    let session = sessions.open(keeping: sessions.cookie(of: request))
    sessions.note(session.cookie.text, isOf: browser)
    return try welcome(to: session, isSecure: isSecure)
  }

  /// Why a browser may not sign in, for strangers, too; `nil` if it may.
  private func refusal(of browser: String, at origin: String) throws -> Response? {
    switch browsers.isRemembered(browser, at: origin) {
    case true?: nil
    case false?:
      try refusal(
        "this browser is not remembered any more",
        because: "the vault was locked, or its key was changed, or somebody removed this browser",
        try: "use the newest link or code that the terminal shows")
    // The browser keeps its key.
    case nil:
      try Answer.json(
        ErrorAnswer(
          error: "the vault's folder is missing",
          because: "it was moved or removed, or its drive is not mounted",
          try: "put it back, or mount its drive; then try again")
      ).response(.serviceUnavailable)
    }
  }

  private func welcome(_ request: Request, isSecure: Bool) async throws -> Response {
    try await openIfPossible()
    let sessions = guarding.sessions
    return try welcome(
      to: sessions.open(keeping: sessions.cookie(of: request)), isSecure: isSecure)
  }

  /// Opens a locked vault whose key has no passphrase, as only those who sign in can do.
  private func openIfPossible() async throws {
    guard holder.isLocked, !holder.isMissing, !holder.needsPassphrase else { return }
    try await holder.reopen()
  }

  private func welcome(to session: Sessions.Session, isSecure: Bool) throws -> Response {
    var response = try Answer.json(Welcome(token: session.token.text)).response()
    response.headers[.setCookie] =
      "\(guarding.sessions.cookieName)=\(session.cookie.text); Path=/api; HttpOnly; SameSite=Strict"
      + (isSecure ? "; Secure" : "")
    return response
  }

  private func refusal(_ what: String, because: String, try advice: String) throws -> Response {
    try Answer.json(ErrorAnswer(error: what, because: because, try: advice)).response(.forbidden)
  }
}
