public import Cards
internal import FoundationEssentials

/// The reader's side of the link: answers requests from standard input on standard output until the
/// other side closes it.
public struct ReaderService {
  private let pipes = ReaderPipes()

  /// Makes a service on the process's own standard input and output.
  public init() {}

  /// Reports that the sandbox is closed and the service accepts requests, and the program's version.
  ///
  /// - Parameter missingProtections: Names of the protections that this kernel lacks.
  /// - Throws: `ReaderLinkError.broken` if the pipe is closed.
  public func announceReady(missingProtections: [String]) throws(ReaderLinkError) {
    var reply = Cardvault_Reader_Reply()
    reply.ready.missingProtections = missingProtections
    reply.ready.version = ProgramVersion.own
    try pipes.send(reply)
  }

  /// Answers requests to read pictures one after another until standard input ends.
  ///
  /// - Parameters:
  ///   - read: Reads one picture, passes each page to its last parameter, and returns why it stopped early, or `nil`.
  ///   - keep: Makes the picture to keep, or returns `nil`. It is called only if the request asks for one, the photo
  ///     was read to its end, and it shows no vault's key.
  /// - Throws: `ReaderLinkError.broken` if a request is malformed, or a reply cannot be sent.
  public func run(
    read: ([UInt8], ReadRequest, (PictureReading) throws(ReaderLinkError) -> Void)
      throws(ReaderLinkError) -> ReaderRefusal?,
    keep: ([UInt8], ReadRequest, [PictureReading]) -> KeptPicture?
  ) throws(ReaderLinkError) {
    while let message = try pipes.next(Cardvault_Reader_Request.self) {
      guard message.byteCount <= UInt64(ReadRequest.maxByteCount) else { throw .broken }
      let picture = try pipes.bytes(Int(message.byteCount))
      let start = ContinuousClock.now
      let password = [UInt8](message.password)
      guard password.count <= ArchiveRequest.maxPasswordByteCount, !password.contains(0) else {
        throw .broken
      }
      let request = ReadRequest(
        symbologies: try ReaderPipes.symbologies(message.symbologies),
        pageLimit: Int(message.pageLimit), keepsPicture: message.keepsPicture,
        password: password.isEmpty ? nil : password)
      var pages: [PictureReading] = []
      let refusal = try read(picture, request) { (page) throws(ReaderLinkError) in
        var reply = Cardvault_Reader_Reply()
        reply.number = message.number
        // A key on a photo must not leave this process.
        let page = page.withoutKeys()
        reply.page = .init(page)
        try pipes.send(reply)
        if request.keepsPicture { pages.append(page) }
      }
      if request.keepsPicture, refusal == nil, !pages.contains(where: \.holdsKey),
        let kept = keep(picture, request, pages)
      {
        var reply = Cardvault_Reader_Reply()
        reply.number = message.number
        reply.kept = .init(kept)
        try pipes.send(reply)
      }
      var reply = Cardvault_Reader_Reply()
      reply.number = message.number
      if let refusal {
        (reply.refused.reason, reply.refused.amount) = refusal.wireForm
      } else {
        reply.finished.microseconds = ReaderPipes.microseconds(since: start)
      }
      try pipes.send(reply)
      // A process that knew a password reads nothing else.
      if request.password != nil { return }
    }
  }

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
      guard message.byteCount <= UInt64(LiveFrame.maxByteCount) else { throw .broken }
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

  /// Reads the next request to open an archive; all further messages about the archive are described in `carchive.h`.
  ///
  /// - Returns: The request; `nil` when the other side has closed its end.
  /// - Throws: `ReaderLinkError.broken` if it is malformed or cut off.
  public func archiveRequest() throws(ReaderLinkError) -> ArchiveRequest? {
    let length = try pipes.chunk(1)
    if length.isEmpty { return nil }
    let rest = try pipes.bytes(Int(length[0]) + WireLength.byteCount)
    guard let request = ArchiveRequest(length + rest) else { throw .broken }
    return request
  }
}
