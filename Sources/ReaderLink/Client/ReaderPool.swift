public import Cards
internal import Glibc
internal import Subprocess
internal import Synchronization
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
        .path(executable), environment: .empty,
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

/// The outcome of sending one picture to a reader.
public struct PictureOutcome: Sendable, Hashable {
  /// Why a picture was not read, or not all of it.
  public enum Failure: Sendable, Hashable {
    /// Its bytes could not be loaded.
    case source(PictureSource.Failure)
    /// The reader refused it.
    case refused(ReaderRefusal)
    /// The reader crashed on it; a fresh one read the next picture.
    case crashed
    /// The reader did not answer in time and was killed; a fresh one read the next picture.
    case timedOut
  }

  /// One reading per page, in order; after a failure, those of the pages before it.
  public var pages: [PictureReading] = []
  /// The picture to store with the card.
  ///
  /// `nil` if it was not requested, if the photo shows a vault's key, if the document has several pages, or if the
  /// photo could not be read or its picture could not be made. Only its length and its first and last bytes were
  /// checked: treat it as untrusted input when displaying it.
  public var keptPicture: KeptPicture?
  /// What went wrong, or `nil`.
  public var failure: Failure?
  /// From the picture's last byte to the reader's answer.
  public var readingTime: Duration = .zero

  /// All codes of all pages.
  public var codes: [FoundBarcode] { pages.flatMap(\.codes) }

  /// The partial codes of all pages on which no whole code was found.
  public var partialCodes: [PartialBarcode] {
    pages.flatMap { $0.codes.isEmpty ? $0.partialCodes : [] }
  }

  /// Whether only the first picture of an animation was read.
  public var isOfAnimation: Bool { failure == nil && pages.count < pages.first?.pageCount ?? 0 }

  /// Whether a page shows a vault's key, which is left out of the codes.
  public var holdsKey: Bool { pages.contains(where: \.holdsKey) }
}

/// The pictures of one call, shared by the readers that work on it.
final class PictureBatch: Sendable {
  let sources: [PictureSource]
  let request: ReadRequest
  /// Where readers deliver outcomes, with the picture's index.
  let outcomes: AsyncThrowingStream<(Int, PictureOutcome), any Error>.Continuation
  private let taken = Atomic(0)
  private let missing = Mutex<[String]>([])

  init(
    _ sources: [PictureSource], _ request: ReadRequest,
    _ outcomes: AsyncThrowingStream<(Int, PictureOutcome), any Error>.Continuation
  ) {
    self.sources = sources
    self.request = request
    self.outcomes = outcomes
  }

  /// Names of the protections that the kernel lacks, as readers reported them.
  var missingProtections: [String] {
    get { missing.withLock { $0 } }
    set { missing.withLock { $0 = newValue } }
  }

  /// The index of the next picture that no reader has taken; `nil` when all are taken.
  func next() -> Int? {
    let index = taken.wrappingAdd(1, ordering: .relaxed).oldValue
    return index < sources.count ? index : nil
  }
}
