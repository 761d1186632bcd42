public import SystemPackage

/// Reads a key from a photo in one fresh, sandboxed reader that is used once.
///
/// Neither the photo nor the key enters this process's ordinary memory: the reader gets the open file, and the caller
/// reads the key's line from a pipe.
public struct KeyPhotoReader: Sendable {
  private let reader: OneTimeReader

  /// Makes a reader of keys.
  ///
  /// - Parameters:
  ///   - executable: The reader's executable; see `ReaderPool.readerBesideExecutable()`.
  ///   - timeout: How long the photo may take.
  public init(executable: FilePath, timeout: Duration = ReaderPool.defaultTimeout) {
    reader = OneTimeReader(executable: executable, timeout: timeout)
  }

  /// Reads the key from a photo or document.
  ///
  /// - Parameters:
  ///   - photo: The open file, read from its current position.
  ///   - onMissing: Called at most once, with the names of the protections that this kernel lacks, such as
  ///     Landlock.
  ///   - line: Reads the key's line, ended by a line feed, from the pipe that it is given; a photo can make it
  ///     contain anything.
  /// - Returns: What `line` returns.
  /// - Throws: `KeyEnding` when it does not show exactly one key, `ReaderLinkError` (`.broken` when the reader
  ///   crashed on the photo, `.timedOut`, `.readerUnusable`, `.otherVersion`), and what `line` throws.
  public func read<Value: ~Copyable>(
    _ photo: FileDescriptor, onMissing: ([String]) -> Void = { _ in },
    line: (FileDescriptor) throws -> Value
  ) async throws -> Value {
    let pipe = try OneTimeReader.pipe()
    defer { try? pipe.reading.close() }
    let status: Int32?
    do {
      defer { try? pipe.writing.close() }
      status = try await reader.run(
        ["--key"], input: photo, output: pipe.writing, onMissing: onMissing)
    }
    switch status {
    case 0: return try line(pipe.reading)
    case 1: throw ReaderLinkError.readerUnusable
    case let status?:
      if let ending = KeyEnding(status: status) { throw ending }
      throw ReaderLinkError.broken
    case nil: throw ReaderLinkError.broken
    }
  }
}
