public import SystemPackage

/// Opens archives in a sandboxed reader, which gets them block by block and holds at most one of their files.
///
/// One reader opens one archive after the other. A fresh one replaces it as soon as an archive is damaged or any of it
/// is skipped, and after `archivesPerReader`: an archive that takes over its reader can affect only these. A reader
/// that knows a password opens nothing else. Each archive has its own limits of time, of CPU time and of bytes; the
/// memory limit of a reader is that of one archive, as all memory is freed with the archive.
public final class ArchiveOpener {
  /// How long one archive may take.
  public static let defaultTimeout = Duration.seconds(5)
  /// The most archives for one reader: starting it takes as long as opening twenty small ones (measured).
  static let archivesPerReader = 100

  private let executable: () throws(ReaderLinkError) -> FilePath
  private let timeout: Duration
  /// The reader for the next archive; `nil` if that needs a fresh one.
  private var reader: ArchiveReader?

  /// Makes an opener; a reader starts with the first archive.
  ///
  /// - Parameters:
  ///   - executable: Finds the reader's executable.
  ///   - timeout: How long one archive may take, and how long a fresh reader may take to become ready.
  public init(
    executable: @escaping () throws(ReaderLinkError) -> FilePath =
      ReaderPool.readerBesideExecutable,
    timeout: Duration = ArchiveOpener.defaultTimeout
  ) {
    self.executable = executable
    self.timeout = timeout
  }

  /// Opens an archive.
  ///
  /// - Parameters:
  ///   - source: The archive, at most `ArchiveRequest.maxArchiveByteCount` bytes.
  ///   - password: Its password, at most `ArchiveRequest.maxPasswordByteCount` bytes without zero bytes; `nil`
  ///     without one.
  ///   - onMissing: Called when a reader starts, with the names of the protections that this kernel lacks, such as
  ///     Landlock.
  ///   - isWanted: Whether the bytes of a file with this name are wanted.
  ///   - onFile: Gets the name and the bytes of each wanted file, at most 16 MiB; the next one is read only when it
  ///     returns, and its own time does not count.
  /// - Returns: What is in it, and what was skipped.
  /// - Throws: `PictureSource.Failure` if the archive cannot be read or is too long, `ReaderLinkError` (`.timedOut`;
  ///   `.broken` when the reader crashed, or the password is not allowed; `.otherVersion`, `.readerMissing`,
  ///   `.readerUnusable`), and what `onFile` throws.
  public func open(
    _ source: PictureSource, password: [UInt8]?, onMissing: ([String]) -> Void = { _ in },
    keeping isWanted: (String) -> Bool, onFile: (String, [UInt8]) async throws -> Void
  ) async throws -> OpenedArchive {
    let archive = try OpenedSource(source)
    defer { archive.close() }
    guard archive.byteCount <= ArchiveRequest.maxArchiveByteCount else {
      throw PictureSource.Failure.tooLong(
        megabytes: PictureSource.Failure.megabytes(of: archive.byteCount))
    }
    guard let request = ArchiveRequest(byteCount: archive.byteCount, password: password) else {
      throw ReaderLinkError.broken
    }
    let used = password == nil ? reader : nil
    // Whatever goes wrong from here on, the next archive gets a fresh reader.
    reader = nil
    var hasTold = false
    if let used {
      do {
        return try await open(archive, request, by: used, keeping: isWanted) { name, bytes in
          hasTold = true
          try await onFile(name, bytes)
        }
      } catch ReaderLinkError.broken where !hasTold {
        // An earlier archive may be the cause.
      }
    }
    let fresh = try await ArchiveReader.started(
      try executable(), timeout: timeout, onMissing: onMissing)
    return try await open(archive, request, by: fresh, keeping: isWanted, onFile: onFile)
  }

  /// Opens an archive, and keeps the reader for the next one if it may open more.
  private func open(
    _ archive: OpenedSource, _ request: ArchiveRequest, by reader: ArchiveReader,
    keeping isWanted: (String) -> Bool, onFile: (String, [UInt8]) async throws -> Void
  ) async throws -> OpenedArchive {
    let opened = try await reader.open(archive, request, keeping: isWanted, onFile: onFile)
    let isClean = opened.outcome == .whole && opened.skipped.isEmpty
    if isClean, request.password == nil, reader.archiveCount < Self.archivesPerReader {
      self.reader = reader
    }
    return opened
  }
}
