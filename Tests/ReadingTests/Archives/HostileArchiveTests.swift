import Reading
import Testing

/// Archives inside archives, and such as are made to cost memory.
@Suite struct HostileArchiveTests {
  private static func archive(
    _ files: (name: String, bytes: [UInt8])..., password: [UInt8]? = nil
  ) throws -> [UInt8] {
    try #require(ZipArchive.write(files, password: password))
  }

  private static let text = Array("{}".utf8)

  @Test func `a pass in an archive is opened with it, and no deeper`() throws {
    let deep = try Self.archive(("c.pkpass", try Self.archive(("d", Self.text))))
    let outer = try Self.archive(
      ("a.pkpass", try Self.archive(("pass.json", Self.text), ("b.pkpass", deep))),
      ("none.PKPASS", Self.text), ("empty.pkpass", []), ("other.zip", deep))
    let (outcome, members, _) = ListedMember.opened(outer)
    #expect(outcome == .whole)
    #expect(
      members == [
        ListedMember(name: "a.pkpass"), ListedMember(name: "a.pkpass\0pass.json", bytes: Self.text),
        ListedMember(name: "a.pkpass\0b.pkpass", bytes: deep), ListedMember(name: "none.PKPASS"),
        ListedMember(name: "empty.pkpass"), ListedMember(name: "other.zip", bytes: deep),
      ])
  }

  @Test func `of a damaged pass the beginning is read, and its rest is told as damaged`() throws {
    let pass = try Self.archive(("pass.json", Self.text), ("logo.png", Self.text))
    let second = try #require(Self.place(of: [0x50, 0x4B, 3, 4], in: Array(pass.dropFirst()))) + 1
    // In the header of its second file.
    let cut = Array(pass[..<(second + 20)])
    let (outcome, members, _) = ListedMember.opened(
      try Self.archive(("a.pkpass", cut), ("b.pkpass", pass)))
    #expect(outcome == .whole)
    #expect(
      members == [
        ListedMember(name: "a.pkpass"), ListedMember(name: "a.pkpass\0pass.json", bytes: Self.text),
        // 1 is CARCHIVE_MEMBER_DAMAGED.
        ListedMember(state: 1, name: "a.pkpass\0"), ListedMember(name: "b.pkpass"),
        ListedMember(name: "b.pkpass\0pass.json", bytes: Self.text),
        ListedMember(name: "b.pkpass\0logo.png", bytes: Self.text),
      ])
  }

  @Test func `a password opens the passes in an archive, too`() throws {
    let password = Array("pass".utf8)
    let inner = try Self.archive(("pass.json", Self.text), password: password)
    let outer = try Self.archive(("a.pkpass", inner), password: password)
    let (_, members, _) = ListedMember.opened(outer, password: password)
    #expect(members.map(\.name) == ["a.pkpass", "a.pkpass\0pass.json"])
    #expect(members.map(\.bytes) == [[], Self.text])
    // 3 is CARCHIVE_MEMBER_LOCKED.
    #expect(ListedMember.opened(outer).members.map(\.state) == [3])
    let locked = ListedMember.opened(try Self.archive(("a.pkpass", inner))).members
    #expect(locked.map(\.state) == [0, 3])
  }

  @Test func `a small archive of very many bytes is refused unread, also inside another`() throws {
    let bomb = try Self.archive(("pass.json", [UInt8](repeating: 0, count: 20 << 20)))
    #expect(ListedMember.opened(bomb).outcome == .bomb)
    #expect(ListedMember.opened(bomb).members.isEmpty)
    let passes = try Self.archive(("a.pkpass", bomb), ("b.pkpass", bomb))
    #expect(ListedMember.opened(passes).outcome == .bomb)
    // A table of many like rows is no bomb.
    let table = Array(String(repeating: "Shop,12345,CODE_128\n", count: 50_000).utf8)
    #expect(ListedMember.opened(try Self.archive(("a.csv", table))).outcome == .whole)
  }

  @Test func `passes have no more files together than an archive`() throws {
    let files = (0..<ZipArchive.maxMemberCount / 2).map { (name: "\($0)", bytes: [UInt8]()) }
    let half = try #require(ZipArchive.write(files, password: nil))
    let most = try Self.archive(("a.pkpass", half))
    #expect(ListedMember.opened(most).outcome == .whole)
    let more = try Self.archive(("a.pkpass", half), ("b.pkpass", half))
    #expect(ListedMember.opened(more).outcome == .tooMany)
  }

  @Test func `a file that is too large for a card is skipped, and the others are read`() throws {
    // What deflate cannot make smaller: it finds nothing again that is farther away than 32 KiB.
    var state: UInt32 = 1
    let noise = (0..<65_536).map { _ in
      // Numerical Recipes, 3rd edition, 7.1.
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: state >> 24)
    }
    let large = Array(repeatElement(noise, count: 17 << 4).joined())
    let archive = try Self.archive(("a.png", large), ("b.pkpass", large), ("c.csv", Self.text))
    let (outcome, members, _) = ListedMember.opened(archive)
    #expect(outcome == .whole)
    // 4 is CARCHIVE_MEMBER_TOO_LARGE.
    #expect(members.map(\.state) == [4, 4, 0])
    #expect(members.last?.bytes == Self.text)
  }

  @Test func `a directory of very many entries is not read to its end`() throws {
    let one = try Self.archive(("a", Self.text))
    let start = try #require(Self.place(of: [0x50, 0x4B, 1, 2], in: one))
    let end = try #require(Self.place(of: [0x50, 0x4B, 5, 6], in: one))
    let entries = Array(repeatElement(one[start..<end], count: 200_000).joined())
    let archive = Array(one[..<start]) + entries + Array(one[end...])
    let (outcome, members, blockCount) = ListedMember.opened(
      Self.relocated(archive, byteCount: entries.count))
    #expect(outcome == .tooMany && members.isEmpty)
    // All of them are 37 blocks.
    #expect(blockCount < 10)
  }

  private static func place(of mark: [UInt8], in bytes: [UInt8]) -> Int? {
    bytes.indices.first { bytes[$0...].starts(with: mark) }
  }

  /// An archive whose end states that its directory has so many bytes (APPNOTE.TXT, 4.3.16).
  private static func relocated(_ archive: [UInt8], byteCount: Int) -> [UInt8] {
    var archive = archive
    let end = archive.count - 22
    for place in 0..<4 {
      archive[end + 12 + place] = UInt8(truncatingIfNeeded: byteCount >> (8 * place))
    }
    return archive
  }
}
