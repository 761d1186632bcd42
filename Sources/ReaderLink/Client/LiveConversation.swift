internal import Cards
internal import SwiftProtobuf

extension ReaderSession {
  /// Sends one frame and waits for what is on it.
  ///
  /// After `.crashed` or `.timedOut` the reader must not be used again.
  func look(
    at frame: LiveFrame, _ request: LiveRequest
  ) async -> Result<LiveReading, LiveSession.Failure> {
    do {
      var message = Cardvault_Reader_LiveRequest(frame, request)
      message.number = nextNumber()
      try await send(message, followedBy: frame.bytes)
      let reply = try await reply()
      guard reply.number == message.number else { throw WireError.malformed }
      switch reply.kind {
      case .live(let live):
        return .success(try live.reading())
      case .refused(let refused):
        guard let refusal = ReaderRefusal(reason: refused.reason, amount: refused.amount) else {
          throw WireError.malformed
        }
        return .failure(.refused(refusal))
      case .ready, .page, .kept, .finished, nil:
        throw WireError.malformed
      }
    } catch {
      return .failure(hasTimedOut ? .timedOut : .crashed)
    }
  }
}
