import Reading
import Testing

/// Archives that are written, and opened again.
@Suite struct ZipArchiveTests {
  private static let files: [(name: String, bytes: [UInt8])] = [
    ("catima.csv", Array("2\n\n_id\n".utf8)),
    ("de.lproj/Käse 日本 🧀.strings", [UInt8](repeating: 7, count: 100_000)),
    ("empty", []),
    ("card_1_front.png", (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 7_919 >> 3) }),
  ]

  @Test(arguments: [nil, "pass", "pässwörd 🔑"] as [String?])
  func `what was written is opened again, in its order`(password: String?) throws {
    let password = password.map { Array($0.utf8) }
    let archive = try #require(ZipArchive.write(Self.files, password: password))
    let (outcome, members, _) = ListedMember.opened(archive, password: password)
    #expect(outcome == .whole)
    #expect(members == Self.files.map { ListedMember(name: $0.name, bytes: $0.bytes) })
  }

  @Test(arguments: [nil, "wrong"] as [String?])
  func `without its password an archive shows only names and empty files`(
    password: String?
  ) throws {
    let archive = try #require(ZipArchive.write(Self.files, password: Array("pass".utf8)))
    let (outcome, members, _) = ListedMember.opened(
      archive, password: password.map { Array($0.utf8) })
    #expect(outcome == .whole)
    // 3 is CARCHIVE_MEMBER_LOCKED.
    #expect(members.map(\.state) == [3, 3, 0, 3])
    #expect(members.map(\.name) == Self.files.map(\.name))
    #expect(members.allSatisfy { $0.bytes.isEmpty })
  }

  @Test func `a password encrypts each archive with salt of its own`() throws {
    let password = Array("pass".utf8)
    let first = try #require(ZipArchive.write(Self.files, password: password))
    let second = try #require(ZipArchive.write(Self.files, password: password))
    #expect(first != second)
    // AES-256 in WinZip's extra field: vendor "AE", strength 3 (WinZip, AES Encryption Information, III.D).
    #expect(Self.holds(first, [0x41, 0x45, 3]))
    #expect(!Self.holds(first, Self.files[0].bytes))
  }

  @Test func `the same files make the same archive, with the format's first time`() throws {
    let first = try #require(ZipArchive.write(Self.files, password: nil))
    let second = try #require(ZipArchive.write(Self.files, password: nil))
    #expect(first == second)
    // The local file header: "PK", 3, 4, then at 10 the time 0:00 and the date 1980-01-01 of MS-DOS.
    #expect(first.prefix(4) == [0x50, 0x4B, 3, 4])
    #expect(first[10..<14] == [0, 0, 0x21, 0])
  }

  @Test func `an archive of nothing is an archive`() throws {
    let archive = try #require(ZipArchive.write([], password: nil))
    let (outcome, members, _) = ListedMember.opened(archive)
    #expect(outcome == .whole)
    #expect(members.isEmpty)
  }

  @Test func `what could not be opened again is not written`() {
    let many = (0...ZipArchive.maximumMemberCount).map {
      (name: "\($0)", bytes: [] as [UInt8])
    }
    #expect(ZipArchive.write(many, password: nil) == nil)
    let half = [UInt8](repeating: 0, count: ZipArchive.maximumByteCount / 2)
    let large: [(name: String, bytes: [UInt8])] = [("a", half), ("b", half), ("c", [0])]
    #expect(ZipArchive.write(large, password: nil) == nil)
  }

  private static func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: part) }
  }
}
