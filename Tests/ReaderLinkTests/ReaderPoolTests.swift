import Cards
import FoundationEssentials
import SystemPackage
import Testing

@testable import ReaderLink

/// Readers that misbehave, as directed by a script in place of the reader.
@Suite struct `Reader pool` {
  static let rogue = FilePath(#filePath).removingLastComponent().appending("rogue-reader")

  /// The outcomes of pictures that tell the rogue reader what to do.
  func outcomes(
    _ words: [String], readerCount: Int = 1, timeout: Duration = .seconds(20),
    keepsPicture: Bool = false
  ) async throws -> [PictureOutcome] {
    let pool = ReaderPool(
      executable: Self.rogue, readerCount: readerCount, timeout: timeout)
    var outcomes: [PictureOutcome] = []
    let request = ReadRequest(keepsPicture: keepsPicture)
    try await pool.read(words.map { .bytes(Array($0.utf8)) }, request) { index, outcome in
      #expect(index == outcomes.count)
      outcomes.append(outcome)
    }
    return outcomes
  }

  @Test(arguments: ["crash", "exit", "garbage", "endless", "foreign", "cut"])
  func `a reader that crashes costs one photo`(word: String) async throws {
    let outcomes = try await outcomes(["good", word, "good", "good"])
    #expect(outcomes.map(\.failure) == [nil, .crashed, nil, nil])
  }

  @Test func `a kept picture comes with the outcome`() async throws {
    let outcomes = try await outcomes(["kept", "good"], keepsPicture: true)
    #expect(outcomes.map(\.failure) == [nil, nil])
    #expect(outcomes.map { $0.keptPicture != nil } == [true, false])
    #expect(outcomes[0].keptPicture?.bytes == [0xFF, 0xD8, 0xFF, 0xDB, 0xFF, 0xD9])
  }

  @Test(
    arguments: [
      "kept-twice", "kept-long", "kept-foreign", "kept-key", "kept-then-page", "kept-places",
    ])
  func `a kept picture out of bounds costs one photo`(word: String) async throws {
    let outcomes = try await outcomes([word, "good"], keepsPicture: true)
    #expect(outcomes.map(\.failure) == [.crashed, nil])
    #expect(outcomes.allSatisfy { $0.keptPicture == nil })
  }

  @Test func `a picture that nobody wants kept costs one photo`() async throws {
    let outcomes = try await outcomes(["kept", "good"])
    #expect(outcomes.map(\.failure) == [.crashed, nil])
    #expect(outcomes[0].keptPicture == nil)
  }

  @Test func `a reader that hangs costs one photo`() async throws {
    let outcomes = try await outcomes(["good", "hang", "good"], timeout: .seconds(20))
    #expect(outcomes.map(\.failure) == [nil, .timedOut, nil])
  }

  @Test func `outcomes come in the order of the photos, from whichever reader`() async throws {
    let words = (0..<40).map { $0.isMultiple(of: 7) ? "crash" : "good" }
    let outcomes = try await outcomes(words, readerCount: 4)
    #expect(outcomes.map(\.failure) == words.map { $0 == "crash" ? .crashed : nil })
  }

  @Test func `no photos need no reader`() async throws {
    #expect(try await outcomes([]).isEmpty)
  }

  @Test func `a missing file is reported and the rest continues`() async throws {
    let pool = ReaderPool(executable: Self.rogue, readerCount: 1)
    var failures: [PictureOutcome.Failure?] = []
    let sources: [PictureSource] = [
      .file("/nonexistent/photo.jpg"), .file("/"), .bytes(Array("good".utf8)),
    ]
    try await pool.read(sources) { failures.append($1.failure) }
    #expect(failures == [.source(.missing), .source(.notAFile), nil])
  }

  @Test(arguments: ["/bin/true", "/bin/cat", "/nonexistent/cardvault-reader"])
  func `a program that is not a reader is unusable`(path: String) async {
    let pool = ReaderPool(executable: FilePath(path), readerCount: 2, timeout: .seconds(2))
    await #expect(throws: ReaderLinkError.readerUnusable) {
      try await pool.read([.bytes([1]), .bytes([2])]) { _, _ in }
    }
  }

  /// Runs `body` with a reader that announces itself as ready with this version, and records what it is sent.
  static func withReader(
    ofVersion version: String, _ body: (FilePath) async throws -> Void
  ) async throws {
    var reply = Cardvault_Reader_Reply()
    reply.ready.version = version
    let octal = try Frame.bytes(of: reply).map { byte in
      "\\" + String(UInt16(byte) + 0o1000, radix: 8).dropFirst()
    }
    let folder = FileManager.default.temporaryDirectory
    let script = folder.appending(path: "cardvault-reader-\(UUID())")
    try Data("#!/bin/sh\nprintf '\(octal.joined())'\nexec cat\n".utf8).write(to: script)
    defer { try? FileManager.default.removeItem(at: script) }
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script.path)
    try await body(FilePath(script.path))
  }

  @Test(
    arguments: [
      ("0.0.9", "0.0.9"), ("", ""), ("0.1.0\u{1B}[2J", ""), (String(repeating: "9", count: 21), ""),
      (String(repeating: "9", count: 20), String(repeating: "9", count: 20)),
    ])
  func `a reader of another version is sent no photo`(version: String, said: String) async throws {
    try await Self.withReader(ofVersion: version) { reader in
      let pool = ReaderPool(executable: reader, readerCount: 2)
      await #expect(throws: ReaderLinkError.otherVersion(said)) {
        try await pool.read([.bytes([1]), .bytes([2])]) { _, _ in }
      }
    }
  }

  @Test func `an error in the caller ends the batch`() async {
    struct Enough: Error {}
    let pool = ReaderPool(executable: Self.rogue, readerCount: 2)
    await #expect(throws: Enough.self) {
      try await pool.read([.bytes([1]), .bytes([2]), .bytes([3])]) { _, _ in throw Enough() }
    }
  }
}
