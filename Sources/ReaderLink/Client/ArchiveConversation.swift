/// A conversation with one reader that opens an archive: it asks for blocks, and tells files.
struct ArchiveConversation {
  private let session: ReaderSession
  private let archive: OpenedSource
  /// How long the reader may still take.
  private var left: Duration

  /// Begins the conversation with a reader that is ready.
  ///
  /// - Parameters:
  ///   - session: The reader.
  ///   - archive: The archive.
  ///   - timeout: How long the reader may take for all of it; what `onFile` takes does not count.
  init(_ session: ReaderSession, about archive: OpenedSource, timeout: Duration) {
    self.session = session
    self.archive = archive
    left = timeout
  }

  /// Sends the request, and answers the reader until it has told everything.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - isWanted: Whether the bytes of a file with this name are wanted.
  ///   - onFile: Gets the name and the bytes of each file that is wanted.
  /// - Returns: What is in the archive.
  /// - Throws: `WireError`, the errors of the pipes, and what `onFile` throws.
  mutating func run(
    _ request: ArchiveRequest, keeping isWanted: (String) -> Bool,
    onFile: (String, [UInt8]) async throws -> Void
  ) async throws -> OpenedArchive {
    try await send(request.bytes)
    var reception = ArchiveReception()
    while true {
      let head = try await bytes(ArchiveReception.headByteCount)
      let body = try await bytes(try ArchiveReception.bodyByteCount(head))
      switch try reception.take(head, body, keeping: isWanted) {
      case .next: break
      case .block(let offset):
        guard offset < request.byteCount else { throw WireError.malformed }
        let block = try archive.part(at: offset, atMost: ArchiveReception.blockByteCount)
        try await send(block)
      case .file(let name, let bytes): try await onFile(name, bytes)
      case .end(let opened): return opened
      }
    }
  }

  private mutating func send(_ bytes: [UInt8]) async throws {
    let start = ContinuousClock.now
    try await session.send(bytes, within: left)
    left -= ContinuousClock.now - start
  }

  private mutating func bytes(_ count: Int) async throws -> [UInt8] {
    let start = ContinuousClock.now
    let bytes = try await session.bytes(count, within: left)
    left -= ContinuousClock.now - start
    return bytes
  }
}
