import Foundation
import Sealing
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultSync

/// Names in a folder, and what programs print of a target, where strangers can put files.
@Suite struct ListingTests {
  private static let marks =
    String(repeating: "\u{301}", count: 500_000) + String(repeating: "\u{316}", count: 500_000)
  private static let id = String(repeating: "1", count: 40)

  private struct Item: Encodable {
    let Path: String
    let Size: Int
  }

  @Test func `lengths that no file has do not overflow when they are added up`() throws {
    let items = [Int.max, Int.max, Int.min, Int.min, 7].enumerated().map { number, length in
      #"{"Path":"segments/\#(number).segment","Size":\#(length)}"#
    }
    let output = Array("[\(items.joined(separator: ","))]".utf8)
    let files = try #require(RcloneListing.files(in: output))
    let most = VaultLayout.fileByteLimit + 1
    #expect(files.map(\.byteCount) == [most, most, -1, -1, 7])
    #expect(RcloneListing.files(in: Array("[".utf8)) == nil)
  }

  /// Where they are compared or hashed, a million marks on a letter take hours.
  @Test(.timeLimit(.minutes(1)))
  func `names that no file of ours has are left out`() throws {
    let names = ["a" + Self.marks, "a\nb"]
    let paths =
      names.flatMap { ["\($0).segment", "segments/\($0).segment", "\($0)/x.segment"] } + ["a.vault"]
    let output = try JSONEncoder().encode(paths.map { Item(Path: $0, Size: 1) })
    let files = RcloneListing.files(in: Array(output))
    #expect(files?.map(\.file) == [StoredFile(folder: nil, name: "a.vault")])
    let entries = paths.map { GitListing.Entry(Array("100644 blob \(Self.id) 1\t\($0)".utf8)[...]) }
    #expect(entries.compactMap { $0?.path } == [["a.vault"]])
    let branches = "\(Self.id)\trefs/heads/\(Self.marks)\n\(Self.id)\trefs/heads/main\n"
    let tip = GitListing.tip(in: Array(branches.utf8))
    #expect(tip == GitListing.Tip(branch: "main", commit: Self.id))
  }

