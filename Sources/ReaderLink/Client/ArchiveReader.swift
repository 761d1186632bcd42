internal import Subprocess
internal import SystemPackage

/// One running reader of archives; it ends with this object.
final class ArchiveReader {
  /// How many archives it has opened.
  private(set) var archiveCount = 0

  private let process: ReaderSession.Process
  private let session: ReaderSession
  private let timeout: Duration
  /// Open for as long as the process is needed.
  private let use: AsyncStream<Void>.Continuation

  /// Starts a reader, and waits until its sandbox is closed.
  ///
  /// - Throws: `ReaderLinkError` (`.otherVersion`, `.readerUnusable`, also if it is not ready in time).
  static func started(
    _ executable: FilePath, timeout: Duration, onMissing: ([String]) -> Void
  ) async throws(ReaderLinkError) -> ArchiveReader {
    let (processes, start) = AsyncStream.makeStream(of: ReaderSession.Process.self)
    let (uses, use) = AsyncStream.makeStream(of: Void.self)
    // A process exists only inside a call, so that call runs in a task of its own.
    Task {
      defer { start.finish() }
      _ = try await Subprocess.run(
        .path(executable), arguments: ["--archive"],
        environment: .empty, workingDirectory: "/",
        input: .inputWriter, output: .sequence, error: .discarded
      ) { process in
        start.yield(process)
        for await _ in uses {}
      }
    }
    var started = processes.makeAsyncIterator()
    guard let process = await started.next(isolation: nil) else {
      use.finish()
      throw .readerUnusable
    }
    let reader = ArchiveReader(process, timeout: timeout, use)
    let missing: [String]
    do throws(ReaderLinkError) { missing = try await reader.session.ready() } catch {
      // No archive is to blame.
      throw reader.session.hasTimedOut ? .readerUnusable : error
    }
    if !missing.isEmpty { onMissing(missing) }
    return reader
  }

  private init(
    _ process: ReaderSession.Process, timeout: Duration, _ use: AsyncStream<Void>.Continuation
  ) {
    self.process = process
    self.timeout = timeout
    self.use = use
    session = ReaderSession(process, timeout: timeout)
  }

  deinit {
    // By now it has reported everything, or never will.
    try? session.kill()
    use.finish()
  }

  /// Opens an archive; after an error, the reader must not be used again.
  ///
  /// - Throws: `ReaderLinkError` (`.timedOut`, `.broken`), `PictureSource.Failure` if the archive cannot be read, and
  ///   what `onFile` throws.
  func open(
    _ archive: OpenedSource, _ request: ArchiveRequest, keeping isWanted: (String) -> Bool,
    onFile: (String, [UInt8]) async throws -> Void
  ) async throws -> OpenedArchive {
    archiveCount += 1
    var conversation = ArchiveConversation(session, about: archive, timeout: timeout)
    var foreign: (any Error)?
    let process = process
    do {
      return try await withTaskCancellationHandler {
        try await conversation.run(request, keeping: isWanted) { name, bytes in
          do { try await onFile(name, bytes) } catch {
            foreign = error
            throw error
          }
        }
      } onCancel: {
        try? process.send(signal: .kill)
      }
    } catch {
      if let foreign { throw foreign }
      if let unreadable = error as? PictureSource.Failure { throw unreadable }
      throw session.hasTimedOut ? ReaderLinkError.timedOut : ReaderLinkError.broken
    }
  }
}

/// A conversation with one reader about one archive: it asks for blocks, and reports files.
struct ArchiveConversation {
  private let session: ReaderSession
  private let archive: OpenedSource
  /// How long the reader may still take.
  private var left: Duration

  /// Begins the conversation with a reader that is ready; time spent in `onFile` does not count towards `timeout`.
  init(_ session: ReaderSession, about archive: OpenedSource, timeout: Duration) {
    self.session = session
    self.archive = archive
    left = timeout
  }

  /// Sends the request, and answers the reader until it has reported everything.
  ///
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
