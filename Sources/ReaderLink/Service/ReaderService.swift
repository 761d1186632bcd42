public import Cards

/// The reader's side of the link: answers requests from standard input on standard output until the
/// other side closes it.
public struct ReaderService {
  let pipes = ReaderPipes()

  /// Makes a service on the process's own standard input and output.
  public init() {}

  /// Reports that the sandbox is closed and the service accepts requests, and the program's version.
  ///
  /// - Parameter missingProtections: Names of the protections that this kernel lacks.
  /// - Throws: `ReaderLinkError.broken` if nobody is listening.
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
    keep: ([UInt8], [PictureReading]) -> KeptPicture?
  ) throws(ReaderLinkError) {
    while let message = try pipes.next(Cardvault_Reader_Request.self) {
      guard message.byteCount <= UInt64(ReadRequest.maximumByteCount) else { throw .broken }
      let picture = try pipes.bytes(Int(message.byteCount))
      let start = ContinuousClock.now
      let request = ReadRequest(
        symbologies: try ReaderPipes.symbologies(message.symbologies),
        pageLimit: Int(message.pageLimit), keepsPicture: message.keepsPicture)
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
        let kept = keep(picture, pages)
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
    }
  }
}
