import Testing

@testable import ReaderLink

/// A reader's answer about an archive.
@Suite struct OpenedArchiveTests {
  private static func member(_ state: UInt8, _ name: String, _ bytes: [UInt8]) -> [UInt8] {
    [state, UInt8(name.utf8.count), 0, 0, 0, UInt8(bytes.count), 0, 0, 0] + name.utf8 + bytes
  }

  private static let answer: [UInt8] =
    [0] + member(0, "a", [1, 2]) + member(0, "a", [3]) + member(2, "b", []) + member(3, "c", [])

  @Test func `files and what was skipped are listed`() throws {
    let opened = try OpenedArchive(Self.answer)
    #expect(opened.members == ["a": [1, 2]])
    #expect(opened.skipped.map(\.name) == ["a", "b", "c"])
    #expect(opened.skipped.map(\.reason) == [.duplicate, .noFile, .locked])
    #expect(opened.isLocked)
  }

  @Test func `an answer that ends early has fewer files or is malformed`() {
    for length in 0..<Self.answer.count {
      let opened = try? OpenedArchive(Array(Self.answer[..<length]))
      #expect((opened?.members.count ?? 0) + (opened?.skipped.count ?? 0) < 4)
    }
  }

  @Test func `a request is taken apart as it was made`() throws {
    for password in [nil, Array("pass".utf8)] {
      let request = try #require(ArchiveRequest(archive: [1, 2, 3], password: password))
      let received = try #require(ArchiveRequest(request.bytes))
      #expect(received.archive == [1, 2, 3])
      #expect(received.password == password)
    }
    #expect(ArchiveRequest(archive: [], password: [0])?.archive == nil)
    #expect(ArchiveRequest([5, 1])?.archive == nil)
  }
}
