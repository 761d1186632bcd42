import Cards
import Foundation
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore

/// A vault that stays open while other programs change its folder.
@Suite struct RefreshTests {
  private let folder: VaultFolder
  private let mine: Vault

  init() throws {
    folder = try VaultFolder()
    mine = try Vault.create(at: folder.locations())
  }

  private func names(_ vault: Vault) async -> [String] { await vault.cards.map(\.name) }

  @Test func `others' saves are shown, along with those made here`() async throws {
    try await mine.save([.sample("Gym")])
    let other = try Vault.open(at: folder.locations())
    let device = try Vault.open(at: folder.locations("second"))
    try await other.save([.sample("Zoo")])
    try await device.save([.sample("Baker")])
    try await device.remove(device.cards.filter { $0.name == "Gym" }.map(\.id))
    let refreshed = try await mine.refreshed()
    #expect(refreshed === mine)
    #expect(await names(mine) == ["Baker", "Zoo"])
    #expect(await mine.health.isGood)
    try await mine.save([.sample("Library")])
    _ = try await other.refreshed()
    #expect(await names(other) == ["Baker", "Library", "Zoo"])
    #expect(try await Vault.open(at: folder.locations()).cards == other.cards)
  }

  @Test func `nothing new changes nothing`() async throws {
    try await mine.save([.sample("Gym")])
    _ = try await mine.refreshed()
    let before = try folder.files()
    _ = try await mine.refreshed()
    #expect(await names(mine) == ["Gym"])
    #expect(try folder.files() == before)
  }

  @Test func `a pack by another program replaces the files that it removes`() async throws {
    for name in ["Gym", "Zoo"] { try await mine.save([.sample(name)]) }
    let other = try Vault.open(at: folder.locations())
    try await other.save([.sample("Baker")])
    try await other.packForTests()
    try FileManager.default.removeItem(atPath: folder.segments.string)
    _ = try await mine.refreshed()
    #expect(await names(mine) == ["Baker", "Gym", "Zoo"])
    #expect(await mine.health.isGood)
    try await mine.save([.sample("Library")])
    #expect(try await Vault.open(at: folder.locations()).cards.count == 4)
  }

  @Test func `a lost save is reported missing, and a stranger's file is foreign`() async throws {
    try await mine.save([.sample("Gym")])
    try await mine.save([.sample("Zoo")])
    let name = try #require(try folder.segmentNames().first)
    try FileManager.default.removeItem(atPath: folder.segments.appending(name).string)
    try folder.write([1, 2, 3], to: "vault/segments/stranger")
    _ = try await mine.refreshed()
    #expect(await mine.health.missing.count == 1)
    #expect(await mine.health.foreign == ["segments/stranger"])
    #expect(await names(mine).count == 1)
  }

  @Test func `another device's save is reported missing once it was shown`() async throws {
    try await mine.save([.sample("Gym")])
    let before = Set(try folder.segmentNames())
    try await Vault.open(at: folder.locations("second")).save([.sample("Zoo")])
    _ = try await mine.refreshed()
    #expect(await names(mine) == ["Gym", "Zoo"])
    for name in Set(try folder.segmentNames()).subtracting(before) {
      try FileManager.default.removeItem(atPath: folder.segments.appending(name).string)
    }
    _ = try await mine.refreshed()
    #expect(await mine.health.missing.count == 1)
  }

  @Test(arguments: ["segments", "packs"])
  func `a file still being written is shown once it is whole`(kind: String) async throws {
    try await mine.save([.sample("Gym")])
    let before = Set(try folder.files().keys)
    let other = try Vault.open(at: folder.locations("second"))
    try await other.save([.sample("Zoo")])
    if kind == "packs" {
      try await other.packForTests()
      try FileManager.default.removeItem(atPath: folder.segments.string)
    }
    let added = try folder.files().filter {
      !before.contains($0.key) && $0.key.hasPrefix("vault/\(kind)/")
    }
    let (name, bytes) = try #require(added.first)
    for part in [1, bytes.count / 2, bytes.count - 1] {
      try folder.write(Array(bytes.prefix(part)), to: name)
      _ = try await mine.refreshed()
    }
    let torn = await mine.health
    #expect(!torn.isGood || torn.foreign == [String(name.dropFirst("vault/".count))])
    try folder.write(bytes, to: name)
    _ = try await mine.refreshed()
    #expect(await names(mine) == ["Gym", "Zoo"])
    let whole = await mine.health
    #expect(whole.isGood && whole.foreign.isEmpty)
  }
}
