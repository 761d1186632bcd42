internal import Subprocess
public import SystemPackage

/// Has archives opened by a fresh, sandboxed reader each, which gets them block by block and holds no more than one
/// file of them.
public struct ArchiveOpener: Sendable {
  /// How long one archive may take.
  public static let defaultTimeout = Duration.seconds(5)

  private let executable: FilePath
  private let timeout: Duration

  /// Makes an opener.
  ///
  /// - Parameters:
  ///   - executable: The reader's executable; see `ReaderPool.readerBesideExecutable()`.
  ///   - timeout: How long one archive may take, and before that the reader to become ready.
  public init(executable: FilePath, timeout: Duration = Self.defaultTimeout) {
    self.executable = executable
    self.timeout = timeout
  }

  /// Opens an archive.
  ///
  /// - Parameters:
  ///   - source: The archive, at most `ArchiveRequest.maximumArchiveByteCount` bytes.
  ///   - password: Its password, at most `ArchiveRequest.maximumPasswordByteCount` bytes without zero bytes; `nil`
  ///     without one.
  ///   - onMissing: Called at most once, with the names of the protections that this kernel lacks, such as
  ///     Landlock.
  ///   - isWanted: Whether the bytes of a file with this name are wanted.
  ///   - onFile: Gets the name and the bytes of each file that is wanted, at most 16 MiB; the next one is read only
  ///     when it returns, and how long it takes does not count.
  /// - Returns: What is in it, and what was skipped.
  /// - Throws: `PictureSource.Failure` if the archive cannot be read or is too long, `ReaderLinkError` (`.timedOut`;
  ///   `.broken` when the reader crashed, or the password is none; `.otherVersion`, `.readerUnusable`), and what
  ///   `onFile` throws.
  public func open(
    _ source: PictureSource, password: [UInt8]?, onMissing: ([String]) -> Void = { _ in },
    keeping isWanted: (String) -> Bool, onFile: (String, [UInt8]) async throws -> Void
  ) async throws -> OpenedArchive {
    let archive = try OpenedSource(source)
    defer { archive.close() }
    guard archive.byteCount <= ArchiveRequest.maximumArchiveByteCount else {
      throw PictureSource.Failure.tooLong(
        megabytes: PictureSource.Failure.megabytes(of: archive.byteCount))
    }
    guard let request = ArchiveRequest(byteCount: archive.byteCount, password: password) else {
      throw ReaderLinkError.broken
    }
    do {
      return try await Subprocess.run(
        .path(executable), arguments: ["--archive"],
        environment: .custom([:] as [Subprocess.Environment.Key: String]), workingDirectory: "/",
        input: .inputWriter, output: .sequence, error: .discarded
      ) { process in
        try await converse(
          process, archive, request, onMissing, keeping: isWanted, onFile: onFile)
      }.closureResult
    } catch is SubprocessError {
      throw ReaderLinkError.readerUnusable
    }
  }

  private func converse(
    _ process: ReaderSession.Process, _ archive: OpenedSource, _ request: ArchiveRequest,
    _ onMissing: ([String]) -> Void, keeping isWanted: (String) -> Bool,
    onFile: (String, [UInt8]) async throws -> Void
  ) async throws -> OpenedArchive {
    let session = ReaderSession(process, timeout: timeout)
    // In the end it has told everything, or never will.
    defer { try? session.kill() }
    guard let missing = try await session.missingProtections() else {
      throw session.hasTimedOut ? ReaderLinkError.timedOut : ReaderLinkError.readerUnusable
    }
    if !missing.isEmpty { onMissing(missing) }
    var conversation = ArchiveConversation(session, about: archive, timeout: timeout)
    var foreign: (any Error)?
    do {
      return try await conversation.run(request, keeping: isWanted) { name, bytes in
        do { try await onFile(name, bytes) } catch {
          foreign = error
          throw error
        }
      }
    } catch {
      if let foreign { throw foreign }
      throw session.hasTimedOut ? ReaderLinkError.timedOut : ReaderLinkError.broken
    }
  }
}
