import Csandbox
import Foundation
import Glibc
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
    let many = (0...ZipArchive.maxMemberCount).map {
      (name: "\($0)", bytes: [] as [UInt8])
    }
    #expect(ZipArchive.write(many, password: nil) == nil)
    let half = [UInt8](repeating: 0, count: ZipArchive.maxByteCount / 2)
    let large: [(name: String, bytes: [UInt8])] = [("a", half), ("b", half), ("c", [0])]
    #expect(ZipArchive.write(large, password: nil) == nil)
  }

  private static func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: part) }
  }
}

/// Archives in the closed sandbox of the reader; each case in a process of its own, because a sandbox cannot be left.
@Suite struct `Archives in the sandbox` {
  @Test func `they are written and opened in it, with a password and names beyond ASCII`() async {
    await #expect(processExitsWith: .success) {
      var blocks: [Int32] = [0, 0]
      var messages: [Int32] = [0, 0]
      guard unsafe pipe(&blocks) == 0, unsafe pipe(&messages) == 0 else { exit(89) }
      guard csandbox_enter(1 << 30, 0) == 0, csandbox_close() == 0 else { exit(90) }
      let files = [(name: "Käse", bytes: Array("inside".utf8))]
      let password = Array("pass".utf8)
      guard let archive = ZipArchive.write(files, password: password) else { exit(91) }
      // Its only block is there before it is asked for.
      guard unsafe write(blocks[1], archive, archive.count) == archive.count,
        ZipArchive.open(
          byteCount: archive.count, password: password, input: blocks[0], output: messages[1])
      else { exit(92) }
      var told = [UInt8](repeating: 0, count: 1_024)
      let count = unsafe read(messages[0], &told, told.count)
      // The messages of `carchive.h`: a block is asked for, a name, bytes, the end of the file and of the archive.
      let wanted: [UInt8] =
        [1, 0, 0, 0, 0, 2, 5, 0, 0, 0] + Array("Käse".utf8) + [3, 6, 0, 0, 0]
        + Array("inside".utf8) + [4, 0, 0, 0, 0, 5, 0, 0, 0, 0]
      guard Array(told.prefix(max(0, count))) == wanted else { exit(93) }
    }
  }
}

/// A member of an archive that was opened, as the messages of `carchive.h` tell it.
struct ListedMember: Equatable {
  /// What became of an archive, by its `carchive_status`.
  enum Outcome: Int {
    case whole, damaged, tooLarge, tooMany, outOfMemory, bomb
  }

  var state = 0
  var name: String
  var bytes: [UInt8] = []

  /// Opens an archive in a thread of its own, sends it the blocks that it asks for, and takes what it tells apart.
  ///
  /// - Returns: What became of it, its members, and how many blocks were asked for; the first is `nil` if it did not end.
  static func opened(
    _ archive: [UInt8], password: [UInt8]? = nil
  ) -> (outcome: Outcome?, members: [ListedMember], blockCount: Int) {
    let (blocks, messages) = (Pipe(), Pipe())
    let input = blocks.fileHandleForReading.fileDescriptor
    let output = messages.fileHandleForWriting.fileDescriptor
    let byteCount = archive.count
    Thread.detachNewThread {
      _ = ZipArchive.open(byteCount: byteCount, password: password, input: input, output: output)
    }
    func taken(_ count: Int) -> [UInt8] {
      var bytes: [UInt8] = []
      while bytes.count < count {
        let more = try? messages.fileHandleForReading.read(upToCount: count - bytes.count)
        guard let more, !more.isEmpty else { break }
        bytes += more
      }
      return bytes
    }
    var members: [ListedMember] = []
    var blockCount = 0
    while true {
      let head = taken(5)
      let number = head.dropFirst().reversed().reduce(0) { $0 << 8 | Int($1) }
      switch head.first {
      case 1:
        blockCount += 1
        let block = archive[number..<min(archive.count, number + (1 << 18))]
        try? blocks.fileHandleForWriting.write(contentsOf: Data(block))
      case 2: members.append(ListedMember(name: String(decoding: taken(number), as: UTF8.self)))
      case 3: members[members.count - 1].bytes += taken(number)
      case 4:
        members[members.count - 1].state = number
        if number != 0 { members[members.count - 1].bytes = [] }
      case 5: return (Outcome(rawValue: number), members, blockCount)
      default: return (nil, members, blockCount)
      }
    }
  }
}
