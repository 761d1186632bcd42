import SystemPackage
import Testing

@testable import ReaderLink

/// Readers that write archives: a script in their place reports what it was given, or misbehaves.
@Suite struct `Readers of archives` {
  private static func request(_ words: String) throws -> ArchiveWriteRequest {
    try #require(
      ArchiveWriteRequest(
        files: [.init(name: "file", bytes: Array(words.utf8))], password: Array("secret".utf8)))
  }

  @Test func `files and password go in as input, and the archive comes out`() async throws {
    let request = try Self.request(" a file")
    let answer = try await ArchiveWriter(executable: `Readers used once`.rogue).write(request)
    // One argument, and no environment.
    #expect(answer == Array("--write-archive 0 ".utf8) + request.bytes)
  }

  @Test(
    arguments: [
      ("1", .broken), ("70", .broken), ("crash", .broken), ("hang", .timedOut),
    ] as [(String, ReaderLinkError)])
  func `a reader that crashes or hangs writes nothing`(
    word: String, error: ReaderLinkError
  ) async throws {
    let rogue = `Readers used once`.rogue
    let timeout = Duration.seconds(word == "hang" ? 2 : 20)
    let request = try Self.request(" \(word)")
    await #expect(throws: error) {
      _ = try await ArchiveWriter(executable: rogue, timeout: timeout).write(request)
    }
  }

  @Test func `missing protections are reported once`() async throws {
    var told: [[String]] = []
    let request = try Self.request(" lacking file")
    _ = try await ArchiveWriter(executable: `Readers used once`.rogue).write(
      request, onMissing: { told.append($0) })
    #expect(told == [["Landlock (files)", "seccomp"]])
  }

  @Test func `a missing reader is unusable`() async throws {
    let request = try Self.request("")
    await #expect(throws: ReaderLinkError.readerUnusable) {
      _ = try await ArchiveWriter(executable: "/nonexistent/cardvault-reader").write(request)
    }
  }
}
