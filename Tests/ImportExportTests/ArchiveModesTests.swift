import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// The reader's modes that open and write archives, as processes.
@Suite struct `Archive modes of the reader` {
  private static let reader = Person.executables.appending("cardvault-reader")
  /// No password; then the lengths of a name and a file, and both.
  private static let request = "\0\u{1}\0\0\0\u{2}\0\0\0a{}"

  @Test(
    .enabled(if: HeldProcess.isPossible, "strace follows a process as root only"),
    arguments: [
      // No password, and an archive without bytes.
      ("--archive", "\0\0\0\0\0"), ("--write-archive", Self.request), ("--write-archives", ""),
      ("--render-each", ""),
    ])
  func `their sandbox is closed before the first byte is read`(
    mode: String, request: String
  ) async throws {
    let person = try Person()
    let log = person.home.appending("calls").string
    let outcome = try await person.runs(
      "/usr/bin/strace",
      [
        "-f", "-qq", "-o", log, "-e", "trace=landlock_restrict_self,seccomp,read",
        Self.reader.string, mode,
      ], input: request)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let calls = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    let files = try #require(calls.firstIndex { $0.contains("landlock_restrict_self(") })
    let filter = try #require(
      calls.firstIndex { $0.contains("seccomp(") && $0.contains("{len=") })
    let input = try #require(calls.firstIndex { $0.contains("read(0,") })
    #expect(files < filter)
    #expect(filter < input)
  }

  @Test func `one process opens several archives, but only one with a password`() async throws {
    func told(_ input: String) async throws -> [UInt8] {
      let outcome = try await Person().runs(Self.reader, ["--archive"], input: input)
      #expect(outcome.status == 0, "\(outcome.errors)")
      return outcome.bytes
    }
    // An archive without bytes; the end of it is told in five.
    let plain = "\0\0\0\0\0"
    let one = try await told(plain)
    #expect(try await told(plain + plain) == one + one.suffix(5))
    let locked = "\u{1}p\0\0\0\0"
    #expect(try await told(locked + locked) == told(locked))
  }

  @Test func `files become an archive`() async throws {
    let outcome = try await Person().runs(Self.reader, ["--write-archive"], input: Self.request)
    #expect(outcome.status == 0)
    // A local file header (.ZIP Application Note, 4.3.7).
    #expect(outcome.bytes.starts(with: [0x50, 0x4B, 3, 4]))
  }

  @Test func `several requests become as many archives`() async throws {
    let part = "\u{C}\0\0\0" + Self.request
    let one = try await Person().runs(Self.reader, ["--write-archive"], input: Self.request)
    let two = try await Person().runs(Self.reader, ["--write-archives"], input: part + part)
    #expect(two.status == 0, "\(two.errors)")
    let (low, high) = (UInt8(one.bytes.count & 0xFF), UInt8(one.bytes.count >> 8))
    let framed = [low, high, 0, 0] + one.bytes
    #expect(two.bytes == framed + framed)
  }

  @Test(arguments: ["--write-archives", "--render-each"])
  func `a request that is not whole makes nothing`(mode: String) async throws {
    for input in ["\u{1}", "\u{2}\0\0\0a"] {
      let outcome = try await Person().runs(Self.reader, [mode], input: input)
      #expect(outcome.status == 1)
      #expect(outcome.bytes.isEmpty)
    }
  }

  @Test(arguments: ["", "\u{5}", "\0\u{1}\0\0\0\u{2}\0\0\0a{", "\0\u{2}\0\0\0\0\0\0\0.."])
  func `what is no request makes none`(input: String) async throws {
    let outcome = try await Person().runs(Self.reader, ["--write-archive"], input: input)
    #expect(outcome.status == 1)
    #expect(outcome.bytes.isEmpty)
  }
}
