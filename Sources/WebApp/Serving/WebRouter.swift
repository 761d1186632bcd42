internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Wallet

/// Every route behind its checks: shells and files for anybody who names the right host, data for our own pages alone.
///
/// Each check belongs to a group of routes, so nothing added to that group gets around it.
struct WebRouter {
  /// The calls of those who signed in.
  let calls: CallGroup
  private let router = Router(context: WebContext.self)

  /// Adds every route.
  init(guarding: RequestGuard, locking: IdleLocking, trust: TrustFiles? = nil) {
    router.addMiddleware {
      AnswerHeaders(guarding: guarding)
      ErrorsInWords()
      RequestCheck { try guarding.checkHost($0) }
    }
    SiteFiles.add(to: router)
    trust?.add(to: router)
    let data = router.group("api").add(middleware: RequestCheck { try guarding.checkSource($0) })
    SigningIn(signIn: locking.signIn, holder: locking.holder, guarding: guarding).add(to: data)
    // Ten tabs that ask for the state twice a second, and a fast typist in each.
    let turns = RateLimit(perSecond: 200, atOnce: 400)
    let signedIn = data.group()
      .add(
        middleware: RequestCheck {
          try guarding.checkSession($0)
          guard turns.takesTurn() else { throw BusyError() }
        })
    calls = CallGroup(group: signedIn, guarding: guarding, holder: locking.holder)
    calls.addAll(locking)
  }

  /// What answers requests; routes that are added later are not known to it.
  var responder: RouterResponder<WebContext> { router.buildResponder() }
}

/// Refuses a request by an error.
private struct RequestCheck: RouterMiddleware {
  typealias Context = WebContext

  let check: @Sendable (Request) throws -> Void

  func handle(
    _ request: Request, context: WebContext,
    next: @concurrent (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    try check(request)
    return try await next(request, context)
  }
}

/// Adds what every answer tells a browser.
private struct AnswerHeaders: RouterMiddleware {
  typealias Context = WebContext

  let guarding: RequestGuard

  func handle(
    _ request: Request, context: WebContext,
    next: @concurrent (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    ResponseHeaders.add(to: &response.headers)
    if let name = ResponseHeaders.clearing, let clearing = guarding.clearing(for: request) {
      response.headers[name] = clearing.value
    }
    // A wrong host learns no version. With the right one, the shell of the pages names it before anybody signs in.
    let isRefused = [.misdirectedRequest, .forbidden].contains(response.status)
    if let name = SiteVersion.header, !isRefused { response.headers[name] = SiteVersion.own }
    return response
  }
}

/// Answers errors with words for people, which show nothing of what is inside.
private struct ErrorsInWords: RouterMiddleware {
  typealias Context = WebContext

  func handle(
    _ request: Request, context: WebContext,
    next: @concurrent (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let refusal as RequestGuard.Refusal {
      return try refusal.response()
    } catch is HTTPError {
      return try noRoute(request)
    } catch is NIOTooManyBytesError {
      return try error("this is too much data", .contentTooLarge)
    } catch let locked as LockedError {
      var response = try Answer.json(LockedAnswer(locked)).response(.init(code: 423))
      if let name = CallGroup.changeHeader, let change = locked.change {
        response.headers[name] = change.rawValue
      }
      return response
    } catch let away as VaultAwayError {
      return try Answer.json(ErrorAnswer(away)).response(.serviceUnavailable)
    } catch is DecodingError {
      return try error("this request is malformed", .badRequest)
    } catch is BusyError {
      return try error("too many requests: try again in a moment", .tooManyRequests)
    } catch let gone as GoneError {
      return try error(gone.what, .notFound)
    } catch {
      CommandLog.note(.failed(ErrorKind((error as? FieldRefusal)?.cause ?? error)))
      guard let answer = ErrorAnswer(wording: error) else {
        return try self.error("an unexpected error occurred", .internalServerError)
      }
      return try Answer.json(answer).response(.unprocessableContent)
    }
  }

  private func noRoute(_ request: Request) throws -> Response {
    let isCall = request.uri.path.hasPrefix("/api/")
    guard request.method == .get || isCall && request.method == .post else {
      return try error(isCall ? "use GET or POST" : "there is no such page", .methodNotAllowed)
    }
    return try error(isCall ? "there is no such route" : "there is no such page", .notFound)
  }

  private func error(_ words: String, _ status: HTTPResponse.Status) throws -> Response {
    try Answer.json(ErrorAnswer(error: words, because: nil, try: nil)).response(status)
  }
}

/// The vault is locked, as the pages are told.
private struct LockedAnswer: Encodable {
  let error: String
  var `try`: String?
  let keyChanged: Bool

  init(_ locked: LockedError) {
    keyChanged = locked.isKeyChanged
    switch locked.change {
    case .saved: error = "the change was saved; the vault was locked meanwhile"
    case .unsure:
      error = "the vault was locked meanwhile, and the change may have been saved"
      `try` = "look before you repeat it"
    case nil: error = keyChanged ? "the vault's key was changed" : "the vault is locked"
    }
  }
}

extension Sessions.Clearing {
  /// The header's value (Clear Site Data, 3.1).
  fileprivate var value: String {
    switch self {
    case .cache: "\"cache\""
    case .everything: "\"cache\", \"storage\""
    }
  }
}

extension RequestGuard.Refusal {
  /// The refusal as a response, which tells a stranger nothing.
  func response() throws -> Response {
    let status: HTTPResponse.Status =
      switch self {
      case .wrongHost: .misdirectedRequest
      case .wrongOrigin: .forbidden
      case .wrongType: .unsupportedMediaType
      case .signedOut: .unauthorized
      }
    return try Answer.json(ErrorAnswer(error: "refused", because: nil, try: nil)).response(status)
  }
}
