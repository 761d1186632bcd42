internal import Glibc
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import ServiceLifecycle
internal import UnixSignals
internal import VaultFormat
public import VaultStore
package import Wallet

/// Serves the pages of one vault on this machine.
public struct WebServer: Sendable {
  /// What a person chose on the command line.
  public struct Options: Sendable {
    /// The port; 0 lets the system choose.
    public var port: Int
    /// The address behind a reverse proxy.
    public var publicURL: PublicURL?
    /// How devices in the home network reach it; `nil` if they cannot.
    public var home: HomeAccess?
    /// Runs once the server listens, and must not end before it.
    public var companion: (@Sendable (_ port: Int) async throws -> Void)?
    /// The vault locks itself after this long without a request by a person.
    public var idleLimit: Duration
    /// Whether pages offer a sample camera, for people without one.
    public var hasSampleCamera: Bool
    /// Where it logs what happens.
    package var log = CommandLog.off

    /// Makes options for a server without the home network.
    public init(
      port: Int, publicURL: PublicURL? = nil, idleLimit: Duration,
      hasSampleCamera: Bool = false
    ) {
      self.port = port
      self.publicURL = publicURL
      self.idleLimit = idleLimit
      self.hasSampleCamera = hasSampleCamera
    }
  }

  /// C-A-R-D-V on a telephone's keys, which IANA has not assigned.
  public static let defaultPort = 22_738

  private let options: Options
  private let holder: VaultHolder
  private let onAddress: @Sendable (SignInOffer) -> Void

  /// Prepares a server.
  ///
  /// - Parameters:
  ///   - locations: Where the vault, its keys and this machine's state are.
  ///   - options: What a person chose.
  ///   - onAddress: Shows how to sign in, each time that changes.
  public init(
    _ locations: VaultLocations, options: Options,
    onAddress: @escaping @Sendable (SignInOffer) -> Void
  ) {
    holder = VaultHolder(at: locations, log: options.log)
    self.options = options
    self.onAddress = onAddress
  }

  /// Serves until the process receives a signal to end.
  ///
  /// - Throws: `VaultError` if there is a vault that cannot be opened for a reason other than its passphrase, `PortError`,
  ///   and what the companion throws.
  public func run() async throws {
    try await holder.start()
    let (ports, known) = AsyncStream<Int>.makeStream()
    let port = ListeningPort()
    let sessions = Sessions()
    let signIn = SignIn { [onAddress, options] in
      let origin = options.publicURL?.origin ?? "http://127.0.0.1:\(port.number)"
      onAddress(SignInOffer(origin: origin, secret: $0.link, code: $0.code))
    }
    let locking = IdleLock(
      holder: holder, signIn: signIn, sessions: sessions,
      browsers: RememberedBrowsers(
        in: holder.locations.stateDirectory, of: { [holder] in holder.keyID }), crops: CropStore(),
      scans: LiveScans(hasSample: options.hasSampleCamera), previews: ForeignPreviews(),
      limit: options.idleLimit)
    let router = WebRouter(
      guarding: RequestGuard(
        port: port, publicURL: options.publicURL, sessions: sessions,
        home: options.home?.urls ?? []),
      locking: locking, certificate: options.home?.certificate)
    var logger = Logger(label: "cardvault-web")
    logger.logLevel = .critical
    let listener = Listener(
      responder: router.responder, requested: options.port, port: port, logger: logger,
      onReady: { [options] in
        options.log.note(
          .listening(isBehindProxy: options.publicURL != nil, isInHome: options.home != nil))
        signIn.renew()
        known.yield(port.number)
        known.finish()
      })
    var services: [any Service] = [listener.first, listener.second, locking]
    var endings = [UnixSignal.sigterm, .sigint]
    if let work = options.companion { services.append(Companion(ports: ports, work: work)) }
    // Closing the terminal ends the server, unless the parent process prevents that, as `nohup` does.
    if !Self.isHangupIgnored { endings.append(.sighup) }
    let group = ServiceGroup(
      configuration: .init(
        services: services,
        gracefulShutdownSignals: endings, logger: logger))
    do {
      try await group.run()
    } catch let error as IOError {
      guard let reason = PortError.Reason(error.errnoCode) else { throw error }
      throw PortError(port: options.port, reason: reason)
    }
  }
}

extension WebServer {
  /// Whether this process was started with SIGHUP ignored; checked once, because a server that ended leaves it ignored.
  private static let isHangupIgnored = {
    var current = sigaction()
    guard unsafe sigaction(SIGHUP, nil, &current) == 0 else { return false }
    let handler = unsafe unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self)
    let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
    return handler == ignored
  }()
}

/// Runs a companion once the port is known.
private struct Companion: Service {
  let ports: AsyncStream<Int>
  let work: @Sendable (Int) async throws -> Void

  func run() async throws {
    for await port in ports.cancelOnGracefulShutdown() {
      try await cancelWhenGracefulShutdown { try await work(port) }
    }
    try? await gracefulShutdown()
  }
}

/// The server cannot listen on its port.
public struct PortError: Error {
  /// Why the server cannot listen.
  public enum Reason: Sendable {
    /// Another program listens on it.
    case taken
    /// The system reserves it for administrators (ip(7), `ip_unprivileged_port_start`).
    case notAllowed

    init?(_ errno: CInt) {
      switch errno {
      case EADDRINUSE: self = .taken
      case EACCES: self = .notAllowed
      default: return nil
      }
    }
  }

  /// The port that was asked for.
  public let port: Int
  /// Why the server cannot listen there.
  public let reason: Reason
}

/// How to sign in, as the terminal shows it.
public struct SignInOffer: Sendable {
  /// Scheme, host and port.
  public let origin: String
  /// The secret in the link.
  let secret: String
  /// Six digits, for where the link cannot be opened.
  public let code: String

  /// The link, which works once.
  public var link: String { "\(origin)/#s=\(secret)" }
}
