import Cards
import Foundation
import Sealing
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

@Suite struct PackTests {
  private let folder: VaultFolder
  private let day: Int64 = 86_400_000

  init() throws {
    folder = try VaultFolder()
  }

  private func names(_ kind: String) throws -> [String] {
    let path = folder.path.appending("vault").appending(kind)
    return ((try? FileManager.default.contentsOfDirectory(atPath: path.string)) ?? []).sorted()
  }

  @Test func `more than 128 loose saves are packed, and the pack alone is enough`() async throws {
    let vault = try Vault.create(at: folder.locations())
    for number in 0..<128 { try await vault.save([.sample("Card \(number)")]) }
    #expect(try names("packs").isEmpty)
    try await vault.save([.sample("Card 128")])
    #expect(try names("packs").count == 1)
    #expect(try names("segments").count == 129)
    let packed = try Vault.open(at: folder.locations())
    #expect(await packed.cards.count == 129)
    try FileManager.default.removeItem(atPath: folder.segments.string)
    let alone = try Vault.open(at: folder.locations())
    #expect(await alone.cards == packed.cards)
    #expect(await alone.health.isGood)
    try await alone.save([.sample("Gym")])
    #expect(try await Vault.open(at: folder.locations()).cards.count == 130)
  }

  @Test func `a damaged pack loses nothing while its segments are here`() async throws {
    let vault = try Vault.create(at: folder.locations())
    for number in 0..<130 { try await vault.save([.sample("Card \(number)")]) }
    let name = try #require(names("packs").first)
    var bytes = try folder.read("vault/packs/\(name)")
    bytes[2_000] ^= 1
    try folder.write(bytes, to: "vault/packs/\(name)")
    let opened = try Vault.open(at: folder.locations())
    #expect(await opened.cards.count == 130)
    #expect(await opened.health.damaged == ["packs/\(name)"])
    #expect(try await opened.verify().damaged.map(\.loss) == [.nothing])
  }

  @Test func `replaced files are removed after 30 days and not before`() async throws {
    let start = Vault.wallClock().milliseconds
    let vault = try Vault.create(at: folder.locations())
    for number in 0..<129 { try await vault.save([.sample("Card \(number)")]) }
    for (days, count) in [(29, 130), (31, 2)] as [(Int64, Int)] {
      let later = try Vault.open(
        at: folder.locations(), now: { [day] in Timestamp(milliseconds: start + days * day) })
      try await later.save([.sample("Day \(days)")])
      #expect(try names("segments").count == count, "\(days) days")
    }
    let opened = try Vault.open(at: folder.locations())
    #expect(await opened.cards.count == 131)
    #expect(await opened.health.isGood)
  }

  @Test func `a malformed entry of a pack does not affect the others, and its own file is kept`()
    async throws
  {
    let start = Vault.wallClock().milliseconds
    let vault = try Vault.create(at: folder.locations())
    for name in ["Gym", "Zoo", "Pool"] { try await vault.save([.sample(name)]) }
    let names = try folder.segmentNames()
    let files = names.compactMap { StoredKind.segment.hash(in: $0) }
    let kept = try await vault.fileForTests(of: vault.entriesForTests()[0].identity)
    // It says that it replaces the file of a save that it lacks.
    try await vault.packForTests(
      [Pack.Entry(payload: [0xFF])] + vault.entriesForTests().dropFirst(), replacing: files)
    let pack = try #require(self.names("packs").first)
    for days in [0, 31] as [Int64] {
      let opened = try Vault.open(
        at: folder.locations(), now: { [day] in Timestamp(milliseconds: start + days * day) })
      #expect(await opened.health.damaged == ["packs/\(pack)"])
      try await opened.save([.sample("Day \(days)")])
    }
    // Removed: the two whose saves are in the pack.
    #expect(try folder.segmentNames().filter(names.contains) == [kept])
    let found = try await Vault.open(at: folder.locations()).verify()
    #expect(found.missing.isEmpty && found.damaged.map(\.path) == ["packs/\(pack)"])
    try FileManager.default.removeItem(
      atPath: folder.path.appending("vault/packs").appending(pack).string)
    #expect(try await Vault.open(at: folder.locations()).cards.count == 3)
  }

  @Test(arguments: [false, true])
  func `packs that say that they replace what they lack lose nothing`(
    isSynced: Bool
  ) async throws {
    let start = Vault.wallClock().milliseconds
    let vault = try Vault.create(at: folder.locations())
    for name in ["Gym", "Zoo"] { try await vault.save([.sample(name)]) }
    let files = try folder.segmentNames().compactMap { StoredKind.segment.hash(in: $0) }
    let entries = try await vault.entriesForTests()
    let kept = try await vault.fileForTests(of: entries[1].identity)
    let target = folder.path.appending("target")
    let sync = { [folder] in
      guard isSynced else { return }
      _ = try await Vault.sync(at: folder.locations(), with: .folder(target))
      let there = target.appending("segments").string
      #expect(try FileManager.default.contentsOfDirectory(atPath: there).contains(kept))
    }
    try await sync()
    try await vault.packForTests([entries[0]], replacing: files)
    try await sync()
    let first = try #require(names("packs").first.flatMap { StoredKind.pack.hash(in: $0) })
    try await vault.packForTests([entries[1]], replacing: [first])
    let later = try Vault.open(
      at: folder.locations(), now: { [day] in Timestamp(milliseconds: start + 31 * day) })
    try await sync()
    try await later.save([.sample("Later")])
    #expect(try names("packs").count == 2)
    #expect(try folder.segmentNames().contains(kept))
    #expect(try await Vault.open(at: folder.locations()).verify().missing.isEmpty)
  }

