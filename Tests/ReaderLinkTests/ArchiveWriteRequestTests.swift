import Testing

@testable import ReaderLink

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
    let many = (0...ArchiveWriteRequest.maximumFileCount).flatMap { number in
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
    let half = [UInt8](repeating: 0, count: ArchiveWriteRequest.maximumFilesByteCount / 2)
    let files = [
      File(name: "a", bytes: half), File(name: "b", bytes: half), File(name: "c", bytes: [0]),
    ]
    #expect(ArchiveWriteRequest(files: files, password: nil)?.files == nil)
    #expect(ArchiveWriteRequest(files: Array(files.prefix(2)), password: nil)?.files.count == 2)
  }
}
