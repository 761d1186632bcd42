internal import NIOCore
internal import NIOHTTPTypes

/// Ends a connection whose request goes on after it was answered.
///
/// A request can be refused before all of its body was taken in. The server then reads the rest and forgets it, without
/// end, so that the next request can follow; or it reads nothing more, and a client that first sends everything never
/// sees the answer. Here the rest is taken in, so that an honest client gets its answer (RFC 9112, 9.6), but only so much.
final class UnreadBody: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// The most bytes that are taken in after the answer: a frame of the camera, whose page is to hear why it was not read.
  static let byteLimit = 4 << 20

  /// Answers that were given less requests that came in as a whole; above 0, a request goes on after its answer.
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
