import Cards
import Glibc
import SystemPackage
import Testing

@testable import ReaderLink

/// Readers that see a key: a script in their place reports what it was given, or misbehaves.
@Suite struct `Readers used once` {
  static let rogue = FilePath(#filePath).removingLastComponent().appending("rogue-key-reader")

  /// Runs `body` with an open file that contains the text and has no name.
  static func withFile<Value>(
    _ text: String, _ body: (FileDescriptor) async throws -> Value
  ) async throws -> Value {
    let path = "/tmp/cardvault-photo-\(UInt64.random(in: 0 ... .max))"
    let file = try FileDescriptor.open(
      FilePath(path), .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
      permissions: .ownerReadWrite)
    defer { try? file.close() }
    unsafe unlink(path)
    try file.writeAll(Array(text.utf8))
    try file.seek(offset: 0, from: .start)
    return try await body(file)
  }

  static func text(_ descriptor: FileDescriptor) throws -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = try unsafe chunk.withUnsafeMutableBytes { try unsafe descriptor.read(into: $0) }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }

  /// A reader's result for a photo that contains these words.
  func read(_ words: String, timeout: Duration = .seconds(20)) async throws -> String {
    try await Self.withFile(words) { photo in
      try await KeyPhotoReader(executable: Self.rogue, timeout: timeout)
        .read(photo) { try Self.text($0) }
    }
  }

  @Test func `a photo goes in unchanged, and the line comes out, without environment`() async throws
  {
    #expect(try await read("a photo") == "--key 0 a photo")
  }

  @Test(
    arguments: [
      (90, .noKey), (91, .severalKeys), (102, .refused(.notAPicture)), (104, .refused(.damaged)),
      (105, .refused(.tooLarge(megapixels: 0))),
    ] as [(Int, KeyEnding)])
  func `a photo without exactly one key has its own error`(status: Int, ending: KeyEnding) async {
    #expect(ending.status == Int32(status))
    await #expect(throws: ending) { try await read("photo \(status)") }
  }

  @Test(
    arguments: [
      ("1", .readerUnusable), ("crash", .broken), ("64", .broken), ("99", .broken),
      ("hang", .timedOut), ("flood", .timedOut),
    ] as [(String, ReaderLinkError)])
  func `a reader that crashes or hangs gives no key`(word: String, error: ReaderLinkError) async {
    let timeout = Duration.seconds(error == .timedOut ? 2 : 20)
    await #expect(throws: error) { try await read("photo \(word)", timeout: timeout) }
  }

