import Foundation
import Testing

@testable import VaultFormat
@testable import VaultSync

/// What programs print of a target where strangers can put files.
@Suite struct ListingTests {
  private static let marks =
    String(repeating: "\u{301}", count: 500_000) + String(repeating: "\u{316}", count: 500_000)
  private static let id = String(repeating: "1", count: 40)

  private struct Item: Encodable {
    let Path: String
    let Size: Int
  }

  @Test func `lengths that no file has do not overflow when they are added up`() throws {
    let items = [Int.max, Int.max, Int.min, Int.min, 7].enumerated().map { place, length in
      #"{"Path":"segments/\#(place).segment","Size":\#(length)}"#
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
}
