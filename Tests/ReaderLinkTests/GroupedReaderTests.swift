import SystemPackage
import Testing

@testable import ReaderLink

/// Readers that get many drawings or archives at once: a script in their place tells how many it got.
@Suite struct `Readers of groups` {
  private static let reader = FilePath(#filePath).removingLastComponent()
    .appending("group-reader")

  private func pictures(of words: [String]) async throws -> [String] {
    var pictures: [String] = []
    try await PictureRenderer(executable: Self.reader).renderEach(of: words.map { Array($0.utf8) })
    {
      index, picture in
      #expect(index == pictures.count)
      pictures.append(String(decoding: picture, as: UTF8.self))
    }
    return pictures
  }

  @Test func `one reader renders many drawings, in their order`() async throws {
    let words = (0..<PictureRenderer.maxGroupCount + 2).map { "drawing \($0)" }
    let pictures = try await pictures(of: words)
    let full = PictureRenderer.maxGroupCount
    #expect(
      pictures
        == words.enumerated().map { "--render-each \($0 < full ? full : 2) \($1)" })
    #expect(try await self.pictures(of: []).isEmpty)
  }

  @Test(arguments: ["crash", "short", "empty"])
  func `a group that does not come back whole is not rendered`(word: String) async throws {
    var count = 0
    await #expect(throws: ReaderLinkError.notRendered) {
      try await PictureRenderer(executable: Self.reader).renderEach(
        of: [Array("one".utf8), Array(word.utf8)]
      ) { _, _ in count += 1 }
    }
    #expect(count == 0)
  }

  @Test func `one reader writes many archives, in their order`() async throws {
    let words = (0..<ArchiveWriter.maxGroupCount + 1).map { "file \($0)" }
    let requests = try words.map { try #require(Self.request($0)) }
    var archives: [String] = []
    try await ArchiveWriter(executable: Self.reader).writeEach(requests) {
      archives.append(String(decoding: $0, as: UTF8.self))
    }
    #expect(archives.count == words.count)
    for (place, archive) in archives.enumerated() {
      let isLast = place == ArchiveWriter.maxGroupCount
      let count = isLast ? 1 : ArchiveWriter.maxGroupCount
      #expect(archive.hasPrefix("--write-archives \(count) "))
      #expect(archive.hasSuffix(words[place]))
    }
  }

  @Test func `one reader makes thumbnails, and none for a photo that it cannot show`() async throws
  {
    let jpeg: (String) -> [UInt8] = { [0xFF, 0xD8, 0xFF] + Array($0.utf8) + [0xFF, 0xD9] }
    let viewer = PhotoViewer(executable: Self.reader)
    let made = try await viewer.thumbnails(of: [Array("photo 1".utf8), jpeg("photo 2")])
    #expect(made == [nil, jpeg("photo 2")])
    #expect(try await viewer.thumbnails(of: []) == [])
    for word in ["crash", "short", "empty"] {
      await #expect(throws: ReaderLinkError.self) {
        try await viewer.thumbnails(of: [Array("one".utf8), Array(word.utf8)])
      }
    }
  }

  @Test func `missing protections are reported once for all groups`() async throws {
    var told: [[String]] = []
    let drawings = [[UInt8]](
      repeating: Array("drawing".utf8), count: PictureRenderer.maxGroupCount + 1)
    try await PictureRenderer(executable: Self.reader).renderEach(
      of: drawings, onMissing: { told.append($0) }, onPicture: { _, _ in })
    #expect(told == [["Landlock (files)"]])
  }

  @Test func `what the surroundings throw ends it`() async {
    struct Enough: Error {}
    await #expect(throws: Enough.self) {
      try await PictureRenderer(executable: Self.reader).renderEach(
        of: [Array("one".utf8)], onPicture: { _, _ in throw Enough() })
    }
  }

  private static func request(_ words: String) -> ArchiveWriteRequest? {
    ArchiveWriteRequest(files: [.init(name: "file", bytes: Array(words.utf8))], password: nil)
  }
}

/// Several byte strings on one pipe.
@Suite struct PartListTests {
  private static let parts: [[UInt8]] = [[1, 2, 3], [], [4]]
  private static let sent: [UInt8] = [3, 0, 0, 0, 1, 2, 3, 0, 0, 0, 0, 1, 0, 0, 0, 4]

  @Test func `parts are sent with their lengths, and taken apart again`() {
    #expect(PartList.joined(Self.parts) == Self.sent)
    #expect(PartList.parts(of: Self.sent, atMost: 3) == Self.parts)
    #expect(PartList.parts(of: [], atMost: 0) == [])
  }

  @Test func `parts that end early, or are too many, are none`() {
    let ends = [0, 7, 11, 16]
    for length in 0...Self.sent.count where !ends.contains(length) {
      #expect(PartList.parts(of: Array(Self.sent[..<length]), atMost: 3) == nil, "\(length)")
    }
    #expect(PartList.parts(of: Self.sent, atMost: 2) == nil)
    #expect(PartList.parts(of: [0xFF, 0xFF, 0xFF, 0xFF, 1], atMost: 3) == nil)
  }

  @Test func `a group has as many parts and bytes as one reader gets, and at least one`() {
    let sizes = [3, 3, 9, 1, 1, 1, 1]
    let parts = sizes.map { [UInt8](repeating: 0, count: $0) }
    let groups = PartList.groups(of: parts, atMost: 3, byteCount: 6)
    #expect(groups.map { $0.map(\.count) } == [[3, 3], [9], [1, 1, 1], [1]])
    #expect(groups.map(\.startIndex) == [0, 2, 3, 6])
    #expect(PartList.groups(of: [], atMost: 3, byteCount: 6).isEmpty)
  }
}
