import CommandLineSupport
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Sealing
import Synchronization
import SystemPackage
import VaultFormat
import VaultStore
import Wallet

@testable import WebApp

/// A new vault in a folder of its own, and all of its server but the sockets; gone after the test.
final class ServedVault: Sendable {
  /// An answer of the server.
  struct Reply: Sendable {
    let status: Int
    let headers: HTTPFields
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
    /// The fields of its JSON; empty if it is something else.
    var json: [String: Any] {
      (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
    }

    /// The id of the card that was added.
    var addedID: String? { (json["added"] as? [String])?.first }

    func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
  }

  static let port = 22_738
  /// The address at which all requests come.
  static let origin = "http://127.0.0.1:\(port)"

  /// The methods and names of all calls, as the description for people lists them.
  static let described = (DescribedJSON.described?.calls ?? []).map { call in
    (method: HTTPRequest.Method(rawValue: call.method) ?? .get, name: call.name)
  }

  let folder: FilePath
  let locations: VaultLocations
  let clock: SetClock
  let holder: VaultHolder
  let sessions: Sessions
  let locking: IdleLock
  /// Every route.
  let routes: [String]
  private let responder: RouterResponder<WebContext>

  /// Makes a vault, unless it is to be missing, and opens it, unless it has a passphrase; `more` adds calls of a test's own.
  init(
    passphrase: String? = nil, isMissing: Bool = false, idleLimit: Duration = .seconds(600),
    more: (CallGroup) -> Void = { _ in }
  ) async throws {
    folder = FilePath(NSTemporaryDirectory()).appending("cardvault-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      atPath: folder.string, withIntermediateDirectories: true)
    locations = VaultLocations(
      vault: folder.appending("vault"), keyDirectory: folder.appending("keys"),
      stateDirectory: folder.appending("state"))
    if let passphrase {
      let words = Array(passphrase.utf8)
      _ = try Vault.create(at: locations, passphrase: try Passphrase(words.span), cost: .least)
    } else if !isMissing {
      _ = try Vault.create(at: locations)
    }
    let (clock, sessions, signIn) = (SetClock(), Sessions(), SignIn { _ in })
    let holder = VaultHolder(at: locations, log: .off, now: { clock.now })
    let locking = IdleLock(
      holder: holder, signIn: signIn, sessions: sessions,
      browsers: RememberedBrowsers(
        in: locations.stateDirectory, of: { holder.keyID }, now: { clock.now }), crops: CropStore(),
      scans: LiveScans(hasSample: false), previews: ForeignPreviews(now: { clock.now }),
      limit: idleLimit)
    let port = ListeningPort()
    port.number = Self.port
    let router = WebRouter(
      guarding: RequestGuard(port: port, publicURL: nil, sessions: sessions), locking: locking)
    more(router.calls)
    routes = router.routes
    responder = router.responder
    (self.clock, self.sessions, self.holder, self.locking) = (clock, sessions, holder, locking)
    try await holder.start()
  }

  /// Makes a vault, opens it unless it has a passphrase, and signs a tab in.
  static func signedIn(
    passphrase: String? = nil, isMissing: Bool = false, idleLimit: Duration = .seconds(600)
  ) async throws -> (served: ServedVault, session: Sessions.Session) {
    let served = try await ServedVault(
      passphrase: passphrase, isMissing: isMissing, idleLimit: idleLimit)
    return (served, served.sessions.open(keeping: nil))
  }

  deinit { try? FileManager.default.removeItem(atPath: folder.string) }

  /// Calls the server as our pages do; quietly if the page asks by itself.
  ///
  /// `meanwhile` happens before the JSON of a POST comes in.
  func ask(
    _ name: String, _ json: String = "{}", as session: Sessions.Session, quietly: Bool = false,
    meanwhile: @escaping @Sendable () async throws -> Void = {}
  ) async throws -> Reply {
    var more = quietly ? ["X-Cardvault-Quiet": "1"] : [:]
    if Self.described.contains(where: { $0.method == .get && $0.name == name }) {
      more["X-Cardvault-Parameters"] = json.addingPercentEncoding(
        withAllowedCharacters: .alphanumerics)
      return try await sent(.get, "/api/\(name)", more, as: session)
    }
    more["Content-Type"] = "application/json"
    return try await sent(
      .post, "/api/\(name)", more, Array(json.utf8), as: session, meanwhile: meanwhile)
  }

  /// The version of a card, as pages send it with an edit.
  func version(of id: String, as session: Sessions.Session) async throws -> Int {
    try await ask("card", #"{"id":"\#(id)"}"#, as: session).json["version"] as? Int ?? 0
  }

  /// Edits a card as it is now.
  @discardableResult
  func edit(_ id: String, _ fields: String, as session: Sessions.Session) async throws -> Reply {
    let version = try await version(of: id, as: session)
    return try await ask(
      "edit", #"{"id":"\#(id)","version":\#(version),"fields":\#(fields)}"#, as: session)
  }

  /// Hands a file to the server; `meanwhile` happens before its bytes come in.
  func upload(
    _ name: String, _ bytes: [UInt8], _ headers: [String: String] = [:],
    as session: Sessions.Session, meanwhile: @escaping @Sendable () async throws -> Void = {}
  ) async throws -> Reply {
    let type = ["Content-Type": "application/octet-stream"]
    return try await sent(
      .post, "/api/\(name)", headers.merging(type) { $1 }, bytes, as: session, meanwhile: meanwhile)
  }

  /// Opens the vault as a second device, which has the same folder.
  func otherDevice() throws -> Vault {
    var places = locations
    places.stateDirectory = folder.appending("other")
    return try Vault.open(at: places)
  }

  /// Sends any request, with what our pages send of a session; a header that is `nil` is left out.
  func sent(
    _ method: HTTPRequest.Method, _ path: String, _ headers: [String: String?] = [:],
    _ body: [UInt8] = [], as session: Sessions.Session? = nil,
    meanwhile: @escaping @Sendable () async throws -> Void = {}
  ) async throws -> Reply {
    var fields = HTTPFields()
    var own: [String: String?] = [:]
    if let session {
      own["X-Cardvault"] = session.token.text
      own["Cookie"] = "\(sessions.cookieName)=\(session.cookie.text)"
    }
    for (name, value) in own.merging(headers, uniquingKeysWith: { $1 }) {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    let head = HTTPRequest(
      method: method, scheme: "http", authority: "127.0.0.1:\(Self.port)", path: path,
      headerFields: fields)
    let late = LateBody(bytes: ByteBuffer(bytes: body), meanwhile: meanwhile)
    let request = Request(head: head, body: RequestBody(asyncSequence: late))
    let response = try await responder.respond(to: request, context: WebContext(source: Silence()))
    return Reply(
      status: response.status.code, headers: response.headers,
      body: try await response.body.collected())
  }
}

/// Where a request comes from that no socket brought.
private struct Silence: RequestContextSource {
  var logger: Logger { Logger(label: "cardvault-web") { _ in SwiftLogNoOpLogHandler() } }
}

/// A body that comes in once something else has happened.
private struct LateBody: AsyncSequence, Sendable {
  struct AsyncIterator: AsyncIteratorProtocol {
    var body: LateBody?

    mutating func next() async throws -> ByteBuffer? {
      guard let late = body else { return nil }
      body = nil
      try await late.meanwhile()
      return late.bytes
    }
  }

  let bytes: ByteBuffer
  let meanwhile: @Sendable () async throws -> Void

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: self) }
}

/// A clock that only a test moves.
final class SetClock: Sendable {
  private let start = ContinuousClock.now
  private let passed = Mutex(Duration.zero)

  var now: ContinuousClock.Instant { start + passed.withLock { $0 } }

  func advance(by duration: Duration) { passed.withLock { $0 += duration } }
}

extension ResponseBody {
  /// All that it writes.
  func collected() async throws -> [UInt8] {
    let written = WrittenBytes()
    try await write(CollectingWriter(written: written))
    return written.bytes.withLock { $0 }
  }
}

private final class WrittenBytes: Sendable {
  let bytes = Mutex<[UInt8]>([])
}

private struct CollectingWriter: ResponseBodyWriter {
  let written: WrittenBytes

  mutating func write(_ buffer: ByteBuffer) async throws {
    written.bytes.withLock { $0 += buffer.readableBytesView }
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
