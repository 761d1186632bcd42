internal import Cards
internal import FoundationEssentials
internal import Subprocess
internal import SwiftProtobuf
internal import Synchronization

/// One running reader and the bytes on its pipes.
///
/// After an outcome with `.crashed` or `.timedOut` the reader must not be used again.
final class ReaderSession {
  typealias Process = Execution<CustomWriteInput, SequenceOutput, DiscardedOutput>

  private let process: Process
  private let timeout: Duration
  private let watchdog = Watchdog()
  private var chunks: SubprocessOutputSequence.Iterator
  private var received: [UInt8] = []
  private var lastNumber: UInt64 = 0

  /// Takes over a process that was just started; it may take `timeout` to become ready, and for each page.
  init(_ process: Process, timeout: Duration) {
    self.process = process
    self.timeout = timeout
    chunks = process.standardOutput.makeAsyncIterator()
  }

  /// Waits until the sandbox is closed; kills a reader that does not become ready.
  ///
  /// - Returns: Names of the protections that the kernel lacks.
  /// - Throws: `ReaderLinkError.otherVersion` or `.readerUnusable`.
  func ready() async throws(ReaderLinkError) -> [String] {
    do throws(ReaderLinkError) {
      guard case .ready(let ready)? = try? await reply().kind,
        ready.missingProtections.allSatisfy({ $0.utf8.count <= WireBounds.wordByteCount })
      else { throw .readerUnusable }
      try ProgramVersion.check(ready.version)
      return ready.missingProtections
    } catch {
      try? kill()
      throw error
    }
  }

  /// Sends one picture and collects the reader's answers.
  func converse(about picture: [UInt8], _ request: ReadRequest) async -> PictureOutcome {
    var outcome = PictureOutcome()
    do {
      var message = Cardvault_Reader_Request()
      message.number = nextNumber()
      message.byteCount = UInt64(picture.count)
      message.symbologies = request.symbologies.map { UInt32($0.rawValue) }.sorted()
      message.pageLimit = UInt32(clamping: request.pageLimit)
      message.keepsPicture = request.keepsPicture
      message.password = .init(request.password ?? [])
      try await send(message, followedBy: picture)
      while outcome.failure == nil {
        let reply = try await reply()
        guard reply.number == message.number else { throw WireError.malformed }
        switch reply.kind {
        case .page(let page):
          let reading = try page.reading()
          guard reading.page == outcome.pages.count + 1, outcome.keptPicture == nil,
            reading.page <= max(1, request.pageLimit)
          else { throw WireError.malformed }
          outcome.pages.append(reading)
          WorkMeter.current?.notePage()
        case .kept(let kept):
          guard request.keepsPicture, outcome.keptPicture == nil, !outcome.holdsKey else {
            throw WireError.malformed
          }
          outcome.keptPicture = try kept.keptPicture(of: outcome.pages)
        case .finished(let finished):
          outcome.readingTime = .microseconds(Int64(clamping: finished.microseconds))
          return outcome
        case .refused(let refused):
          guard let refusal = ReaderRefusal(reason: refused.reason, amount: refused.amount) else {
            throw WireError.malformed
          }
          outcome.failure = .refused(refusal)
        case .ready, .live, nil:
          throw WireError.malformed
        }
      }
    } catch {
      outcome.failure = hasTimedOut ? .timedOut : .crashed
    }
    if outcome.failure != nil { outcome.keptPicture = nil }
    return outcome
  }

  /// Kills the reader.
  ///
  /// Not inlined, because the optimiser of Swift 6.3.1 crashes when this ends up in a coroutine.
  @inline(never)
  func kill() throws { try process.send(signal: .kill) }

  /// The number of the next request.
  func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  /// Whether the reader was killed because it did not answer in time.
  var hasTimedOut: Bool { watchdog.hasBitten }

  /// Sends a message and the bytes that belong to it.
  func send(_ message: some Message, followedBy bytes: [UInt8]) async throws {
    let frame = try Frame.bytes(of: message)
    let writer = process.standardInputWriter
    try await watchdog.watch(process, timeout: timeout) {
      _ = try await writer.write(frame)
      if !bytes.isEmpty { _ = try await writer.write(bytes) }
    }
  }

  /// Waits for the next reply.
  func reply() async throws -> Cardvault_Reader_Reply {
    try await watchdog.watch(process, timeout: timeout) {
      let count = try Frame.byteCount(header: try await take(Frame.headerByteCount))
      return try Frame.message(Cardvault_Reader_Reply.self, from: try await take(count))
    }
  }

  /// Sends bytes without a message of their own, at most for `limit`.
  func send(_ bytes: [UInt8], within limit: Duration) async throws {
    let writer = process.standardInputWriter
    try await watchdog.watch(process, timeout: limit) { _ = try await writer.write(bytes) }
  }

  /// Waits for bytes that belong to no message, at most for `limit`.
  func bytes(_ count: Int, within limit: Duration) async throws -> [UInt8] {
    if received.count >= count { return try await take(count) }
    return try await watchdog.watch(process, timeout: limit) { try await take(count) }
  }

  private func take(_ count: Int) async throws -> [UInt8] {
    while received.count < count {
      guard let more = try await chunks.next() else { throw WireError.ended }
      unsafe more.withUnsafeBytes { unsafe received.append(contentsOf: $0) }
    }
    defer { received.removeFirst(count) }
    return Array(received.prefix(count))
  }
}

/// Kills a reader that does not answer in time.
final class Watchdog: Sendable {
  private let bitten = Atomic(false)

  /// Whether it has killed the reader.
  var hasBitten: Bool { bitten.load(ordering: .acquiring) }

  /// Waits for `work`, and kills the process when it takes longer than `timeout`.
  ///
  /// The work then fails by itself, since the process's pipes close.
  func watch<Value>(
    _ process: ReaderSession.Process, timeout: Duration, _ work: () async throws -> Value
  ) async rethrows -> Value {
    let timer = Task {
      try await Task.sleep(for: timeout)
      bitten.store(true, ordering: .releasing)
      try process.send(signal: .kill)
    }
    defer { timer.cancel() }
    return try await work()
  }
}
