public import Cards
internal import Subprocess
internal import SwiftProtobuf
internal import Synchronization
public import SystemPackage

/// Reads the frames of one scan, one at a time, with a reader that remembers what the last frames showed.
///
/// The reader starts with the first frame or with `prepare`, and ends with `end`, or when no frame came for
/// `idleLimit`; the next frame then starts another. Frames exist only in the memory of the two processes.
public final class LiveSession: Sendable {
  /// Why a frame was not read.
  public enum Failure: Error, Sendable, Hashable {
    /// The session has been ended.
    case ended
    /// Another frame is being read.
    case busy
    /// The reader refused the frame; it reads the next one.
    case refused(ReaderRefusal)
    /// The reader crashed on the frame; the next frame starts a fresh one.
    case crashed
    /// The reader did not answer in time and was killed; the next frame starts a fresh one.
    case timedOut
    /// No reader can be used.
    case link(ReaderLinkError)
  }

  /// How long a reader may take to start, or for one frame, before it counts as hung: far more than the 0.3 s of the
  /// slowest pass over one megapixel.
  public static let defaultTimeout = Duration.seconds(8)
  /// How long a reader waits for the next frame before it is ended.
  public static let defaultIdleLimit = Duration.seconds(20)

  private struct Job: Sendable {
    /// `nil` to ask only whether the reader is ready.
    let frame: LiveFrame?
    let request: LiveRequest
    let answer: CheckedContinuation<Result<LiveReading?, Failure>, Never>
  }

  private struct State {
    var isEnded = false
    var isBusy = false
    /// To the running reader; `nil` when none runs.
    var jobs: AsyncStream<Job>.Continuation?
    /// The number of the running reader, so that an earlier one that ends late does not end it.
    var number = 0
    var idleTimer: Task<Void, Never>?
    var missingProtections: [String] = []
  }

  private let executable: FilePath
  private let timeout: Duration
  private let idleLimit: Duration
  private let state = Mutex(State())

  /// Makes a session; nothing is started yet.
  ///
  /// - Parameters:
  ///   - executable: The reader's executable; see `ReaderPool.readerBesideExecutable()`.
  ///   - timeout: How long the reader may take to start, and for one frame.
  ///   - idleLimit: How long the reader waits for the next frame before it is ended.
  public init(
    executable: FilePath, timeout: Duration = LiveSession.defaultTimeout,
    idleLimit: Duration = LiveSession.defaultIdleLimit
  ) {
    self.executable = executable
    self.timeout = timeout
    self.idleLimit = idleLimit
  }

  /// Names of the protections that this kernel lacks, such as Landlock, as the last reader reported them.
  public var missingProtections: [String] { state.withLock { $0.missingProtections } }

  /// Starts the reader ahead of the first frame, and waits until its sandbox is closed.
  ///
  /// - Throws: `Failure`.
  public func prepare() async throws(Failure) {
    _ = try await perform(nil, LiveRequest())
  }

  /// Reads a frame.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - request: What to look for; it may change from frame to frame.
  /// - Returns: What is on it.
  /// - Throws: `Failure`; `.busy` while another frame is being read.
  public func read(
    _ frame: LiveFrame, _ request: LiveRequest = LiveRequest()
  ) async throws(Failure) -> LiveReading {
    guard let reading = try await perform(frame, request) else { throw .link(.broken) }
    return reading
  }

  /// Ends the reader, after the frame that it is reading; further frames are refused.
  public func end() {
    state.withLock { state in
      state.isEnded = true
      state.idleTimer?.cancel()
      state.jobs?.finish()
      state.jobs = nil
    }
  }

  private func perform(
    _ frame: LiveFrame?, _ request: LiveRequest
  ) async throws(Failure) -> LiveReading? {
    typealias Answer = CheckedContinuation<Result<LiveReading?, Failure>, Never>
    var hasTurn = false
    let result = await withCheckedContinuation { (continuation: Answer) in
      let job = Job(frame: frame, request: request, answer: continuation)
      if let refusal = takeTurn(job) {
        continuation.resume(returning: .failure(refusal))
      } else {
        hasTurn = true
      }
    }
    if hasTurn { giveTurnBack() }
    return try result.get()
  }

