internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Wallet

/// Answers every request: shells and files to anybody who names the right host, data only to our own pages.
struct WebResponder: HTTPResponder {
  let guarding: RequestGuard
  let routes: [String: Route]
  let signing: SigningIn
  let holder: VaultHolder
  /// What a device in the home network has to trust; `nil` without such a network.
  private let trust: TrustFiles?
  /// Calls of those who did not sign in yet: a person tries a few times, and each try is cheap.
  private let strangers = RateLimit(perSecond: 20, atOnce: 40)
  /// The same from the home network: nobody there can use up the turns of this machine.
  private let neighbours = RateLimit(perSecond: 20, atOnce: 40)
  /// Calls of those who did: ten tabs that ask for the state twice a second, and a fast typist in each.
  private let people = RateLimit(perSecond: 200, atOnce: 400)

  init(
    guarding: RequestGuard, routes: [String: Route], signing: SigningIn, holder: VaultHolder,
    trust: TrustFiles? = nil
  ) {
    self.guarding = guarding
    self.routes = routes
    self.signing = signing
    self.holder = holder
    self.trust = trust
  }

  private static let stamp = HTTPField.Name("X-Cardvault-Stamp")
  private static let change = HTTPField.Name("X-Cardvault-Change")

  func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
    try await respond(to: request)
  }

  /// The response to a request, however it reached us.
  func respond(to request: Request) async throws -> Response {
    var response = try await answer(to: request)
    if let name = ResponseHeaders.clearing, let clearing = guarding.clearing(for: request) {
      response.headers[name] = clearing.value
    }
    // A wrong host learns no version. With the right one, the shell of the pages names it before anybody signs in.
    let isRefused = [.misdirectedRequest, .forbidden].contains(response.status)
    if let name = SiteVersion.header, request.uri.path.hasPrefix("/api/"), !isRefused {
      response.headers[name] = SiteVersion.own
    }
    return response
  }

  /// The response, without what a browser is told only once.
  private func answer(to request: Request) async throws -> Response {
    do {
      try guarding.checkHost(request)
      let path = request.uri.path
      guard path.hasPrefix("/api/") else {
        guard request.method == .get else {
          return try error("there is no such page", .methodNotAllowed)
        }
        return try SiteFiles.response(path: path) ?? trust?.response(path: path)
          ?? error("there is no such page", .notFound)
      }
      guard request.method == .post else { return try error("use POST", .methodNotAllowed) }
      try guarding.checkSource(request)
      let name = String(path.dropFirst(5))
      if name == SigningIn.route {
        let isFromHome = guarding.isFromHome(request)
        guard (isFromHome ? neighbours : strangers).takesTurn() else { return try tooMany() }
        return try await worded {
          try await signing.respond(to: request, isSecure: guarding.isSecure(request))
        }
      }
      guard let route = routes[name] else { return try error("there is no such route", .notFound) }
      try guarding.checkSession(request)
      guard people.takesTurn() else { return try tooMany() }
      // Before the body, which may come in slowly.
      let lockings = holder.lockings
      let body =
        try await route.takesFile
        ? ByteBuffer() : request.body.collect(upTo: Route.jsonByteLimit)
      return try await respond(
        route,
        Call(
          request: request, body: body, isFromHome: guarding.isFromHome(request),
          lockings: lockings))
    } catch let refusal as RequestGuard.Refusal {
      return try refusal.response()
    } catch is NIOTooManyBytesError {
      return try error("this is too much data", .contentTooLarge)
    }
  }

  private func respond(_ route: Route, _ call: Call) async throws -> Response {
    try await worded {
      try await route.isLock ? response(of: route, to: call) : unlessLocked(route, call)
    }
  }

  /// The response of a route, unless the vault was locked meanwhile: then nothing of it leaves, not even why it failed,
  /// and only what became of a change is told.
  private func unlessLocked(_ route: Route, _ call: Call) async throws -> Response {
    let response: Response
    do {
      response = try await self.response(of: route, to: call)
    } catch {
      // It may have failed after it had saved something.
      try holder.checkNotLocked(since: call.lockings, change: route.change.map { _ in .unsure })
      throw error
    }
    try holder.checkNotLocked(since: call.lockings, change: route.change)
    return response
  }

  private func response(of route: Route, to call: Call) async throws -> Response {
    var response = try await answer(of: route, to: call).response()
    if let name = Self.stamp { response.headers[name] = await route.stamp() }
    Self.tell(route.change, in: &response)
    return response
  }

  /// Tells a page what it has to say of a change if it was emptied meanwhile.
  private static func tell(_ change: LockedError.Change?, in response: inout Response) {
    if let name = Self.change, let change { response.headers[name] = change.rawValue }
  }

  private func answer(of route: Route, to call: Call) async throws -> Answer {
    if route.isChange {
      return try await holder.answering {
        try await holder.changing(since: call.lockings) { try await route.answer(call) }
      }
    }
    guard call.isByPerson else { return try await route.answer(call) }
    return try await holder.answering { try await route.answer(call) }
  }

  /// The response, or an error in words.
  private func worded(_ work: () async throws -> Response) async throws -> Response {
    do {
      return try await work()
    } catch let error as NIOTooManyBytesError {
      throw error
    } catch let locked as LockedError {
      var response = try Answer.json(LockedAnswer(locked)).response(.init(code: 423))
      Self.tell(locked.change, in: &response)
      return response
    } catch let away as VaultAwayError {
      return try Answer.json(ErrorAnswer(away)).response(.serviceUnavailable)
    } catch is DecodingError {
      return try error("this request is malformed", .badRequest)
    } catch is BusyError {
      return try tooMany()
    } catch let gone as GoneError {
      return try error(gone.what, .notFound)
    } catch {
      CommandLog.note(.failed(ErrorKind((error as? FieldRefusal)?.cause ?? error)))
      // Words for people; anything else shows nothing of what is inside.
      guard let answer = ErrorAnswer(wording: error) else {
        return try self.error("an unexpected error occurred", .internalServerError)
      }
      return try Answer.json(answer).response(.unprocessableContent)
    }
  }

  private func tooMany() throws -> Response {
    try error("too many requests: try again in a moment", .tooManyRequests)
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