  @Test func `a slash with a mark on it is still a slash`() {
    let path = "segments/\u{301}x"
    let files = RcloneListing.files(in: Array(#"[{"Path":"\#(path)","Size":1}]"#.utf8))
    #expect(files?.map(\.file) == [StoredFile(folder: "segments", name: "\u{301}x")])
    let entry = GitListing.Entry(Array("100644 blob \(Self.id) 1\t\(path)".utf8)[...])
    #expect(entry?.path == ["segments", "\u{301}x"])
  }

  @Test func `git's listing tells folders, files and links apart`() {
    let lines = [
      "040000 tree \(Self.id)       -\tsegments", "120000 blob \(Self.id)  3\tlink",
      "100644 blob \(Self.id)  5\tpacks/a.pack", "100644 blob \(Self.id)  -\tb.vault", "none",
    ]
    let entries = lines.compactMap { GitListing.Entry(Array($0.utf8)[...]) }
    #expect(entries.map(\.isFolder) == [true, false, false, false])
    #expect(entries.map(\.isFile) == [false, false, true, true])
    #expect(entries.map(\.path) == [["segments"], ["link"], ["packs", "a.pack"], ["b.vault"]])
    #expect(entries.last?.byteCount == VaultLayout.fileByteLimit + 1)
    let shown = "ref: refs/heads/cards\tHEAD\n\(Self.id)\tHEAD\n\(Self.id)\trefs/heads/cards\n"
    #expect(GitListing.tip(in: Array(shown.utf8)).branch == "cards")
    #expect(GitListing.tip(in: []) == GitListing.Tip())
  }

  private static func ours(_ kind: StoredKind, _ digit: Int) -> StoredFile {
    let digits = String(repeating: "\(digit)", count: 64)
    return StoredFile(folder: kind.folder, name: digits + kind.suffix)
  }

  private static let fewOfOurs = (1...3).map { ours(.segment, $0) }

  /// Files of ours in one folder, and floods in others, in which one more of ours is.
  private static let flood: [StoredFile] = {
    var files = fewOfOurs + [ours(.other, 4)]
    files += (0..<12).map { StoredFile(folder: nil, name: "\($0).txt") }
    files += (0..<11).map { StoredFile(folder: "other", name: "\($0).txt") }
    return files
  }()

  @Test func `a flood in one folder hides nothing in others, and what may be ours comes first`() {
    let all = VaultListing.bounded(Self.flood, to: Self.flood.count) { $0 }
    #expect(all == Self.flood)
    let some = VaultListing.bounded(Self.flood, to: 12) { $0 }
    #expect(some.count == 12 && Set(some).isSubset(of: Self.flood))
    #expect(Set(some.filter(\.isLikeOurs)) == Set(Self.fewOfOurs + [Self.ours(.other, 4)]))
    #expect(some.count { $0.folder == nil } == 4)
    let there = Self.flood.map { RemoteFile(file: $0, byteCount: 1) }
    #expect(!RemoteListing(there, isCut: false).isPartial)
    #expect(RemoteListing(there, isCut: true).isPartial)
    let bounded = RemoteListing(there, isCut: false, limit: 12)
    #expect(bounded.isPartial && bounded.files.count == 12)
  }

  @Test func `a folder is listed up to a limit, in capitals too`() throws {
    let temporary = try VaultFolder()
    for file in Self.flood + [StoredFile(folder: "OTHER", name: "13.txt")] {
      let path = temporary.path.pushing(FilePath(file.path))
      try FileManager.default.createDirectory(
        atPath: path.removingLastComponent().string, withIntermediateDirectories: true)
      try Data().write(to: URL(filePath: path.string))
    }
    let whole = try VaultListing(of: Folder(temporary.path))
    #expect(whole.files.count == Self.flood.count + 1 && !whole.isPartial)
    for limit in [0, 1, 5, 12, 27] {
      let listing = try VaultListing(of: Folder(temporary.path), limit: limit)
      #expect(listing.isPartial && listing.files.count <= limit, "limit \(limit)")
      #expect(limit < 12 || Set(listing.files).isSuperset(of: Self.fewOfOurs))
    }
    let names = try Folder(temporary.path).names(upTo: 15)
    #expect(names.count == 15 && !names.isPartial && names.names.contains("segments"))
    // Wherever it is among the others.
    try Data().write(to: URL(filePath: temporary.path.appending("x.vault").string))
    let few = try Folder(temporary.path).names(upTo: 4)
    #expect(few.isPartial && Set(few.names) == ["OTHER", "other", "segments", "x.vault"])
  }

  @Test func `of too many key files, the smallest are looked at`() throws {
    let temporary = try VaultFolder()
    for (name, count) in [("b", 9), ("c", 5), ("d", 5), ("a", 7)] {
      try temporary.write([UInt8](repeating: 0, count: count), to: name)
    }
    let folder = try Folder(temporary.path)
    let files = ["a", "b", "c", "d"].map { StoredFile(folder: nil, name: $0) }
    let all = folder.smallest(of: files, byteLimit: 26)
    #expect(all.isAll && all.files == files)
    let some = folder.smallest(of: files, byteLimit: 17)
    #expect(!some.isAll && some.files.map(\.name) == ["a", "c", "d"])
  }

  @Test func `a listing that was cut is used without its last entry`() throws {
    let items = (0..<3).map { #"{"Path":"\#($0).vault","Size":1}"# }.joined(separator: ",\n")
    let output = Array("[\n\(items)\n]\n".utf8)
    #expect(RcloneListing.files(in: output)?.count == 3)
    for count in 0..<output.count - 1 {
      let files = try #require(
        RcloneListing.files(in: Array(output.prefix(count)), isCut: true), "\(count) bytes")
      #expect(files.map(\.file.name) == (0..<files.count).map { "\($0).vault" })
      #expect(count < 70 || files.count == 2)
    }
    let lines = (0..<3).map { "100644 blob \(Self.id) 1\t\($0).vault\0" }.joined()
    let cut = GitListing.entries(in: Array(lines.utf8.dropLast(3)), isCut: true)
    #expect(cut.map(\.path) == [["0.vault"], ["1.vault"]])
    #expect(GitListing.entries(in: Array(lines.utf8), isCut: false).count == 3)
  }

  @Test func `a program that prints without end is stopped`() async throws {
    let shell = Program(name: "sh")
    let ending = try await shell.run(["-c", "yes; echo done >&2"], cutAt: 1_000)
    #expect(ending.isCut && ending.isSuccess && ending.output.count == 1_000)
    let short = try await shell.run(["-c", "printf abc; exit 7"], cutAt: 3)
    #expect(!short.isCut && short.code == 7 && short.output == Array("abc".utf8))
    await #expect {
      _ = try await shell.run(["-c", "yes"])
    } throws: { error in
      guard case TransportProblem.failed("sh", let words) = error else { return false }
      return words.contains("more output than is accepted")
    }
  }
}

@Suite struct StoredFileTests {
  private static let digits = String(repeating: "0123456789abcdef", count: 4)

