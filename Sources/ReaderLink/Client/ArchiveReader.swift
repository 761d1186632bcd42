internal import Subprocess
internal import SystemPackage

/// One running reader of archives; it ends with this object.
final class ArchiveReader {
  /// How many archives it was given.
  private(set) var archiveCount = 0

  private let process: ReaderSession.Process
  private let session: ReaderSession
  private let timeout: Duration
  /// Open as long as the process is needed.
  private let use: AsyncStream<Void>.Continuation

  /// Starts a reader, and waits until its sandbox is closed.
  ///
  /// - Parameters:
  ///   - executable: The reader's executable.
  ///   - timeout: How long it may take to become ready, and for each archive.
  ///   - onMissing: Called at most once, with the names of the protections that this kernel lacks.
  /// - Returns: The reader.
  /// - Throws: `ReaderLinkError` (`.otherVersion`, `.readerUnusable`, also if it is not ready in time).
  static func started(
    _ executable: FilePath, timeout: Duration, onMissing: ([String]) -> Void
  ) async throws(ReaderLinkError) -> ArchiveReader {
    let (processes, start) = AsyncStream.makeStream(of: ReaderSession.Process.self)
    let (uses, use) = AsyncStream.makeStream(of: Void.self)
    // A process exists only inside a call, which goes on beside those that use it.
    Task {
      defer { start.finish() }
      _ = try await Subprocess.run(
        .path(executable), arguments: ["--archive"],
        environment: .custom([:] as [Subprocess.Environment.Key: String]), workingDirectory: "/",
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
    // In the end it has told everything, or never will.
    try? session.kill()
    use.finish()
  }

  /// Opens an archive.
  ///
  /// After an error, the reader must not be used again.
  ///
  /// - Parameters:
  ///   - archive: The archive.
  ///   - request: The request that belongs to it.
  ///   - isWanted: Whether the bytes of a file with this name are wanted.
  ///   - onFile: Gets the name and the bytes of each file that is wanted.
  /// - Returns: What is in it.
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
