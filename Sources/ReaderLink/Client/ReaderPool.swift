internal import Glibc
internal import Subprocess
public import SystemPackage

/// Runs readers, one for each processor, and sends them pictures.
///
/// A reader sees the bytes of pictures and nothing else: an empty environment, the root folder as its working
/// folder, and two pipes. If one crashes or hangs, only one picture is lost; a fresh reader continues.
public struct ReaderPool: Sendable {
  private let executable: FilePath
  private let readerCount: Int
  private let timeout: Duration

  /// How long a reader may take for one page before it counts as hung.
  ///
  /// A 48-megapixel HEIC takes 6 to 8 s (measured); three times that is a hang.
  public static let defaultTimeout = Duration.seconds(25)

  /// Makes a pool; readers start with the first picture.
  ///
  /// - Parameters:
  ///   - executable: The reader's executable; see `readerBesideExecutable()`.
  ///   - readerCount: How many readers may run at once, at least 1.
  ///   - timeout: How long one page may take.
  public init(executable: FilePath, readerCount: Int, timeout: Duration = Self.defaultTimeout) {
    precondition(readerCount >= 1)
    self.executable = executable
    self.readerCount = readerCount
    self.timeout = timeout
  }

  /// The reader next to the running executable; PATH is never searched.
  ///
  /// - Throws: `ReaderLinkError.readerMissing` when there is none.
  public static func readerBesideExecutable() throws(ReaderLinkError) -> FilePath {
    guard let reader = InstalledProgram.named("cardvault-reader") else { throw .readerMissing }
    return reader
  }

  /// Reads pictures and reports the outcome of each, in the order given.
  ///
  /// - Parameters:
  ///   - sources: Where the pictures are; each is loaded only when a reader is free.
  ///   - request: What to look for.
  ///   - onMissing: Called at most once, before any outcome, with the names of the protections that
  ///     this kernel lacks, such as Landlock.
  ///   - onOutcome: Called once for each picture, with its index in `sources`.
  /// - Throws: `ReaderLinkError` (`.readerUnusable` when no reader can be started, `.otherVersion` before a picture
  ///   is sent to one), and what `onOutcome` throws.
  public func read(
    _ sources: [PictureSource], _ request: ReadRequest = .init(),
    onMissing: ([String]) -> Void = { _ in },
    onOutcome: (Int, PictureOutcome) async throws -> Void
  ) async throws {
    let (outcomes, continuation) = AsyncThrowingStream.makeStream(of: (Int, PictureOutcome).self)
    let batch = PictureBatch(sources, request, continuation)
    let readers = Task {
      do {
        try await runReaders(batch)
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    defer { readers.cancel() }
    var waiting: [Int: PictureOutcome] = [:]
    var nextIndex = 0
    for try await (index, outcome) in outcomes {
      if nextIndex == 0, waiting.isEmpty, !batch.missingProtections.isEmpty {
        onMissing(batch.missingProtections)
      }
      waiting[index] = outcome
      while let outcome = waiting.removeValue(forKey: nextIndex) {
        try await onOutcome(nextIndex, outcome)
        nextIndex += 1
      }
    }
  }

  private func runReaders(_ batch: PictureBatch) async throws {
    try await withThrowingTaskGroup(of: Void.self) { readers in
      for _ in 0..<min(readerCount, batch.sources.count) {
        readers.addTask {
          while let index = batch.next(), !Task.isCancelled {
            try await startReader(batch, index)
          }
        }
      }
      try await readers.waitForAll()
    }
  }

  /// Starts a reader for the picture at `index` and those after it.
  ///
  /// If a reader ends before it is ready, no picture is lost and another one is tried; three in a row are not a
  /// coincidence.
  private func startReader(_ batch: PictureBatch, _ index: Int) async throws {
    for _ in 0..<3 where try await runReader(batch, index) { return }
    throw ReaderLinkError.readerUnusable
  }

  /// Runs one reader to its end.
  ///
  /// - Returns: Whether it was ready for pictures.
  private func runReader(_ batch: PictureBatch, _ index: Int) async throws -> Bool {
    do {
      return try await run(
        .path(executable), environment: .custom([:] as [Environment.Key: String]),
        workingDirectory: "/", input: .inputWriter, output: .sequence, error: .discarded
      ) { process in
        try await feed(process, batch, index)
      }.closureResult
    } catch is SubprocessError {
      throw ReaderLinkError.readerUnusable
    }
  }

  /// Sends pictures to one reader, `first` first, until either runs out.
  ///
  /// - Returns: Whether it was ready for pictures.
  private func feed(
    _ process: ReaderSession.Process, _ batch: PictureBatch, _ first: Int
  ) async throws -> Bool {
    let session = ReaderSession(process, timeout: timeout)
    do throws(ReaderLinkError) { batch.missingProtections = try await session.ready() } catch {
      if error == .readerUnusable { return false }
      throw error
    }
    var index = first
    while true {
      let outcome =
        switch batch.sources[index].picture {
        case .success(let picture): await session.converse(about: picture, batch.request)
        case .failure(let failure): PictureOutcome(failure: .source(failure))
        }
      batch.outcomes.yield((index, outcome))
      if outcome.failure == .crashed || outcome.failure == .timedOut {
        try session.kill()
        return true
      }
      guard !Task.isCancelled, let next = batch.next() else { return true }
      index = next
    }
  }
}
