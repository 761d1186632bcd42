public import SystemPackage

/// Writes archives in fresh, sandboxed readers: one for an archive, or one for many.
public struct ArchiveWriter: Sendable {
  /// How long one archive may take: ten times what 64 MiB of photos take with a password (2.3 s, measured).
  public static let defaultTimeout = Duration.seconds(25)
  /// The most bytes of an archive: those of a request, a thousandth more for what deflate cannot compress (RFC 1951,
  /// 3.2.4: 5 bytes for each stored block), and for each file its name again and 320 bytes around it.
  private static let maxAnswerByteCount =
    ArchiveWriteRequest.maxByteCount + ArchiveWriteRequest.maxFilesByteCount / 1_000
    + ArchiveWriteRequest.maxFileCount * (ArchiveWriteRequest.maxNameByteCount + 320)

  /// The most archives for one reader: small ones take a hundredth of the time that starting it takes.
  package static let maxGroupCount = 64
  /// The most bytes of several archives for one reader: 16 MiB.
  private static let maxGroupByteCount = 16 << 20
  /// The most bytes that are sent to one reader for many archives.
  package static let maxGroupRequestByteCount =
    ArchiveWriteRequest.maxByteCount + maxGroupCount * PartList.headerByteCount

  private let reader: OneTimeReader

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - executable: The reader's executable; see `ReaderPool.readerBesideExecutable()`.
  ///   - timeout: How long one archive may take.
  public init(executable: FilePath, timeout: Duration = Self.defaultTimeout) {
    reader = OneTimeReader(executable: executable, timeout: timeout)
  }

  /// Writes a zip archive.
  ///
  /// - Parameters:
  ///   - request: The files, and a password that encrypts them.
  ///   - onMissing: Called at most once, with the names of the protections that this kernel lacks, such as
  ///     Landlock.
  /// - Returns: The archive.
  /// - Throws: `ReaderLinkError` (`.timedOut`, `.broken` when the reader crashed or could not write it,
  ///   `.otherVersion`, `.readerUnusable`).
  public func write(
    _ request: ArchiveWriteRequest, onMissing: ([String]) -> Void = { _ in }
  ) async throws(ReaderLinkError) -> [UInt8] {
    try await reader.answer(
      ["--write-archive"], to: request.bytes, atMost: Self.maxAnswerByteCount,
      onMissing: onMissing)
  }

  /// Writes zip archives, many with one reader.
  ///
  /// - Parameters:
  ///   - requests: The files of each, and a password that encrypts them.
  ///   - onMissing: Called at most once, with the names of the protections that this kernel lacks.
  ///   - onArchive: Called for each archive in the order of the requests, with its bytes.
  /// - Throws: As `write`.
  package func writeEach(
    _ requests: [ArchiveWriteRequest], onMissing: ([String]) -> Void = { _ in },
    onArchive: ([UInt8]) -> Void
  ) async throws {
    try await reader.answerEach(
      ["--write-archives"], of: requests.map(\.bytes),
      in: (Self.maxGroupCount, Self.maxGroupByteCount),
      atMost: Self.maxAnswerByteCount + Self.maxGroupCount * PartList.headerByteCount,
      onMissing: onMissing, onAnswer: { onArchive($1) })
  }
}
