public import Cards
internal import SwiftProtobuf
internal import SystemPackage

/// The reader's side of the link: answers requests from standard input on standard output until the
/// other side closes it.
public struct ReaderService {
  private let input = FileDescriptor.standardInput
  private let output = FileDescriptor.standardOutput

  /// Makes a service on the process's own standard input and output.
  public init() {}

  /// Reports that the sandbox is closed and the service accepts requests, and its version.
  ///
  /// - Parameter missingProtections: Names of the protections that this kernel lacks.
  /// - Throws: `ReaderLinkError.broken` if nobody is listening.
  public func announceReady(missingProtections: [String]) throws(ReaderLinkError) {
    var reply = Cardvault_Reader_Reply()
    reply.ready.missingProtections = missingProtections
    reply.ready.version = ProgramVersion.own
    try send(reply)
  }

  /// Answers requests one after another until standard input ends.
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
    while let message = try nextRequest() {
      guard message.byteCount <= UInt64(ReadRequest.maximumByteCount) else { throw .broken }
      let picture = try bytes(Int(message.byteCount))
      let start = ContinuousClock.now
      var symbologies: Set<Symbology> = []
      for number in message.symbologies {
        guard let kind = UInt8(exactly: number).flatMap(Symbology.init(rawValue:)) else {
          throw .broken
        }
        symbologies.insert(kind)
      }
      let request = ReadRequest(
        symbologies: symbologies, pageLimit: Int(message.pageLimit),
        keepsPicture: message.keepsPicture)
      var pages: [PictureReading] = []
      let refusal = try read(picture, request) { (page) throws(ReaderLinkError) in
        var reply = Cardvault_Reader_Reply()
        reply.number = message.number
        // A key on a photo must not leave this process.
        let page = page.withoutKeys()
        reply.page = .init(page)
        try send(reply)
        if request.keepsPicture { pages.append(page) }
      }
      if request.keepsPicture, refusal == nil, !pages.contains(where: \.holdsKey),
        let kept = keep(picture, pages)
      {
        var reply = Cardvault_Reader_Reply()
        reply.number = message.number
        reply.kept = .init(kept)
        try send(reply)
      }
      var reply = Cardvault_Reader_Reply()
      reply.number = message.number
      if let refusal {
        (reply.refused.reason, reply.refused.amount) = refusal.wireForm
      } else {
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        reply.finished.microseconds = UInt64(
          clamping: seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
      }
      try send(reply)
    }
  }

  private func nextRequest() throws(ReaderLinkError) -> Cardvault_Reader_Request? {
    var header: [UInt8] = []
    while header.count < Frame.headerByteCount {
      let more = try chunk(Frame.headerByteCount - header.count)
      if more.isEmpty {
        guard header.isEmpty else { throw .broken }
        return nil
      }
      header += more
    }
    guard let count = try? Frame.byteCount(header: header) else { throw .broken }
    let body = try bytes(count)
    guard let request = try? Frame.message(Cardvault_Reader_Request.self, from: body) else {
      throw .broken
    }
    return request
  }

  private func bytes(_ count: Int) throws(ReaderLinkError) -> [UInt8] {
    var filled = 0
    let descriptor = input
    do {
      return try unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        while filled < count {
          let more = try unsafe descriptor.read(
            into: UnsafeMutableRawBufferPointer(
              rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...]))
          guard more > 0 else { throw WireError.ended }
          filled += more
        }
        initialized = count
      }
    } catch {
      throw .broken
    }
  }

  private func chunk(_ count: Int) throws(ReaderLinkError) -> [UInt8] {
    let descriptor = input
    do {
      return try unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        initialized = try unsafe descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
    } catch {
      throw .broken
    }
  }

  private func send(_ reply: Cardvault_Reader_Reply) throws(ReaderLinkError) {
    do {
      try output.writeAll(try Frame.bytes(of: reply))
    } catch {
      throw .broken
    }
  }
}