  @Test(
    arguments: [
      ("version=0.0.9", .otherVersion("0.0.9")), ("version=", .otherVersion("")),
      ("version=\u{1B}[2J", .otherVersion("")),
      ("version=12345678901234567890.1", .otherVersion("")),
      ("version=1.2.3-beta.1+a64", .otherVersion("1.2.3-beta.1+a64")),
      ("exit=64", .otherVersion("")), ("exit=127", .readerUnusable),
    ] as [(String, ReaderLinkError)])
  func `a reader of another version is given nothing`(
    name: String, error: ReaderLinkError
  ) async throws {
    let folder = FilePath("/tmp/cardvault-rogue-\(UInt64.random(in: 0 ... .max))")
    try #require(unsafe mkdir(folder.string, 0o700) == 0)
    let rogue = folder.appending(name)
    try #require(unsafe symlink(Self.rogue.string, rogue.string) == 0)
    defer {
      unsafe unlink(rogue.string)
      unsafe rmdir(folder.string)
    }
    try await Self.withFile("a photo") { photo in
      await #expect(throws: error) {
        try await KeyPhotoReader(executable: rogue).read(photo) { try Self.text($0) }
      }
      // It did not read a byte.
      let place = try photo.seek(offset: 0, from: .current)
      #expect(place == 0)
    }
    try await Self.withFile("") { file in
      await #expect(throws: error) {
        try await SheetPrinter(executable: rogue).print(Self.details(), as: .pdf, into: file) {
          try $0.writeAll(Array("the line\n".utf8))
        }
      }
      let written = try Self.text(file)
      #expect(written.isEmpty)
    }
    await #expect(throws: error) {
      try await PictureRenderer(executable: rogue).render(Array("photo".utf8), as: .png)
    }
    await #expect(throws: error) {
      try await PictureRenderer(executable: rogue).renderEach(
        of: [Array("photo".utf8)], onPicture: { _, _ in })
    }
  }

  @Test(arguments: [("photo", 0), ("lacking photo", 1), ("lacking photo 90", 1)])
  func `missing protections are reported, even when there is no key`(
    words: String, count: Int
  ) async throws {
    var told: [[String]] = []
    try await Self.withFile(words) { photo in
      _ = try? await KeyPhotoReader(executable: Self.rogue).read(
        photo, onMissing: { told.append($0) }
      ) { try Self.text($0) }
    }
    #expect(told == Array(repeating: ["Landlock (files)", "seccomp"], count: count))
    told = []
    try await Self.withFile("") { file in
      try? await SheetPrinter(executable: Self.rogue).print(
        Self.details(), as: .pdf, into: file, onMissing: { told.append($0) }
      ) { try $0.writeAll(Array("\n\(words)\n".utf8)) }
    }
    #expect(told.count == count)
    told = []
    _ = try? await PictureRenderer(executable: Self.rogue).render(
      Array(words.utf8), as: .png, onMissing: { told.append($0) })
    #expect(told.count == count)
  }

  @Test func `a missing reader is unusable`() async throws {
    try await Self.withFile("photo") { photo in
      let reader = KeyPhotoReader(executable: "/nonexistent/cardvault-reader")
      await #expect(throws: ReaderLinkError.readerUnusable) {
        try await reader.read(photo) { _ in }
      }
    }
  }

  static func details() throws -> RecoveryDetails {
    let date = try #require(CalendarDate("2026-11-21"))
    return try #require(
      RecoveryDetails(
        keyID: "1f0e7c25a9b3d4881f0e7c25a9b3d488",
        fingerprint: "04711 90210 12345 67890 00042 31415", date: date, isWrapped: true))
  }

  /// Prints a sheet with a line in place of the key's, and returns what the file then contains.
  func print(_ line: String, timeout: Duration = .seconds(20)) async throws -> String {
    try await Self.withFile("") { file in
      try await SheetPrinter(executable: Self.rogue, timeout: timeout)
        .print(Self.details(), as: .pdf, into: file) { try $0.writeAll(Array(line.utf8)) }
      try file.seek(offset: 0, from: .start)
      return try Self.text(file)
    }
  }

  @Test func `the printer sends details and line, and the reader fills the file`() async throws {
    let sent = try await print("the line\n")
    #expect(sent.hasPrefix("--sheet pdf 0 ") && sent.hasSuffix("the line\n"))
    let bytes = Array(sent.utf8.dropFirst("--sheet pdf 0 ".utf8.count))
    let count = try Frame.byteCount(header: bytes.prefix(4))
    let message = try Frame.message(
      Cardvault_Reader_Sheet.self, from: Array(bytes[4..<4 + count]))
    let details = try Self.details()
    #expect(message.details == details)
    #expect(bytes.count == 4 + count + 9)
  }

  @Test(
    arguments: [
      ("70", .notRendered), ("1", .notRendered), ("74", .notWritten), ("crash", .notRendered),
      ("hang", .timedOut),
    ] as [(String, ReaderLinkError)])
  func `a sheet that was not rendered is an error`(word: String, error: ReaderLinkError) async {
    let timeout = Duration.seconds(word == "hang" ? 2 : 20)
    await #expect(throws: error) { try await print(" \(word)\n", timeout: timeout) }
  }

  @Test func `an error while writing the line ends it before a reader starts`() async throws {
    struct Enough: Error {}
    try await Self.withFile("") { file throws in
      let printer = SheetPrinter(executable: Self.rogue)
      await #expect(throws: Enough.self) {
        try await printer.print(Self.details(), as: .png, into: file) { _ in throw Enough() }
      }
      let written = try Self.text(file)
      #expect(written.isEmpty)
    }
  }

  @Test(
    arguments: [
      { $0.keyID = "x" }, { $0.fingerprint = "" }, { $0.date = "2026-02-30" },
      { $0.date = "<b>" },
    ] as [@Sendable (inout Cardvault_Reader_Sheet) -> Void])
  func `malformed details are refused`(
    spoil: @Sendable (inout Cardvault_Reader_Sheet) -> Void
  ) throws {
    var message = Cardvault_Reader_Sheet(try Self.details())
    #expect(message.details != nil)
    spoil(&message)
    #expect(message.details == nil)
  }
}
