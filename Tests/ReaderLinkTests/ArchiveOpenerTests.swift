import Foundation
import Glibc
import SystemPackage
import Testing

@testable import ReaderLink

/// Readers that open archives: a script in their place tells the archive itself as a file, or misbehaves.
@Suite struct `Readers that open archives` {
  private static let rogue = FilePath(#filePath).removingLastComponent()
    .appending("rogue-archive-reader")
  /// More than a reader needs on a busy machine, where other tests keep it from running for seconds.
  private static let longest = Duration.seconds(20)
  private static var opener: ArchiveOpener {
    ArchiveOpener(executable: { rogue }, timeout: longest)
  }
  /// Three blocks, of which the last one is short.
  private static let archive = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 7_919 >> 5) }

  init() {
    // As in the programs: a reader may be gone when it is written to.
    signal(SIGPIPE, SIG_IGN)
  }

  /// The files that are wanted, by name.
  private func opened(
    _ source: PictureSource, _ word: String = "", timeout: Duration = longest,
    keeping isWanted: (String) -> Bool = { _ in true }
  ) async throws -> (archive: OpenedArchive, files: [String: [UInt8]]) {
    var files: [String: [UInt8]] = [:]
    let opener = ArchiveOpener(executable: { Self.rogue }, timeout: timeout)
    let archive = try await opener.open(
      source, password: word.isEmpty ? nil : Array(word.utf8), keeping: isWanted
    ) { name, bytes in files[name] = bytes }
    return (archive, files)
  }

  @Test func `an archive is sent block by block, and its files come one after the other`()
    async throws
  {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("cardvault-archive-\(UInt64.random(in: 0 ... .max))")
    try Data(Self.archive).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    for source in [PictureSource.bytes(Self.archive), .file(FilePath(path.path))] {
      let (archive, files) = try await opened(source)
      #expect(archive.outcome == .whole && archive.names == ["archive", "other"])
      #expect(files["archive"] == Self.archive)
      #expect(files["other"] == Array("other".utf8))
    }
  }

  @Test func `files that are not wanted are named only`() async throws {
    let (archive, files) = try await opened(.bytes(Self.archive), keeping: { $0 == "other" })
    #expect(archive.names == ["archive", "other"])
    #expect(Array(files.keys) == ["other"])
  }

  @Test func `missing protections are reported once`() async throws {
    var told: [[String]] = []
    _ = try await Self.opener.open(
      .bytes([1]), password: nil, onMissing: { told.append($0) }, keeping: { _ in false }
    ) { _, _ in }
    #expect(told == [["Landlock"]])
  }

  @Test(
    arguments: [
      "crash", "exit", "outside", "odd", "garbage", "endless", "names", "large",
    ])
  func `a reader that crashes or breaks the rules opens nothing`(word: String) async throws {
    await #expect(throws: ReaderLinkError.broken) {
      _ = try await opened(.bytes(Self.archive), word)
    }
  }

  @Test func `a reader that hangs is killed, and one that stays is not waited for`() async throws {
    await #expect(throws: ReaderLinkError.timedOut) {
      _ = try await opened(.bytes(Self.archive), "hang", timeout: .seconds(2))
    }
    let (archive, _) = try await opened(.bytes(Self.archive), "stay")
    #expect(archive.outcome == .whole)
  }

  @Test func `what is done with a file does not count as the reader's time, and may fail`()
    async throws
  {
    struct Stop: Error {}
    // Together, the two files take longer than a reader may.
    let archive = try await Self.opener.open(
      .bytes(Self.archive), password: nil, keeping: { _ in true }
    ) { _, _ in try await Task.sleep(for: Self.longest * 0.55) }
    #expect(archive.outcome == .whole)
    await #expect(throws: Stop.self) {
      _ = try await Self.opener.open(
        .bytes(Self.archive), password: nil, keeping: { _ in true }
      ) { _, _ in throw Stop() }
    }
  }

  /// Which processes open archives of so many bytes, one after the other.
  private func processes(
    _ byteCounts: [Int], password: [UInt8]? = nil, by opener: ArchiveOpener
  ) async throws -> [[UInt8]] {
    var processes: [[UInt8]] = []
    for count in byteCounts {
      _ = try await opener.open(
        .bytes([UInt8](repeating: 0, count: count)), password: password, keeping: { _ in true }
      ) { _, bytes in processes.append(bytes) }
    }
    return processes
  }

  @Test func `one reader opens many archives, but not too many`() async throws {
    let opener = Self.opener
    let most = ArchiveOpener.archivesPerReader
    let processes = try await processes(Array(repeating: 3, count: most + 1), by: opener)
    #expect(Set(processes.prefix(most)).count == 1)
    #expect(processes[most] != processes[0])
  }

  @Test func `a reader that knows a password opens nothing else`() async throws {
    let opener = Self.opener
    let before = try await processes([3], by: opener)
    let secret = try await processes([3, 3], password: [1], by: opener)
    let after = try await processes([3], by: opener)
    #expect(Set(before + secret + after).count == 4)
  }

  @Test func `after a damaged archive, a fresh reader opens the next one`() async throws {
    let opener = Self.opener
    let processes = try await processes([4, 3, 3], by: opener)
    #expect(processes[0] != processes[1] && processes[1] == processes[2])
  }

  @Test func `an archive that ends its reader keeps no other from being opened`() async throws {
    let opener = Self.opener
    let processes = try await processes([3, 5, 3], by: opener)
    #expect(processes.count == 3 && processes[0] == processes[1])
    #expect(processes[1] != processes[2])
  }

  @Test func `a missing reader is unusable, and a file that is too long is not sent`()
    async throws
  {
    await #expect(throws: ReaderLinkError.readerUnusable) {
      _ = try await ArchiveOpener(executable: { "/nonexistent/cardvault-reader" }).open(
        .bytes([1]), password: nil, keeping: { _ in true }
      ) { _, _ in }
    }
    let long = [UInt8](repeating: 0, count: ArchiveRequest.maxArchiveByteCount + 1)
    await #expect(throws: PictureSource.Failure.tooLong(megabytes: 65)) {
      _ = try await opened(.bytes(long))
    }
  }
}