  @Test(arguments: StoredKind.allCases)
  func `a name with a hash, in the folder of its kind, has a kind and the hash`(
    kind: StoredKind
  ) throws {
    let hash = try #require(ContentHash(hexadecimal: Self.digits[...]))
    let file = StoredFile(kind, hash)
    #expect(file.kind == kind)
    #expect(file.hash == hash)
    for other in StoredKind.allCases where other != kind {
      let moved = StoredFile(folder: other.folder, name: file.name)
      #expect(moved.kind == nil && moved.hash == nil)
    }
  }

  @Test(
    arguments: [
      ("SEGMENTS", "HASH.segment"), ("segments", "HASH.SEGMENT"), ("Segments", "HASH.Segment"),
    ])
  func `a file in capitals is like ours, and which one is meant is known`(
    folder: String, name: String
  ) throws {
    let hash = try #require(ContentHash(hexadecimal: Self.digits[...]))
    for digits in [Self.digits, Self.digits.uppercased()] {
      let file = StoredFile(folder: folder, name: name.replacing("HASH", with: digits))
      #expect(file.inLowerCase == StoredFile(.segment, hash))
      #expect(file.isLikeOurs && file.kind == nil)
    }
    let header = StoredFile(folder: nil, name: "\(Self.digits.uppercased()).VAULT")
    #expect(header.inLowerCase == StoredFile(.vault, hash) && header.isLikeHeader)
    for other in [
      StoredFile(folder: "packs", name: "\(Self.digits).SEGMENT"),
      StoredFile(folder: nil, name: "READ.ME"), StoredFile(folder: "SEGMENTS", name: "A.SEGMENT"),
    ] {
      #expect(other.inLowerCase == other)
    }
    #expect(VaultLayout.isPassedOver("\(Self.digits).SEGMENT.TMP"))
  }

  @Test(
    arguments: [
      "", ".segment", String(digits.dropLast()) + ".segment", digits + "0.segment",
      digits.uppercased() + ".segment", digits + ".SEGMENT", digits + ".pack", digits,
      digits + ".segment.tmp", digits + " .segment", " " + digits + ".segment",
      // As many bytes as a name of ours.
      String(digits.dropLast(2)) + "é.segment", String(digits.dropLast(2)) + "\u{301}.segment",
    ])
  func `any other name has neither`(name: String) {
    let file = StoredFile(folder: "segments", name: name)
    #expect(file.kind == nil && file.hash == nil)
    #expect(StoredKind.segment.hash(in: name) == nil)
  }
}
