internal import Subprocess
internal import SystemPackage

/// A fresh reader that is used once: everything it knew, such as a key or a password, ends with its process.
struct OneTimeReader {
  let executable: FilePath
  let timeout: Duration

  /// The most bytes that a reader may write to its standard error, which is not shown: 1 MiB.
  static let errorByteLimit = 1 << 20

  /// Runs the reader to its end, or kills it when it takes longer than `timeout`.
  ///
  /// - Parameters:
  ///   - words: Its arguments.
  ///   - input: Its standard input.
  ///   - output: Its standard output; this process's own copy is left open.
  ///   - onMissing: Called at most once, with the names of the protections that this kernel lacks.
  /// - Returns: Its exit status; `nil` when a signal ended it.
  /// - Throws: `ReaderLinkError.readerUnusable` when it did not start, `.timedOut`; `.otherVersion` before it is
  ///   given anything.
  func run(
    _ words: [String], input: FileDescriptor, output: FileDescriptor,
    onMissing: ([String]) -> Void
  ) async throws(ReaderLinkError) -> Int32? {
    let running = Task {
      try await ProgramVersion.check(readerAt: executable)
      let result = try await Subprocess.run(
        .path(executable), arguments: .init(words),
        environment: .custom([:] as [Environment.Key: String]), workingDirectory: "/",
        input: .fileDescriptor(input, closeAfterSpawningProcess: false),
        output: .fileDescriptor(output, closeAfterSpawningProcess: false),
        error: .bytes(limit: Self.errorByteLimit))
      return (
        status: result.terminationStatus, missing: ProtectionNotice.names(in: result.standardError)
      )
    }
    // Cancelling kills the reader.
    let timer = Task {
      try await Task.sleep(for: timeout)
      running.cancel()
    }
    defer { timer.cancel() }
    let ending = await running.result
    if running.isCancelled { throw .timedOut }
    guard case .success(let ending) = ending else {
      if case .failure(let error as ReaderLinkError) = ending { throw error }
      throw .readerUnusable
    }
    if !ending.missing.isEmpty { onMissing(ending.missing) }
    return switch ending.status {
    case .exited(let code): code
    case .signaled: nil
    }
  }

  /// Has the reader turn a request into an answer, or kills it when it takes longer than `timeout`.
  ///
  /// - Parameters:
  ///   - words: Its arguments.
  ///   - request: What it reads.
  ///   - limit: The most bytes that it may answer.
  ///   - onMissing: Called at most once, with the names of the protections that this kernel lacks.
  /// - Returns: Its answer.
  /// - Throws: `ReaderLinkError.broken` when it crashed, failed or answered too much, `.timedOut`; `.otherVersion` or
  ///   `.readerUnusable` before it is given anything.
  func answer(
    _ words: [String], to request: [UInt8], atMost limit: Int, onMissing: ([String]) -> Void
  ) async throws(ReaderLinkError) -> [UInt8] {
    let answering = Task {
      try await ProgramVersion.check(readerAt: executable)
      let result = try await Subprocess.run(
        .path(executable), arguments: .init(words),
        environment: .custom([:] as [Environment.Key: String]), workingDirectory: "/",
        input: .array(request), output: .bytes(limit: limit),
        error: .bytes(limit: Self.errorByteLimit))
      return (
        status: result.terminationStatus, bytes: result.standardOutput,
        missing: ProtectionNotice.names(in: result.standardError)
      )
    }
    // Cancelling kills the reader.
    let timer = Task {
      try await Task.sleep(for: timeout)
      answering.cancel()
    }
    defer { timer.cancel() }
    let ending = await answering.result
    if answering.isCancelled { throw .timedOut }
    guard case .success(let ending) = ending else {
      if case .failure(let error as ReaderLinkError) = ending { throw error }
      throw .broken
    }
    if !ending.missing.isEmpty { onMissing(ending.missing) }
    guard ending.status.isSuccess else { throw .broken }
    return ending.bytes
  }

  /// Makes a pipe that no other process inherits; the caller closes both ends.
  static func pipe() throws(ReaderLinkError) -> (reading: FileDescriptor, writing: FileDescriptor) {
    do throws(Errno) {
      let (reading, writing) = try FileDescriptor.pipe(options: .closeOnExec)
      return (reading, writing)
    } catch {
      throw .broken
    }
  }
}
