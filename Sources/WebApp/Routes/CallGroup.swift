internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The calls that need a session, `/api/NAME`, to which each part of the app adds its own.
///
/// GET changes nothing (RFC 9110, 9.2.1). Every other call changes something, or has parameters that belong in a body:
/// a typed number or passphrase, or a list of any length.
struct CallGroup {
  /// Answers a call.
  typealias Answering = @Sendable (Call) async throws -> Answer

  /// Tells a page what became of its change, in case it was emptied meanwhile.
  static let changeHeader = HTTPField.Name("X-Cardvault-Change")
  private static let stampHeader = HTTPField.Name("X-Cardvault-Stamp")

  let group: RouterGroup<WebContext>
  let guarding: RequestGuard
  let holder: VaultHolder

  /// Adds a call that only reads.
  func get(_ name: String, _ answer: @escaping Answering) { add(.get, name, answer) }

  /// Adds a call that saves no cards; the one that locks the vault ends every other.
  func post(_ name: String, isLock: Bool = false, _ answer: @escaping Answering) {
    add(.post, name, isLock: isLock, answer)
  }

  /// Adds a call that saves cards when its turn comes; `change` is what its success says of that.
  func save(
    _ name: String, says change: ChangeFate = .saved, _ answer: @escaping Answering
  ) {
    let holder = holder
    add(.post, name, says: change) { call in
      // A change always counts as use by a person.
      try await holder.answering {
        try await holder.changing(since: call.lockings) { try await answer(call) }
      }
    }
  }

  /// Adds a call whose body is a file, which it reads itself.
  ///
  /// Reading takes long, so it waits for its turn only to save. `change` is what its success says of a change; `nil` if
  /// it makes none.
  func upload(
    _ name: String, says change: ChangeFate? = nil, _ answer: @escaping Answering
  ) {
    add(.post, name, takesFile: true, says: change, answer)
  }

  private func add(
    _ method: HTTPRequest.Method, _ name: String, takesFile: Bool = false,
    isLock: Bool = false, says change: ChangeFate? = nil, _ answer: @escaping Answering
  ) {
    let (guarding, holder) = (guarding, holder)
    group.on(RouterPath(name), method: method) { request, _ in
      // Before the body, which may arrive slowly.
      let lockings = holder.lockings
      let call = Call(
        request: request, body: takesFile ? ByteBuffer() : try await Call.parameters(of: request),
        isFromHome: guarding.isFromHome(request), lockings: lockings)
      func respond() async throws -> Response {
        let answered =
          try await call.isByPerson
          ? holder.answering { try await answer(call) } : answer(call)
        var response = try answered.response()
        if let name = Self.stampHeader { response.headers[name] = await holder.stamp }
        if let name = Self.changeHeader, let change { response.headers[name] = change.rawValue }
        return response
      }
      return try await isLock ? respond() : holder.unlessLocked(since: lockings, change, respond)
    }
  }
}

extension VaultHolder {
  /// The response to a call, unless the vault was locked meanwhile: then nothing of it is sent, not even why it failed,
  /// except what became of a change.
  fileprivate func unlessLocked(
    since lockings: Int, _ change: ChangeFate?, _ respond: () async throws -> Response
  ) async throws -> Response {
    let response: Response
    do {
      response = try await respond()
    } catch {
      // It may have saved something before it failed.
      try checkNotLocked(since: lockings, change: change.map { _ in .unsure })
      throw error
    }
    try checkNotLocked(since: lockings, change: change)
    return response
  }
}

extension CallGroup {
  /// Adds the calls of every part of the app.
  func addAll(_ locking: IdleLock) {
    let (crops, reading) = (locking.crops, UploadReading())
    let others = ForeignRoutes(holder: holder, previews: locking.previews)
    CardRoutes(holder: holder).add(to: self)
    ChangeRoutes(holder: holder).add(to: self)
    CheckingRoutes(holder: holder).add(to: self)
    DecisionRoutes(holder: holder).add(to: self)
    ExportRoutes(holder: holder).add(to: self)
    ForeignExportRoutes(holder: holder).add(to: self)
    others.add(to: self)
    LogRoutes(holder: holder).add(to: self)
    ImportRoutes(holder: holder, crops: crops, reading: reading, others: others).add(to: self)
    MergeRoutes(holder: holder).add(to: self)
    NewVaultRoutes(holder: holder).add(to: self)
    PassphraseRoutes(holder: holder).add(to: self)
    PhotoRoutes(holder: holder, reading: reading).add(to: self)
    PictureRoutes(holder: holder).add(to: self)
    PocketRoutes(holder: holder).add(to: self)
    HistoryRoutes(holder: holder).add(to: self)
    ReviewRoutes(holder: holder, crops: crops).add(to: self)
    ScanRoutes(holder: holder, scans: locking.scans).add(to: self)
    SessionRoutes(locking: locking, guarding: guarding).add(to: self)
    SheetRoutes(holder: holder).add(to: self)
    StatisticsRoutes(holder: holder).add(to: self)
    SyncRoutes(holder: holder).add(to: self)
    TypingRoutes(holder: holder).add(to: self)
  }
}
