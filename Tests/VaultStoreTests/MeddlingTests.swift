import Cards
import Foundation
import Sealing
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// How transports change the names of files, and how the files get their names back.
@Suite struct MeddlingTests {
  private let devices: Devices
  private var vault: FilePath { devices.locations("a").vault }

  init() throws {
    devices = try Devices()
  }

  /// A vault of three cards, each saved separately; returns the names of its segments.
  private func made() async throws -> [String] {
    let made = try Vault.create(at: devices.locations("a"))
    for number in 1...3 { try await made.save([.sample("Card \(number)", id: UInt8(number))]) }
    return try names(vault.appending("segments"))
  }

  private func names(_ folder: FilePath) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.string).sorted()
  }

  /// Gives each file the name of the next one.
  private func turn(_ names: [String], in folder: FilePath) throws {
    let contents = try names.map {
      try Data(contentsOf: URL(filePath: folder.appending($0).string))
    }
    for (index, name) in names.enumerated() {
      let content = contents[(index + 1) % names.count]
      try content.write(to: URL(filePath: folder.appending(name).string))
    }
  }

  private func isProper(_ folder: FilePath) throws -> Bool {
    try names(folder).allSatisfy { name in
      let bytes = try [UInt8](Data(contentsOf: URL(filePath: folder.appending(name).string)))
      return StoredKind.allCases.contains { $0.name(ContentHash(of: bytes.span)) == name }
    }
  }

  @Test(arguments: [2, 3])
  func `files with swapped names are all kept, and get their own names back`(
    count: Int
  ) async throws {
    let segments = try await made()
    try turn(Array(segments.prefix(count)), in: vault.appending("segments"))
    let opened = try devices.open("a")
    let all = ["Card 1", "Card 2", "Card 3"]
    #expect(await opened.cards.map(\.name) == all)
    try await opened.save([.sample("Card 4", id: 4)])
    #expect(try await devices.names("a") == all + ["Card 4"])
    try await devices.open("a").save([.sample("Card 5", id: 5)])
    #expect(try await devices.names("a") == all + ["Card 4", "Card 5"])
    #expect(try isProper(vault.appending("segments")))
    #expect(try await devices.open("a").health.isGood)
  }

  @Test func `a file under a packed segment's name is found when the name is restored`()
    async throws
  {
    let segments = try await made()
    let packing = try devices.open("a")
    try await packing.packForTests()
    try await packing.save([.sample("Card 4", id: 4)])
    let inner = vault.appending("segments")
    let new = try #require(try names(inner).first { !segments.contains($0) })
    try turn([segments[0], new], in: inner)
    #expect(try await devices.names("a") == ["Card 1", "Card 2", "Card 3", "Card 4"])
    try await devices.open("a").save([.sample("Card 5", id: 5)])
    #expect(try isProper(inner))
    #expect(
      try await devices.names("a") == ["Card 1", "Card 2", "Card 3", "Card 4", "Card 5"])
    #expect(try await devices.open("a").verify().misnamed.isEmpty)
  }

  @Test func `a segment and a photo with swapped names both get their own names back`()
    async throws
  {
    let segments = try await made()
    try await devices.open("a").putPhotoForTests()
    let photo = try #require(try names(vault.appending("photos")).first)
    let paths = ["segments/\(segments[0])", "photos/\(photo)"].map { vault.appending($0).string }
    let contents = try paths.map { try Data(contentsOf: URL(filePath: $0)) }
    for (path, content) in zip(paths, contents.reversed()) {
      try content.write(to: URL(filePath: path))
    }
    #expect(try await devices.names("a") == ["Card 1", "Card 2", "Card 3"])
    try await devices.open("a").save([.sample("Card 4", id: 4)])
    #expect(try isProper(vault.appending("segments")) && isProper(vault.appending("photos")))
    #expect(try await devices.names("a") == ["Card 1", "Card 2", "Card 3", "Card 4"])
  }

  @Test(arguments: [false, true])
  func `files with swapped names at the target are all restored`(
    isThorough: Bool
  ) async throws {
    let segments = try await made()
    try await devices.sync("a")
    try turn(Array(segments.prefix(2)), in: devices.target.appending("segments"))
    _ = try await Vault.sync(
      at: devices.locations("a"), with: .folder(devices.target), isThorough: isThorough)
    #expect(Set(segments).isSubset(of: try devices.there("segments")))
    #expect(try isProper(devices.target.appending("segments")) == isThorough)
    try await devices.sync("b")
    #expect(try await devices.names("b") == ["Card 1", "Card 2", "Card 3"])
  }

  @Test func `a file under another one's name at the target is fetched before the repair`()
    async throws
  {
    let segments = try await made()
    try await devices.sync("a")
    try await devices.sync("b")
    // Longer than the file that belongs there, and nowhere else.
    let note = String(repeating: "long ", count: 2_000)
    try await devices.open("b").save([
      .sample("Elsewhere", id: 9).with { $0.note = note }
    ])
    let own = devices.locations("b").vault.appending("segments")
    let new = try #require(try names(own).first { !segments.contains($0) })
    let bytes = try Data(contentsOf: URL(filePath: own.appending(new).string))
    let file = devices.target.appending("segments").appending(segments[0])
    try bytes.write(to: URL(filePath: file.string))
    try await devices.sync("a")
    #expect(try await devices.names("a").contains("Elsewhere"))
    #expect(try devices.there("segments") == names(vault.appending("segments")))
    #expect(try isProper(devices.target.appending("segments")))
  }

  @Test func `a pack whose name was restored is recognised, and packing continues`() async throws {
    _ = try await made()
    let made = try devices.open("a")
    try await made.packForTests()
    let packs = vault.appending("packs")
    let name = try #require(try names(packs).first)
    try FileManager.default.moveItem(
      atPath: packs.appending(name).string, toPath: packs.appending("copy of \(name)").string)
    let opened = try devices.open("a")
    try await opened.save([.sample("Card 4", id: 4)])
    #expect(try names(packs) == [name])
    for number in 0..<20 {
      try await opened.save([.sample("Card 4", id: 4).with { $0.note = "\(number)" }])
    }
    #expect(try await opened.packOwn())
  }

  @Test func `a conflict copy of a packed segment is removed from the target`() async throws {
    let segments = try await made()
    try await devices.sync("a")
    let here = devices.target.appending("segments")
    let name = segments[0]
    let copy = "\(name.prefix(64)) (1).segment"
    let bytes = try Data(contentsOf: URL(filePath: here.appending(name).string))
    try await devices.open("a").packForTests()
    try await devices.sync("a")
    try FileManager.default.createDirectory(atPath: here.string, withIntermediateDirectories: true)
    try bytes.write(to: URL(filePath: here.appending(copy).string))
    try await devices.sync("a")
    #expect(try !devices.there("segments").contains(copy))
    let outcome = try await devices.sync("a")
    #expect(outcome.receivedCount + outcome.sentCount + outcome.removedCount == 0)
  }

  @Test func `several names of one file are distinguished from copies`() throws {
    let folder = try Folder(devices.folder.path)
    try devices.folder.write([1, 2], to: "one")
    let one = StoredFile(folder: nil, name: "one")
    let isOne = folder.isOne(one, StoredFile(folder: ".", name: "one"))
    #expect(isOne)
    try FileManager.default.linkItem(
      atPath: devices.folder.path.appending("one").string,
      toPath: devices.folder.path.appending("two").string)
    let isLinkOne = folder.isOne(one, StoredFile(folder: nil, name: "two"))
    #expect(!isLinkOne)
    let isRenamed = folder.rename(one, to: StoredFile(folder: nil, name: "three"))
    #expect(isRenamed)
    let isThere = (old: folder.holds("one"), new: folder.holds("three"))
    #expect(isThere == (false, true))
  }

  @Test func `a save too large for a pack does not prevent packing the others`() async throws {
    _ = try await made()
    let opened = try devices.open("a")
    let note = String(repeating: "x", count: 1_000_000)
    try await opened.save(
      (UInt8(20)..<25).map { .sample("Card \($0)", id: $0).with { $0.note = note } })
    for number in 0..<20 {
      try await opened.save([.sample("Card 4", id: 4).with { $0.note = "\(number)" }])
    }
    #expect(try await opened.packOwn())
    #expect(try await !opened.packOwn())
    #expect(try names(vault.appending("packs")).count == 1)
    #expect(try await devices.open("a").cards.count == 9)
  }
}
