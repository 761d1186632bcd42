internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import ServiceLifecycle

/// Listens on this machine alone: on 127.0.0.1, and on ::1 with the same port where there is IPv6.
struct Listener: Sendable {
  /// The service for 127.0.0.1.
  let first: any Service
  /// The service for ::1.
  let second: any Service

  /// Prepares both; `port` gets the actual number where 0 is requested, and `onReady` runs when the server listens.
  init(
    responder: RouterResponder<WebContext>, requested: Int, port: ListeningPort, logger: Logger,
    onReady: @escaping @Sendable () -> Void
  ) {
    let (ports, known) = AsyncStream<Int>.makeStream()
    @Sendable func application(
      _ host: String, _ port: Int, onRunning: @escaping @Sendable (Int) -> Void
    ) -> some ApplicationProtocol {
      Application(
        responder: responder, server: .http1(configuration: ServerLimits.channel),
        configuration: .init(
          address: .hostname(host, port: port),
          availableConnectionsDelegate: MaximumAvailableConnections(ServerLimits.connections)),
        onServerRunning: { onRunning($0.localAddress?.port ?? 0) }, logger: logger)
    }
    first = application("127.0.0.1", requested) { number in
      port.number = number
      known.yield(number)
      known.finish()
      onReady()
    }
    second = SecondAddress(ports: ports) { application("::1", $0, onRunning: { _ in }) }
  }
}

/// Serves ::1 once the port is known.
private struct SecondAddress<Served: ApplicationProtocol>: Service {
  let ports: AsyncStream<Int>
  let application: @Sendable (Int) -> Served

  func run() async throws {
    for await port in ports.cancelOnGracefulShutdown() {
      // Without IPv6, or if another program has the port there, 127.0.0.1 remains, which our links name.
      do { return try await application(port).run() } catch {}
    }
    try? await gracefulShutdown()
  }
}

/// What anybody who reaches the server can take up.
private enum ServerLimits {
  /// For all headers of a request.
  static let headerByteCount = 16 << 10
  /// Browsers send about 20.
  static let headerCount = 64
  /// Ten tabs open 60.
  static let connections = 256
  static let idleTimeout = TimeAmount.seconds(60)

  static var channel: HTTP1Channel.Configuration {
    .init(
      additionalChannelHandlers: [UnreadBody()], idleTimeout: idleTimeout,
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: headerByteCount, maxHeaderListSize: headerByteCount,
        maxHeaderFieldCount: headerCount))
  }
}
