internal import Subprocess
internal import SystemPackage

/// A fresh reader that is used once: all it knew, such as a key or a password, ends with its process.
struct OneTimeReader {
  let executable: FilePath
  let timeout: Duration

  /// The most bytes that a reader may write to its standard error, which is not shown: 1 MiB.
  static let errorByteLimit = 1 << 20

  /// How a reader ended.
  private struct Ending: Sendable {
    let status: TerminationStatus
    var bytes: [UInt8] = []
    /// Names of the protections that this kernel lacks.
    let missing: [String]
  }

  /// Runs the reader to its end, or kills it when it takes longer than `timeout`.
  ///
  /// This process's own copies of both descriptors stay open.
  ///
  /// - Returns: Its exit status; `nil` when a signal ended it.
  /// - Throws: `ReaderLinkError.readerUnusable` when it did not start, `.timedOut`; `.otherVersion` before it is
  ///   given anything.
  func run(
    _ words: [String], input: FileDescriptor, output: FileDescriptor,
    onMissing: ([String]) -> Void
  ) async throws(ReaderLinkError) -> Int32? {
    let ending = try await ending(failingAs: .readerUnusable, onMissing: onMissing) {
      let result = try await Subprocess.run(
        .path(executable), arguments: .init(words),
        environment: .empty, workingDirectory: "/",
        input: .fileDescriptor(input, closeAfterSpawningProcess: false),
        output: .fileDescriptor(output, closeAfterSpawningProcess: false),
        error: .bytes(limit: Self.errorByteLimit))
      return Ending(
        status: result.terminationStatus, missing: ProtectionNotice.names(in: result.standardError))
    }
    return switch ending.status {
    case .exited(let code): code
    case .signaled: nil
    }
  }

  /// Has the reader turn a request into an answer, or kills it when it takes longer than `timeout`.
  ///
  /// - Throws: `ReaderLinkError.broken` when it crashed, failed or answered too much or nothing, `.timedOut`;
  ///   `.otherVersion` or `.readerUnusable` before it is given anything.
  func answer(
    _ words: [String], to request: [UInt8], atMost limit: Int, onMissing: ([String]) -> Void
  ) async throws(ReaderLinkError) -> [UInt8] {
    let ending = try await ending(failingAs: .broken, onMissing: onMissing) {
      let result = try await Subprocess.run(
        .path(executable), arguments: .init(words),
        environment: .empty, workingDirectory: "/",
        input: .array(request), output: .bytes(limit: limit),
        error: .bytes(limit: Self.errorByteLimit))
      return Ending(
        status: result.terminationStatus, bytes: result.standardOutput,
        missing: ProtectionNotice.names(in: result.standardError))
    }
    guard ending.status.isSuccess, !ending.bytes.isEmpty else { throw .broken }
    return ending.bytes
  }

  /// Has readers turn many requests into an answer each, as many with one reader as a group may have.
  ///
  /// `size` limits what one reader gets, and `limit` what it answers, with the lengths of the answers. `onMissing` is
  /// called at most once, and `onAnswer` in the order of the requests.
  ///
  /// - Throws: `ReaderLinkError` as `answer`, and what `onAnswer` throws.
  func answerEach(
    _ words: [String], of requests: [[UInt8]], in size: (count: Int, byteCount: Int),
    atMost limit: Int, onMissing: ([String]) -> Void, onAnswer: (Int, [UInt8]) throws -> Void
  ) async throws {
    let groups = PartList.groups(of: requests, atMost: size.count, byteCount: size.byteCount)
    for group in groups {
      var missing: [String] = []
      let answer = try await answer(
        words, to: PartList.joined(group), atMost: limit, onMissing: { missing = $0 })
      // All readers lack the same.
      if group.startIndex == 0, !missing.isEmpty { onMissing(missing) }
      guard let answers = PartList.parts(of: answer, atMost: group.count),
        answers.count == group.count, !answers.contains([])
      else { throw ReaderLinkError.broken }
      for (index, answer) in zip(group.indices, answers) { try onAnswer(index, answer) }
    }
  }

  /// Waits until a reader of our version has ended, or kills it when it takes longer than `timeout`.
  private func ending(
    failingAs failure: ReaderLinkError, onMissing: ([String]) -> Void,
    of run: @escaping @Sendable () async throws -> Ending
  ) async throws(ReaderLinkError) -> Ending {
    let running = Task {
      try await ProgramVersion.check(readerAt: executable)
      return try await run()
    }
    // Cancelling kills the reader.
    let timer = Task {
      try await Task.sleep(for: timeout)
      running.cancel()
    }
    defer { timer.cancel() }
    let result = await running.result
    if running.isCancelled { throw .timedOut }
    guard case .success(let ending) = result else {
      if case .failure(let error as ReaderLinkError) = result { throw error }
      throw failure
    }
    if !ending.missing.isEmpty { onMissing(ending.missing) }
    return ending
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

extension ProgramVersion {
  /// Exit statuses of a program that could not be started: POSIX.1-2017, 2.8.2, and ld.so(8) for a missing library.
  private static let notStarted: [Int32] = [126, 127]
  /// Far longer than any version.
  private static let answerByteLimit = 64 << 10

  /// Asks a reader for its version before giving it anything.
  ///
  /// - Throws: `ReaderLinkError.otherVersion`, or `.readerUnusable` when it cannot be started.
  static func check(readerAt executable: FilePath) async throws(ReaderLinkError) {
    let answer = try? await Subprocess.run(
      .path(executable), arguments: ["--version"],
      environment: .empty, workingDirectory: "/",
      input: .none, output: .bytes(limit: answerByteLimit), error: .discarded)
    guard let answer, case .exited(let status) = answer.terminationStatus,
      !notStarted.contains(status)
    else { throw .readerUnusable }
    try check(String(decoding: answer.standardOutput.prefix { $0 != 0x0A }, as: UTF8.self))
  }
}
