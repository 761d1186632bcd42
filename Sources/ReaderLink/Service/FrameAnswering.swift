public import Cards

extension ReaderService {
  /// Answers frames until standard input ends.
  ///
  /// Bytes that do not match their message are refused, and the next frame is read.
  ///
  /// - Parameter read: Reads one frame, or returns why it refuses it.
  /// - Throws: `ReaderLinkError.broken` if a message is malformed or announces more bytes than any frame has, or if a
  ///   reply cannot be sent.
  public func scan(
    read: (LiveFrame, LiveRequest) throws(ReaderLinkError) -> Result<LiveReading, ReaderRefusal>
  ) throws(ReaderLinkError) {
    while let message = try pipes.next(Cardvault_Reader_LiveRequest.self) {
      guard message.byteCount <= UInt64(LiveFrame.maximumByteCount) else { throw .broken }
      let bytes = try pipes.bytes(Int(message.byteCount))
      let start = ContinuousClock.now
      let request = LiveRequest(
        symbologies: try ReaderPipes.symbologies(message.symbologies))
      var reply = Cardvault_Reader_Reply()
      reply.number = message.number
      var result: Result<LiveReading, ReaderRefusal> = .failure(bytes.isEmpty ? .empty : .damaged)
      if let frame = try? message.frame(bytes) { result = try read(frame, request) }
      switch result {
      case .success(let reading):
        // A key on a frame must not leave this process.
        reply.live = .init(reading.withoutKeys())
        reply.live.microseconds = ReaderPipes.microseconds(since: start)
      case .failure(let refusal):
        (reply.refused.reason, reply.refused.amount) = refusal.wireForm
      }
      try pipes.send(reply)
    }
  }
}