  /// Hands a job to the reader, in one step with starting it: a reader that fails at once must find the job and answer it.
  ///
  /// - Returns: Why it was refused; `nil` if it was not.
  private func takeTurn(_ job: Job) -> Failure? {
    state.withLock { state in
      if state.isEnded { return .ended }
      if state.isBusy { return .busy }
      state.isBusy = true
      state.idleTimer?.cancel()
      if let jobs = state.jobs {
        jobs.yield(job)
        return nil
      }
      let (stream, jobs) = AsyncStream.makeStream(of: Job.self)
      state.jobs = jobs
      state.number += 1
      let number = state.number
      jobs.yield(job)
      Task { await run(number, stream) }
      return nil
    }
  }

  private func giveTurnBack() {
    state.withLock { state in
      state.isBusy = false
      let (number, limit) = (state.number, idleLimit)
      state.idleTimer = Task {
        do { try await Task.sleep(for: limit) } catch { return }
        retire(number, onlyIdle: true)
      }
    }
  }

  /// Sends no further frame to reader `number`; it ends once it has none.
  private func retire(_ number: Int, onlyIdle: Bool = false) {
    state.withLock { state in
      guard state.number == number, !(onlyIdle && state.isBusy) else { return }
      state.jobs?.finish()
      state.jobs = nil
    }
  }

  /// Runs reader `number` to its end.
  private func run(_ number: Int, _ jobs: AsyncStream<Job>) async {
    var failure = Failure.link(.readerUnusable)
    do {
      let ending = try await Subprocess.run(
        .path(executable), arguments: ["--live"],
        environment: .empty, workingDirectory: "/",
        input: .inputWriter, output: .sequence, error: .discarded
      ) { process in
        try await serve(process, number, jobs)
      }.closureResult
      failure = ending ?? failure
    } catch {
      // It did not start, or its pipes failed: the waiting jobs get that answer below.
    }
    retire(number)
    for await job in jobs { job.answer.resume(returning: .failure(failure)) }
  }

  /// Sends frames to one reader until there are no more, or it fails.
  ///
  /// - Returns: Why it took no frame; `nil` if it was ready for them.
  private func serve(
    _ process: ReaderSession.Process, _ number: Int, _ jobs: AsyncStream<Job>
  ) async throws -> Failure? {
    let session = ReaderSession(process, timeout: timeout)
    let missing: [String]
    do throws(ReaderLinkError) { missing = try await session.ready() } catch {
      return .link(error)
    }
    state.withLock { $0.missingProtections = missing }
    for await job in jobs {
      guard let frame = job.frame else {
        job.answer.resume(returning: .success(nil))
        continue
      }
      switch await session.look(at: frame, job.request) {
      case .success(let reading):
        job.answer.resume(returning: .success(reading))
      case .failure(let failure):
        let isLost = failure == .crashed || failure == .timedOut
        // Before answering, so that the next frame goes to a fresh reader.
        if isLost { retire(number) }
        job.answer.resume(returning: .failure(failure))
        if isLost {
          try session.kill()
          return nil
        }
      }
    }
    return nil
  }
}

extension ReaderSession {
  /// Sends one frame and waits for its reading.
  ///
  /// After `.crashed` or `.timedOut` the reader must not be used again.
  func look(
    at frame: LiveFrame, _ request: LiveRequest
  ) async -> Result<LiveReading, LiveSession.Failure> {
    do {
      var message = Cardvault_Reader_LiveRequest(frame, request)
      message.number = nextNumber()
      try await send(message, followedBy: frame.bytes)
      let reply = try await reply()
      guard reply.number == message.number else { throw WireError.malformed }
      switch reply.kind {
      case .live(let live):
        return .success(try live.reading())
      case .refused(let refused):
        guard let refusal = ReaderRefusal(reason: refused.reason, amount: refused.amount) else {
          throw WireError.malformed
        }
        return .failure(.refused(refusal))
      case .ready, .page, .kept, .finished, nil:
        throw WireError.malformed
      }
    } catch {
      return .failure(hasTimedOut ? .timedOut : .crashed)
    }
  }
}