  @Test func `a save in its own file, in packs and in a bundle, under two keys, is one save`()
    async throws
  {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([.sample("Gym", id: 1)])
    let bundle = folder.path.appending("bundle")
    _ = try await vault.export(to: bundle)
    try await vault.packForTests(replacing: [])
    let identity = try await vault.entriesForTests()[0].identity
    _ = try await vault.changeKey()
    let rotated = try Vault.open(at: folder.locations())
    try await rotated.packForTests(replacing: [])
    let payload = try await rotated.payloadOfOneSegment()
    let again = try await rotated.sealForTests(payload, as: .segment)
    try folder.write(again, to: "vault/segments/\(ContentHash(of: again.span)).segment")
    #expect(try names("segments").count == 1 && names("packs").count == 2)
    let opened = try Vault.open(at: folder.locations())
    #expect(await opened.history.segments.map(\.identity) == [identity])
    #expect(try await opened.entriesForTests().map(\.identity) == [identity])
    let outcome = try await opened.merge(try BundleFile(at: bundle), takingIn: [])
    #expect(outcome.fileCount == 0)
  }

  @Test func `a save whose identity a pack has already is packed with its file's name`()
    async throws
  {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([.sample("Gym", id: 1)])
    try await vault.packForTests(replacing: [])
    for number in 0..<16 { try await vault.save([.sample("Card \(number)")]) }
    #expect(try await vault.packOwn())
    let replaced = try await Vault.open(at: folder.locations()).contents.replaced
    #expect(
      try replaced == Set(folder.segmentNames().compactMap { StoredKind.segment.hash(in: $0) }))
  }

  @Test func `sixteen packs become one, which replaces them`() async throws {
    let vault = try Vault.create(at: folder.locations())
    for pack in 0..<16 {
      // As before a sync, where fewer files are enough.
      for number in 0..<17 { try await vault.save([.sample("Card \(pack) \(number)")]) }
      #expect(try await vault.packOwn())
    }
    #expect(try names("packs").count == 17)
    let all = await vault.cards.count
    let largest = try #require(
      names("packs").max {
        (try? folder.read("vault/packs/\($0)").count) ?? 0
          < (try? folder.read("vault/packs/\($1)").count) ?? 0
      })
    for name in try names("packs") where name != largest {
      try FileManager.default.removeItem(
        atPath: folder.path.appending("vault/packs").appending(name).string)
    }
    try FileManager.default.removeItem(atPath: folder.segments.string)
    let opened = try Vault.open(at: folder.locations())
    #expect(await opened.cards.count == all)
    #expect(await opened.health.isGood)
  }

  @Test func `a file under a replaced file's name is not removed for its name`() async throws {
    let start = Vault.wallClock().milliseconds
    let vault = try Vault.create(at: folder.locations())
    for number in 0..<129 { try await vault.save([.sample("Card \(number)")]) }
    let covered = try #require(folder.segmentNames().first)
    try await vault.save([.sample("Kept", id: 9)])
    let kept = try #require(
      folder.segmentNames().max {
        (try? folder.date($0)) ?? .distantPast < (try? folder.date($1)) ?? .distantPast
      })
    try FileManager.default.removeItem(atPath: folder.segments.appending(covered).string)
    try FileManager.default.moveItem(
      atPath: folder.segments.appending(kept).string,
      toPath: folder.segments.appending(covered).string)
    let later = try Vault.open(
      at: folder.locations(), now: { [day] in Timestamp(milliseconds: start + 31 * day) })
    #expect(await later.health.missing.count == 1)
    try await later.save([.sample("Later")])
    #expect(try await Vault.open(at: folder.locations()).verify().misnamed.count == 1)
  }

  @Test func `more cards at once than fit a file are refused before anything is written`()
    async throws
  {
    let vault = try Vault.create(at: folder.locations())
    let card = Card.sample("Gym")
    var random = SystemRandomNumberGenerator()
    let many = (0...100_000).map { _ in
      Card(id: CardID(using: &random), name: card.name, codes: [])
    }
    let refusal = await failure { () async throws(VaultError) in try await vault.save(many) }
    guard case .tooLarge = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(try names("segments").isEmpty)
  }
}

extension Vault {
  /// The name of a save's own file.
  fileprivate func fileForTests(of identity: ContentHash) throws -> String {
    let folder = try Self.openFolder(locations.vault)
    return try #require(
      VaultListing(of: folder).files.first {
        $0.kind == .segment
          && OpenedFile($0, in: folder, keys.current)?.entries?.map(\.identity) == [identity]
      }
    ).name
  }
}
