import Foundation
import SystemPackage
import Testing

@testable import ReaderLink

/// Readers that open archives: a script in their place tells the archive itself as a file, or misbehaves.
@Suite struct `Readers that open archives` {
  private static let rogue = FilePath(#filePath).removingLastComponent()
    .appending("rogue-archive-reader")
  /// Three blocks, of which the last one is short.
  private static let archive = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 7_919 >> 5) }

  /// The files that are wanted, by name.
  private func opened(
    _ source: PictureSource, _ word: String = "", timeout: Duration = .seconds(20),
    keeping isWanted: (String) -> Bool = { _ in true }
  ) async throws -> (archive: OpenedArchive, files: [String: [UInt8]]) {
    var files: [String: [UInt8]] = [:]
    let opener = ArchiveOpener(executable: Self.rogue, timeout: timeout)
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
    _ = try await ArchiveOpener(executable: Self.rogue).open(
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
    let opener = ArchiveOpener(executable: Self.rogue, timeout: .seconds(3))
    let archive = try await opener.open(
      .bytes(Self.archive), password: nil, keeping: { _ in true }
    ) { _, _ in try await Task.sleep(for: .seconds(2)) }
    #expect(archive.outcome == .whole)
    await #expect(throws: Stop.self) {
      _ = try await ArchiveOpener(executable: Self.rogue).open(
        .bytes(Self.archive), password: nil, keeping: { _ in true }
      ) { _, _ in throw Stop() }
    }
  }

  @Test func `a missing reader is unusable, and a file that is too long is not sent`()
    async throws
  {
    await #expect(throws: ReaderLinkError.readerUnusable) {
      _ = try await ArchiveOpener(executable: "/nonexistent/cardvault-reader").open(
        .bytes([1]), password: nil, keeping: { _ in true }
      ) { _, _ in }
    }
    let long = [UInt8](repeating: 0, count: ArchiveRequest.maximumArchiveByteCount + 1)
    await #expect(throws: PictureSource.Failure.tooLong(megabytes: 65)) {
      _ = try await opened(.bytes(long))
    }
  }
}
