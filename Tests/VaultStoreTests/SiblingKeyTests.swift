import Cards
import Foundation
import Sealing
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Keys that were made separately, or are lost.
@Suite struct SiblingKeyTests {
  private let folder: VaultFolder
  private var locations: VaultLocations { folder.locations() }

  init() throws {
    folder = try VaultFolder()
  }

  @Test func `two rotations at once stop neither device, and the next one merges the keys`()
    async throws
  {
    _ = try await folder.removedAndKept()
    let before = try folder.files()
    _ = try await Vault.open(at: locations).rotate()
    let left = try folder.files()
    try folder.become(before)
    let own = try await Vault.open(at: locations).rotate().keyID
    let right = try folder.files()
    try folder.become(
      right.merging(left.filter { $0.key.hasPrefix("vault/") }) { own, _ in own })
    let opened = try Vault.open(at: locations)
    #expect(opened.keyID == own)
    #expect(await opened.health.successors.map(\.replacesCurrent) == [false])
    #expect(try await opened.verify().needsKey.count == 2)
    #expect(await opened.cards.map(\.name) == ["Gym"])
    try await opened.save([.sample("Mine")])
    // Someone who adds the other key rotates once more.
    try folder.become(try folder.files().merging(left.filter { $0.key.hasPrefix("keys/") }) { $1 })
    let both = try Vault.open(at: locations)
    #expect(both.keyID == own && both.keyIDs.count == 3)
    let refusal = await failure { () async throws(VaultError) in
      _ = try await both.finishRotation()
    }
    guard case .siblingKeys = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    _ = try await both.rotate()
    let one = try Vault.open(at: locations)
    #expect(one.epoch == 2 && one.keyIDs.count == 4)
    #expect(await one.cards.map(\.name) == ["Gym", "Mine"])
    _ = try await one.finishRotation()
    #expect(try await Vault.open(at: locations).cards.map(\.name) == ["Gym", "Mine"])
  }

  @Test func `a staged key that counts beside the current one gets its own name, and goes with it`()
    async throws
  {
    _ = try await folder.removedAndKept()
    let before = try folder.files()
    let other = try await Vault.open(at: locations).rotate().keyID
    let left = try folder.files()
    try folder.become(before)
    let own = try await Vault.open(at: locations).rotate().keyID
    // The other change stopped after its header was written.
    let first = try #require(before.keys.first { $0.hasPrefix("keys/") })
    var both = try folder.files()
    both.merge(left.filter { $0.key.hasPrefix("vault/") }) { own, _ in own }
    both["\(first).next"] = left["keys/\(other)"]
    try folder.become(both)
    let opened = try Vault.open(at: locations)
    #expect(opened.keyID == own && opened.keyIDs.contains(other))
    #expect(try keys() == [first, "keys/\(own)", "keys/\(other)"])
    #expect(try folder.files()["keys/\(other)"] == left["keys/\(other)"])
    let last = try await opened.rotate().keyID
    _ = try await Vault.open(at: locations).finishRotation()
    #expect(try keys() == ["keys/\(last)"])
    #expect(try await Vault.open(at: locations).cards.map(\.name) == ["Gym"])
  }

  private func keys() throws -> Set<String> {
    Set(try folder.files().keys.filter { $0.hasPrefix("keys/") })
  }

  @Test func `a key that was replaced by a lost one is replaced again`() async throws {
    _ = try await folder.removedAndKept()
    let key = try #require(Vault.open(at: locations).locations.keyFile)
    let bytes = try Data(contentsOf: URL(filePath: key.string))
    let lost = try await Vault.open(at: locations).rotate()
    try FileManager.default.removeItem(atPath: lost.keyFile.string)
    try bytes.write(to: URL(filePath: key.string))
    let stuck = try Vault.open(at: locations)
    #expect(try await stuck.rotationPlan().successors.map(\.keyID) == [lost.keyID])
    _ = try await stuck.rotate()
    let opened = try Vault.open(at: locations)
    #expect(opened.keyID != lost.keyID)
    try await opened.save([.sample("Zoo")])
    #expect(try await Vault.open(at: locations).cards.map(\.name) == ["Gym", "Zoo"])
    #expect(try await opened.finishingPlan().successors.map(\.keyID) == [lost.keyID])
    // Whoever finishes was told of that key: it is gone for good.
    _ = try await opened.finishRotation()
    let finished = try Vault.open(at: locations)
    #expect(await finished.health.isGood)
    #expect(try await finished.finishingPlan().successors.isEmpty)
    #expect(await finished.cards.map(\.name) == ["Gym", "Zoo"])
  }

  /// Days after the current key was made at which another was, and whether that is news.
  @Test(arguments: [(-1, false), (0, false), (1, true)])
  func `under a finished key, only what names a newer key than the current one is news`(
    days: Int64, isNews: Bool
  ) async throws {
    let first = try Vault.create(at: locations)
    let old = first.keyID
    _ = try await first.rotate()
    _ = try await Vault.open(at: locations).finishRotation()
    let vault = try Vault.open(at: locations)
    #expect(try await vault.isNews(days, underFinished: old) == isNews)
  }
}

extension Vault {
  /// Whether a key made so many days after the current one is told of, where a finished key names both.
  fileprivate func isNews(_ days: Int64, underFinished old: KeyID) throws -> Bool {
    func notice(_ key: EpochKeys, days: Int64) -> SuccessorNotice {
      let created = Timestamp(milliseconds: 1_700_000_000_000 + days * 86_400_000)
      return SuccessorNotice(naming: key, carrying: [old], at: created, under: old)
    }
    let other = EpochKeys(try RootKey.generate(epoch: 9))
    let told = notice(other, days: days)
    // Whoever has the finished key can claim any date for the current one, but hide nothing by that.
    let notices = [0, 900].map { notice(keys.current, days: $0) } + [told]
    #expect(keys.news(in: [told]) == [told])
    return keys.news(in: notices).contains(told)
  }
}
