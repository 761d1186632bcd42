internal import NIOCore
internal import NIOHTTPTypes

/// Reads the rest of a request that was answered before its body ended, up to a limit, then closes its connection.
///
/// By itself, the server would either discard the rest without a limit, so that the next request can follow, or read
/// nothing more, and a client that sends everything first would never see the answer (RFC 9112, 9.6).
final class UnreadBody: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// Enough for a frame of the camera, whose page should learn why it was not read.
  static let byteLimit = 4 << 20

  /// How many more answers were given than requests came in whole; above 0, a request goes on after its answer.
  private var lead = 0
  private var byteCount = 0

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head: break
    case .body(let bytes):
      guard lead > 0 else { break }
      byteCount += bytes.readableBytes
      if byteCount > Self.byteLimit { context.close(promise: nil) }
      return
    case .end:
      lead -= 1
      byteCount = 0
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    context.fireChannelReadComplete()
    // The server itself may not ask for more.
    if lead > 0 { context.read() }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let isEnd = if case .end = unwrapOutboundIn(data) { true } else { false }
    context.write(data, promise: promise)
    guard isEnd else { return }
    lead += 1
    if lead > 0 { context.read() }
  }
}
