internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Wallet

/// Every route behind its checks: pages and files for any request to the right host, data for our own pages alone.
///
/// Each check belongs to a group of routes, so no route that is added to the group gets around it.
struct WebRouter {
  /// The calls that need a session.
  let calls: CallGroup
  private let router = Router(context: WebContext.self)

  /// Adds every route; `certificate` is what devices in the home network must trust.
  init(guarding: RequestGuard, locking: IdleLock, certificate: TrustedCertificate? = nil) {
    router.addMiddleware {
      AnswerHeaders(guarding: guarding)
      ErrorsInWords(log: locking.holder.log)
      RequestCheck { try guarding.checkHost($0) }
    }
    SiteFiles.add(to: router)
    certificate?.add(to: router)
    let data = router.group("api").add(middleware: RequestCheck { try guarding.checkSource($0) })
    SigningIn(
      signIn: locking.signIn, holder: locking.holder, browsers: locking.browsers,
      guarding: guarding
    ).add(to: data)
    // Where no page can wait for the others, ten tabs ask for the state twice a second, with a fast typist in each.
    let rate = RateLimit(perSecond: 200, burst: 400)
    let signedIn = data.group()
      .add(
        middleware: RequestCheck {
          try guarding.checkSession($0)
          guard rate.take() else { throw WebError.busy }
        })
    calls = CallGroup(group: signedIn, guarding: guarding, holder: locking.holder)
    calls.addAll(locking)
  }

  /// Every route as `GET /path`, which a test compares with their description.
  var routes: [String] { router.routes.map { "\($0.method.rawValue) \($0.path)" } }

  /// Answers requests to all routes that have been added by now.
  var responder: RouterResponder<WebContext> { router.buildResponder() }
}

/// Refuses a request by throwing an error.
private struct RequestCheck: RouterMiddleware {
  let check: @Sendable (Request) throws -> Void

  func handle(
    _ request: Request, context: WebContext,
    next: @concurrent (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    try check(request)
    return try await next(request, context)
  }
}

/// Adds the headers of every answer.
private struct AnswerHeaders: RouterMiddleware {
  let guarding: RequestGuard

  func handle(
    _ request: Request, context: WebContext,
    next: @concurrent (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    ResponseHeaders.add(to: &response.headers)
    if let name = ResponseHeaders.clearing, guarding.mustClear(request) {
      response.headers[name] = "\"cache\""
    }
    // A wrong host learns no version. With the right one, the pages name it before anybody signs in.
    let isRefused = [.misdirectedRequest, .forbidden].contains(response.status)
    if let name = SiteFiles.versionHeader, !isRefused { response.headers[name] = SiteFiles.version }
    return response
  }
}

/// Answers errors in words that show nothing of what is inside.
private struct ErrorsInWords: RouterMiddleware {
  let log: CommandLog

  func handle(
    _ request: Request, context: WebContext,
    next: @concurrent (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as WebError {
      return try response(to: error)
    } catch is HTTPError {
      return try noRoute(request)
    } catch is NIOTooManyBytesError {
      return try response(.contentTooLarge, "this is too much data")
    } catch is DecodingError {
      return try response(.badRequest, "this request is malformed")
    } catch {
      log.note(.failed(ErrorKind((error as? FieldRefusal)?.cause ?? error)))
      guard let answer = ErrorAnswer(explaining: error) else {
        return try response(.internalServerError, "an unexpected error occurred")
      }
      return try Answer.json(answer).response(
        answer.removed != nil ? .notFound : error.isStale ? .conflict : .unprocessableContent)
    }
  }

  private func response(to error: WebError) throws -> Response {
    switch error {
    // These tell a stranger nothing.
    case .wrongHost: return try response(.misdirectedRequest, "refused")
    case .wrongOrigin: return try response(.forbidden, "refused")
    case .wrongType: return try response(.unsupportedMediaType, "refused")
    case .signedOut: return try response(.unauthorized, "refused")
    case .busy: return try response(.tooManyRequests, "too many requests: try again in a moment")
    case .gone(let what): return try response(.notFound, what)
    case .noVault: return try Answer.json(NoVaultAnswer()).response(.init(code: 423))
    case .vaultAway(let cause):
      return try Answer.json(ErrorAnswer(away: cause)).response(.serviceUnavailable)
    case .locked(let isKeyChanged, let change):
      let answer = LockedAnswer(isKeyChanged: isKeyChanged, change: change)
      var response = try Answer.json(answer).response(.init(code: 423))
      if let name = CallGroup.changeHeader, let change { response.headers[name] = change.rawValue }
      return response
    }
  }

  private func noRoute(_ request: Request) throws -> Response {
    let isCall = request.uri.path.hasPrefix("/api/")
    guard request.method == .get || isCall && request.method == .post else {
      return try response(.methodNotAllowed, isCall ? "use GET or POST" : "there is no such page")
    }
    // Only a browser that opens an address asks for a page.
    let isOpened = request.headers[.accept]?.contains("text/html") ?? false
    if !isCall && isOpened { return try SiteFiles.notFound() }
    return try response(.notFound, isCall ? "there is no such route" : "there is no such page")
  }

  private func response(_ status: HTTPResponse.Status, _ words: String) throws -> Response {
    try Answer.json(ErrorAnswer(error: words, because: nil, try: nil)).response(status)
  }
}

extension Error {
  /// Whether what was asked for was decided on what a page showed, and something else is there now.
  fileprivate var isStale: Bool {
    switch (self as? FieldRefusal)?.cause ?? self {
    case WalletError.changedMeanwhile, WalletError.changedBeforeUndo: true
    default: false
    }
  }
}

/// What pages learn when there is no vault yet.
private struct NoVaultAnswer: Encodable {
  let error = "there is no vault yet"
  let noVault = true
}

/// What pages learn when the vault is locked.
private struct LockedAnswer: Encodable {
  let error: String
  var `try`: String?
  let keyChanged: Bool

  init(isKeyChanged: Bool, change: ChangeFate?) {
    keyChanged = isKeyChanged
    switch change {
    case .saved: error = "the change was saved; the vault was locked meanwhile"
    case .unsure:
      error = "the vault was locked meanwhile, and the change may have been saved"
      `try` = "look before you repeat it"
    case nil: error = isKeyChanged ? "the vault's key was changed" : "the vault is locked"
    }
  }
}
