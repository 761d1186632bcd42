internal import Subprocess
public import SystemPackage

/// Has archives opened by a fresh, sandboxed reader each.
public struct ArchiveOpener: Sendable {
  /// How long one archive may take.
  public static let defaultTimeout = Duration.seconds(5)
  /// The most bytes of an answer: 64 MiB of files, and 10,000 names with their lengths.
  private static let maximumAnswerByteCount = (64 << 20) + 10_000 * 1_033 + 1

  private let executable: FilePath
  private let timeout: Duration

  /// Makes an opener.
  ///
  /// - Parameters:
  ///   - executable: The reader's executable; see `ReaderPool.readerBesideExecutable()`.
  ///   - timeout: How long one archive may take.
  public init(executable: FilePath, timeout: Duration = Self.defaultTimeout) {
    self.executable = executable
    self.timeout = timeout
  }

  /// Opens an archive.
  ///
  /// - Parameters:
  ///   - archive: The file, and its password.
  ///   - onMissing: Called at most once, with the names of the protections that this kernel lacks, such as
  ///     Landlock.
  /// - Returns: Its files, and what was skipped.
  /// - Throws: `ReaderLinkError` (`.timedOut`, `.broken` when the reader crashed, `.otherVersion`,
  ///   `.readerUnusable`).
  public func open(
    _ archive: ArchiveRequest, onMissing: ([String]) -> Void = { _ in }
  ) async throws(ReaderLinkError) -> OpenedArchive {
    let opening = Task {
      try await ProgramVersion.check(readerAt: executable)
      let result = try await run(
        .path(executable), arguments: ["--archive"],
        environment: .custom([:] as [Environment.Key: String]), workingDirectory: "/",
        input: .array(archive.bytes), output: .bytes(limit: Self.maximumAnswerByteCount),
        error: .bytes(limit: OneTimeReader.errorByteLimit))
      return (
        status: result.terminationStatus, bytes: result.standardOutput,
        missing: ProtectionNotice.names(in: result.standardError)
      )
    }
    // Cancelling kills the reader.
    let timer = Task {
      try await Task.sleep(for: timeout)
      opening.cancel()
    }
    defer { timer.cancel() }
    let result = await opening.result
    if opening.isCancelled { throw .timedOut }
    guard case .success(let ending) = result else {
      if case .failure(let error as ReaderLinkError) = result { throw error }
      throw .broken
    }
    if !ending.missing.isEmpty { onMissing(ending.missing) }
    guard ending.status.isSuccess, let opened = try? OpenedArchive(ending.bytes) else {
      throw .broken
    }
    return opened
  }
}
