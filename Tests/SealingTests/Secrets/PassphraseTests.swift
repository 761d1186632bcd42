import Glibc
import Testing

@testable import Sealing

@Suite struct PassphraseTests {
  @Test func `a line is read to its end, and the rest is left`() throws {
    let pipe = try Pipe("first\nsecönd \r\nlast")
    #expect(try read(pipe) == Array("first".utf8))
    // Neither normalised nor trimmed.
    #expect(try read(pipe) == Array("secönd \r".utf8))
    #expect(try read(pipe) == Array("last".utf8))
    #expect(failure(pipe) == .passphrase(.missing))
  }

  @Test func `an empty line, no line, and a folder are distinguished`() throws {
    #expect(failure(try Pipe("\n")) == .passphrase(.empty))
    #expect(failure(try Pipe("")) == .passphrase(.missing))
    let folder = try WholeFile.openFolder("/")
    defer { close(folder) }
    #expect(
      sealingFailure { () throws(SealingError) in _ = try Passphrase(readingLineFrom: folder) }
        == .passphrase(.system(EISDIR)))
    #expect(
      sealingFailure { () throws(SealingError) in _ = try Passphrase(readingLineFrom: .max) }
        == .passphrase(.system(EBADF)))
  }

  @Test func `1,024 bytes are accepted, and a longer line is dropped completely`() throws {
    let most = String(repeating: "p", count: 1_024)
    let pipe = try Pipe("\(most)\n\(most)p\nnext\n")
    #expect(try read(pipe) == Array(most.utf8))
    #expect(failure(pipe) == .passphrase(.tooLong))
    #expect(try read(pipe) == Array("next".utf8))
    let longer = [UInt8](repeating: 7, count: 1_025)
    #expect(
      sealingFailure { () throws(SealingError) in _ = try Passphrase(longer.span) }
        == .passphrase(.tooLong))
    let none: [UInt8] = []
    #expect(
      sealingFailure { () throws(SealingError) in _ = try Passphrase(none.span) }
        == .passphrase(.empty))
  }

  @Test func `two are equal when every byte is`() throws {
    let one = try Passphrase("horse")
    let pipe = try Pipe("horse\nhorsf\nhors\n")
    let same = try Passphrase(readingLineFrom: pipe.end)
    let other = try Passphrase(readingLineFrom: pipe.end)
    let shorter = try Passphrase(readingLineFrom: pipe.end)
    #expect(one.isSame(as: same) && same.isSame(as: one))
    #expect(!one.isSame(as: other) && !one.isSame(as: shorter) && !shorter.isSame(as: one))
  }

  /// The reading end of a pipe that contains some text.
  private final class Pipe {
    let end: Int32

    init(_ text: String) throws {
      var ends: [Int32] = [0, 0]
      try SystemFailure.check { unsafe pipe(&ends) }
      end = ends[0]
      let bytes = Array(text.utf8)
      try SystemFailure.check { unsafe write(ends[1], bytes, bytes.count) }
      close(ends[1])
    }

    deinit { close(end) }
  }

  private func read(_ pipe: Pipe) throws -> [UInt8] {
    try Passphrase(readingLineFrom: pipe.end).unguardedBytes
  }

  private func failure(_ pipe: Pipe) -> SealingError? {
    sealingFailure { () throws(SealingError) in _ = try Passphrase(readingLineFrom: pipe.end) }
  }
}
