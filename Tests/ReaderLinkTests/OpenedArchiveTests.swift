import Testing

@testable import ReaderLink

/// What a reader tells of an archive.
@Suite struct OpenedArchiveTests {
  private static func message(_ kind: UInt8, _ number: UInt32, _ body: [UInt8] = []) -> [UInt8] {
    [kind] + (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } + body
  }

  private static func member(_ state: UInt32, _ name: String, _ bytes: [UInt8]) -> [UInt8] {
    message(2, UInt32(name.utf8.count), Array(name.utf8))
      + (bytes.isEmpty ? [] : message(3, UInt32(bytes.count), bytes)) + message(4, state)
  }

  private static let end = message(5, 0)
  private static let answer: [UInt8] =
    message(1, 1 << 18) + member(0, "a", [1, 2]) + member(0, "a", [3]) + member(2, "b", [])
    + member(3, "c", []) + member(4, "d", [4]) + end

  /// Takes an answer; the archive is `nil` if it does not end.
  private func received(
    _ answer: [UInt8], keeping isWanted: (String) -> Bool = { _ in true }
  ) throws -> (archive: OpenedArchive?, files: [String: [UInt8]], offsets: [Int]) {
    var rest = answer[...]
    var reception = ArchiveReception()
    var files: [String: [UInt8]] = [:]
    var offsets: [Int] = []
    while rest.count >= ArchiveReception.headByteCount {
      let head = Array(rest.prefix(ArchiveReception.headByteCount))
      rest = rest.dropFirst(head.count)
      let count = try ArchiveReception.bodyByteCount(head)
      guard rest.count >= count else { break }
      let body = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
      switch try reception.take(head, body, keeping: isWanted) {
      case .next: break
      case .block(let offset): offsets.append(offset)
      case .file(let name, let bytes): files[name] = bytes
      case .end(let archive): return (archive, files, offsets)
      }
    }
    return (nil, files, offsets)
  }

  @Test func `files and what was skipped are listed`() throws {
    let (archive, files, offsets) = try received(Self.answer)
    let opened = try #require(archive)
    #expect(opened.outcome == .whole && opened.names == ["a"])
    #expect(files == ["a": [1, 2]])
    #expect(offsets == [1 << 18])
    #expect(opened.skipped.map(\.name) == ["a", "b", "c", "d"])
    #expect(opened.skipped.map(\.reason) == [.duplicate, .noFile, .locked, .tooLarge])
    #expect(opened.isLocked)
  }

  @Test func `what is in a pass is named as people read it where it was skipped`() throws {
    let (archive, files, _) = try received(
      Self.member(0, "a.pkpass", []) + Self.member(0, "a.pkpass\0pass.json", [1])
        + Self.member(1, "a.pkpass\0logo.png", [2]) + Self.end, keeping: { $0.hasSuffix("n") })
    #expect(archive?.names == ["a.pkpass", "a.pkpass\0pass.json"])
    #expect(files == ["a.pkpass\0pass.json": [1]])
    #expect(archive?.skipped.map(\.name) == ["a.pkpass/logo.png"])
  }

  @Test func `the rest of a damaged pass is skipped by the pass's name`() throws {
    let (archive, _, _) = try received(
      Self.member(0, "a.pkpass\0pass.json", [1]) + Self.member(1, "a.pkpass\0", []) + Self.end)
    #expect(archive?.skipped == [.init(name: "rest of a.pkpass", reason: .damaged)])
  }

  @Test(
    arguments: [
      "../a.csv", "../../evil.csv", "b/../a.csv", "b/..", "..", "/etc/a.csv", "..\\a.csv",
      "C:/a.csv", "../a.pkpass\0pass.json", "a.pkpass\0../pass.json",
    ])
  func `a file whose name leads out of the archive is skipped by its name`(name: String) throws {
    var asked: [String] = []
    for state in [UInt32(0), 3] {
      let (archive, files, _) = try received(
        Self.member(state, name, [1]) + Self.member(0, "c..d/.hidden", [2]) + Self.end
      ) {
        asked.append($0)
        return true
      }
      let shown = name.replacing("\0", with: "/")
      #expect(archive?.skipped == [.init(name: shown, reason: .outside)])
      #expect(archive?.isLocked == false)
      #expect(archive?.names == ["c..d/.hidden"] && files == ["c..d/.hidden": [2]])
    }
    #expect(asked == ["c..d/.hidden", "c..d/.hidden"])
  }

  /// Sorted by insertion, the marks of so many names would take a minute.
  @Test(.timeLimit(.minutes(1)))
  func `names of very many marks, and such as were cut, are skipped by their beginning`() throws {
    let marks = "a" + String(repeating: "\u{301}\u{316}", count: 250)
    let hostile = (0..<9_990).flatMap { Self.member(0, "\(marks)\($0)", []) }
    let cut = String(repeating: "b", count: 1_024)
    let whole = String(cut.dropLast())
    let (archive, files, _) = try received(
      hostile + Self.member(0, cut, []) + Self.member(0, "a.pkpass\0\(cut)", [])
        + Self.member(0, whole, [1]) + Self.end)
    let skipped = try #require(archive?.skipped)
    #expect(skipped.count == 9_992 && skipped.allSatisfy { $0.reason == .unusableName })
    #expect(skipped.allSatisfy { $0.name.unicodeScalars.count == 61 && $0.name.hasSuffix("…") })
    #expect(archive?.names == [whole] && files == [whole: [1]])
  }

  @Test func `an answer that ends early has no end`() throws {
    for length in 0..<Self.answer.count {
      #expect(try received(Array(Self.answer[..<length])).archive == nil)
    }
  }

  @Test func `messages out of order, or of no kind, are malformed`() {
    let name = Self.message(2, 1, [0x61])
    let odd = [
      Self.message(0, 0), Self.message(6, 0), Self.message(1, 1), Self.message(3, 1, [1]),
      Self.message(4, 0), name + name, name + Self.message(4, 5), name + Self.end,
      Self.message(5, 6), Self.message(5, 256),
    ]
    for answer in odd { #expect(throws: WireError.malformed) { try received(answer) } }
  }

  @Test func `names, messages, files and their number are bounded`() {
    let chunk = Self.message(3, 1 << 16, [UInt8](repeating: 0, count: 1 << 16))
    let long = Self.message(2, 1, [0x61]) + Array(repeatElement(chunk, count: 257).joined())
    let many = Array(repeatElement(Self.member(1, "", []), count: 10_001).joined())
    for answer in [Self.message(2, 2_050), Self.message(3, 1 << 16 + 1), long, many] {
      #expect(throws: WireError.tooLong) { try received(answer) }
    }
  }

  @Test func `a request is taken apart as it was made`() throws {
    for password in [nil, Array("pass".utf8)] {
      let request = try #require(ArchiveRequest(byteCount: 70_000, password: password))
      #expect(ArchiveRequest(request.bytes) == request)
    }
    #expect(ArchiveRequest(byteCount: 0, password: [0]) == nil)
    #expect(ArchiveRequest(byteCount: 64 << 20 + 1, password: nil) == nil)
    #expect(ArchiveRequest([5, 1]) == nil)
    #expect(ArchiveRequest([0, 1, 0, 0, 0, 0]) == nil)
  }
}
