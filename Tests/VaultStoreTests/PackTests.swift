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

  @Test func `covered files are removed after 30 days and not before`() async throws {
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
    let damaged = try await vault.packWithDamagedEntryForTests()
    #expect(names.contains("\(damaged).segment"))
    let pack = try #require(self.names("packs").first)
    for days in [0, 31] as [Int64] {
      let opened = try Vault.open(
        at: folder.locations(), now: { [day] in Timestamp(milliseconds: start + days * day) })
      #expect(await opened.cards.count == (days == 0 ? 3 : 4))
      #expect(await opened.health.damaged == ["packs/\(pack)"])
      try await opened.save([.sample("Day \(days)")])
    }
    // Removed as covered: the two that can be read in the pack.
    #expect(try folder.segmentNames().filter(names.contains) == ["\(damaged).segment"])
    try FileManager.default.removeItem(
      atPath: folder.segments.appending("\(damaged).segment").string)
    #expect(try await Vault.open(at: folder.locations()).cards.count == 4)
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

  @Test func `packs that become one keep a segment without the mark, if one of them has it so`()
    async throws
  {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([.sample("Gym", id: 1)])
    var entry = try #require(await vault.entriesForTests().first)
    for number in 0..<16 {
      entry.isClaimed = number != 3
      try await vault.packForTests([entry])
    }
    let packs = try names("packs")
    try await vault.save([.sample("Zoo", id: 2)])
    #expect(try names("packs").count == 17)
    for name in packs {
      try FileManager.default.removeItem(
        atPath: folder.path.appending("vault/packs").appending(name).string)
    }
    try FileManager.default.removeItem(atPath: folder.segments.string)
    let merged = try await Vault.open(at: folder.locations()).entriesForTests()
    #expect(merged.map(\.isClaimed) == [false])
  }

  @Test func `a file under a covered file's name is not removed for its name`() async throws {
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
