import Cards
import SystemPackage
import Testing

@testable import ReaderLink

/// Sessions with a script in place of the reader; it counts the frames that it is given in microseconds.
@Suite struct `Live session` {
  static func session(
    timeout: Duration = .seconds(20), idleLimit: Duration = .seconds(20)
  ) -> LiveSession {
    LiveSession(executable: `Reader pool`.rogue, timeout: timeout, idleLimit: idleLimit)
  }

  /// A frame that tells the script what to do.
  static func frame(_ word: String) throws -> LiveFrame {
    let bytes = Array(word.utf8) + Array(repeating: 0x20, count: 512 - word.utf8.count)
    return try LiveFrame(width: 32, height: 16, stride: 32, luma: bytes)
  }

  /// Which frame of its reader a plain frame is.
  static func count(_ session: LiveSession) async throws -> Int {
    let reading = try await session.read(try frame("live"))
    #expect((reading.width == 32) && (reading.height == 16) && reading.codes.isEmpty)
    return Int(reading.readingTime / .microseconds(1))
  }

  @Test func `one reader reads frame after frame`() async throws {
    let session = Self.session()
    try await session.prepare()
    #expect(session.missingProtections.isEmpty)
    for number in 1...5 {
      let count = try await Self.count(session)
      #expect(count == number)
    }
  }

  @Test(arguments: [
    "crash", "exit", "garbage", "endless", "foreign", "cut", "live-empty", "live-page",
  ])
  func `a reader that crashes costs one frame, and a fresh one reads the next`(
    word: String
  ) async throws {
    let session = Self.session()
    for _ in 0..<2 {
      #expect(try await Self.count(session) == 1)
      await #expect(throws: LiveSession.Failure.crashed) {
        try await session.read(try Self.frame(word))
      }
    }
  }

  @Test func `a frame that is refused costs nothing else`() async throws {
    let session = Self.session()
    await #expect(throws: LiveSession.Failure.refused(.damaged)) {
      try await session.read(try Self.frame("live-refused"))
    }
    #expect(try await Self.count(session) == 2)
  }

  @Test func `a reader that hangs is killed`() async throws {
    // Long enough for a reader to start on a busy machine.
    let session = Self.session(timeout: .seconds(20))
    await #expect(throws: LiveSession.Failure.timedOut) {
      try await session.read(try Self.frame("hang"))
    }
    #expect(try await Self.count(session) == 1)
  }

  @Test func `a second frame is refused while the first is being read`() async throws {
    let session = Self.session()
    try await session.prepare()
    let frame = try Self.frame("live-slow")
    // It has its turn before anything else runs here.
    let slow = Task.immediate { try await session.read(frame) }
    await #expect(throws: LiveSession.Failure.busy) { try await Self.count(session) }
    _ = try await slow.value
    #expect(try await Self.count(session) == 2)
  }

  @Test func `an ended session finishes its frame and takes no other`() async throws {
    let session = Self.session()
    try await session.prepare()
    let frame = try Self.frame("live-slow")
    let slow = Task.immediate { try await session.read(frame) }
    session.end()
    let width = try await slow.value.width
    #expect(width == 32)
    await #expect(throws: LiveSession.Failure.ended) { try await Self.count(session) }
    session.end()
  }

  @Test func `a session that was never used can be ended`() async {
    let session = Self.session()
    session.end()
    await #expect(throws: LiveSession.Failure.ended) { try await session.prepare() }
  }

  @Test func `a reader without frames is ended, and the next frame starts another`() async throws {
    let session = Self.session(idleLimit: .milliseconds(50))
    #expect(try await Self.count(session) == 1)
    // Each frame restarts the wait; a busy machine gets longer ones.
    var (pause, count) = (Duration.milliseconds(200), 0)
    repeat {
      try await Task.sleep(for: pause)
      count = try await Self.count(session)
      pause *= 2
    } while count != 1 && pause < .seconds(20)
    #expect(count == 1)
  }

  @Test(arguments: ["/bin/true", "/bin/cat", "/nonexistent/cardvault-reader"])
  func `a program that is not a reader is unusable`(path: String) async {
    let session = LiveSession(executable: FilePath(path), timeout: .seconds(2))
    for _ in 0..<2 {
      await #expect(throws: LiveSession.Failure.link(.readerUnusable)) {
        try await session.prepare()
      }
    }
  }

  @Test func `a reader of another version is sent no frame`() async throws {
    try await `Reader pool`.withReader(ofVersion: "0.0.9") { reader in
      let session = LiveSession(executable: reader)
      await #expect(throws: LiveSession.Failure.link(.otherVersion("0.0.9"))) {
        try await Self.count(session)
      }
    }
  }
}
