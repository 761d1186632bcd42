internal import HummingbirdCore
internal import NIOCore

/// What one server gives to anybody who reaches it.
enum ServerLimits {
  /// The most bytes of all headers of a request.
  static let headerByteCount = 16 << 10
  /// The most headers of a request: browsers send about 20.
  static let headerCount = 64
  /// The most connections at once: ten tabs have 60.
  static let connections = 256
  /// How long a connection may say nothing.
  static let idleTimeout = TimeAmount.seconds(60)

  /// How connections are served.
  static var channel: HTTP1Channel.Configuration {
    .init(
      additionalChannelHandlers: [UnreadBody()], idleTimeout: idleTimeout,
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: headerByteCount, maxHeaderListSize: headerByteCount,
        maxHeaderFieldCount: headerCount))
  }
}
