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

/// The request to write an archive.
@Suite struct ArchiveWriteRequestTests {
  typealias File = ArchiveWriteRequest.File

  private static let files = [
    File(name: "pass.json", bytes: Array("{}".utf8)), File(name: "de.lproj/Käse", bytes: []),
  ]

  /// A file as it is sent.
  private static func sent(_ nameLength: UInt32, _ byteCount: UInt32, _ rest: [UInt8]) -> [UInt8] {
    [nameLength, byteCount].flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    } + rest
  }

  @Test(arguments: [nil, Array("pass".utf8)] as [[UInt8]?])
  func `it is taken apart as it was made`(password: [UInt8]?) throws {
    let request = try #require(ArchiveWriteRequest(files: Self.files, password: password))
    let received = try #require(ArchiveWriteRequest(request.bytes))
    #expect(received.files == Self.files)
    #expect(received.password == password)
    let empty = try #require(ArchiveWriteRequest(files: [], password: password))
    #expect(ArchiveWriteRequest(empty.bytes)?.files == [])
  }

  @Test func `it has the documented bytes`() throws {
    let request = try #require(
      ArchiveWriteRequest(files: [File(name: "ab", bytes: [9])], password: [0x70, 0x77]))
    #expect(request.bytes == [2, 0x70, 0x77, 2, 0, 0, 0, 1, 0, 0, 0, 0x61, 0x62, 9])
  }

  @Test func `one that ends early has fewer files or is malformed`() throws {
    let bytes = try #require(ArchiveWriteRequest(files: Self.files, password: [1, 2])).bytes
    for length in bytes.indices {
      let count = ArchiveWriteRequest(Array(bytes[..<length]))?.files.count
      #expect((count ?? 0) < Self.files.count)
    }
  }

  @Test(
    arguments: [
      // Lengths beyond the end, also such whose sum is beyond 32 bits.
      sent(1, 2, [0x61, 0]), sent(1, .max, [0x61]), sent(.max, 0, [0x61]), sent(.max, .max, [0x61]),
      // A name beyond the limit, although it is there.
      sent(1_025, 0, [UInt8](repeating: 0x61, count: 1_025)),
      // No UTF-8, a zero byte, and the same name twice.
      sent(1, 0, [0xFF]), sent(1, 0, [0]), sent(1, 0, [0x61]) + sent(1, 0, [0x61]),
      // Half of a length.
      [1, 0, 0],
    ] as [[UInt8]])
  func `hostile files are malformed`(files: [UInt8]) {
    #expect(ArchiveWriteRequest([0] + files)?.files == nil)
  }

  @Test func `a hostile number of files is malformed`() {
    let many = (0...ArchiveWriteRequest.maxFileCount).flatMap { number in
      let name = Array("\(number)".utf8)
      return Self.sent(UInt32(name.count), 0, name)
    }
    #expect(ArchiveWriteRequest([0] + many)?.files == nil)
  }

  @Test(arguments: [[], [3, 1, 2], [2, 1, 0]] as [[UInt8]])
  func `hostile passwords are malformed`(bytes: [UInt8]) {
    #expect(ArchiveWriteRequest(bytes)?.files == nil)
  }

  @Test(arguments: [
    "", "/etc/passwd", "../up", "a/../../up", "a//b", "a/", ".", "a/./b", "a\\b", "a\nb",
    String(repeating: "a", count: 1_025),
  ])
  func `a name that leads elsewhere is refused`(name: String) {
    #expect(ArchiveWriteRequest(files: [File(name: name, bytes: [])], password: nil)?.files == nil)
  }

  @Test(arguments: [[], [0], [UInt8](repeating: 1, count: 256)] as [[UInt8]])
  func `a password that cannot encrypt is refused`(password: [UInt8]) {
    #expect(ArchiveWriteRequest(files: Self.files, password: password)?.files == nil)
  }

  @Test func `files beyond the limit are refused`() {
    let half = [UInt8](repeating: 0, count: ArchiveWriteRequest.maxFilesByteCount / 2)
    let files = [
      File(name: "a", bytes: half), File(name: "b", bytes: half), File(name: "c", bytes: [0]),
    ]
    #expect(ArchiveWriteRequest(files: files, password: nil)?.files == nil)
    #expect(ArchiveWriteRequest(files: Array(files.prefix(2)), password: nil)?.files.count == 2)
  }
}
