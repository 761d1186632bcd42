import Cards
import Foundation
import Sealing
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// A key that is changed while other devices continue.
@Suite struct SyncRotationTests {
  private let devices: Devices
  private let card = Card.sample("Gym", id: 1)

  init() throws {
    devices = try Devices()
  }

  /// Each device has its own keys; `b` gets those of `a`.
  private func sync(_ device: String) async throws -> SyncOutcome {
    try await Vault.sync(at: devices.apart(device), with: .folder(devices.target))
  }

  private func open(_ device: String) throws -> Vault { try Vault.open(at: devices.apart(device)) }

  private func twoInStep() async throws {
    try await Vault.create(at: devices.apart("a")).save([card])
    _ = try await sync("a")
    try devices.handKeys(from: "a", to: "b")
    #expect(try await sync("b").isJoined)
  }

  @Test func `the others are told, and lose nothing`() async throws {
    try await twoInStep()
    try await open("b").save([card.with { $0.note = "unsent" }])
    _ = try await open("a").rotate()
    _ = try await sync("a")
    let told = try await sync("b")
    #expect(told.health.successors.map(\.replacesCurrent) == [true])
    #expect(told.sentCount == 1 && !told.isComplete)
    // Files sent under the old key can be read until the change is finished.
    _ = try await sync("a")
    #expect(try await open("a").card(card.id)?.note == "unsent")
    try devices.handKeys(from: "a", to: "b")
    #expect(try await sync("b").isComplete)
    try await open("b").save([card.with { $0.note = "under the new key" }])
    _ = try await sync("b")
    _ = try await sync("a")
    #expect(try await open("a").card(card.id)?.note == "under the new key")
  }

  @Test func `files of a finished epoch are removed at the target, and not sent again`()
    async throws
  {
    try await twoInStep()
    _ = try await open("a").rotate()
    _ = try await sync("a")
    _ = try await sync("b")
    _ = try await open("a").finishRotation()
    // A segment, and the vault files of both other epochs, finished or not.
    #expect(try await sync("a").removedCount == 3)
    let before = try devices.there()
    // It has no key to know that, and sends nothing that was already there.
    #expect(try await sync("b").sentCount == 0)
    #expect(Set(try devices.there().keys) == Set(before.keys))
    try devices.handKeys(from: "a", to: "b")
    let outcome = try await sync("b")
    #expect(outcome.sentCount == 0 && outcome.isComplete)
    #expect(outcome.merge == MergeOutcome())
    #expect(try await open("b").cards.map(\.name) == ["Gym"])
    #expect(try devices.there() == before)
  }

  @Test func `what was shown under a key that was finished meanwhile is not reported as new`()
    async throws
  {
    try await twoInStep()
    _ = try await open("a").rotate()
    _ = try await open("a").finishRotation()
    try await open("a").save([card.with { $0.note = "new" }, .sample("Zoo", id: 2)])
    _ = try await sync("a")
    try devices.handKeys(from: "a", to: "b")
    let merge = try await sync("b").merge
    #expect(merge.addedCount == 1 && merge.changedCount == 1)
    #expect(merge.removedCount == 0 && merge.conflictCount == 0)
    #expect(try await open("b").cards.map(\.name) == ["Gym", "Zoo"])
  }

  @Test
  func `what a stopped change of the key sealed is foreign where a copy brought it, and may go`()
    async throws
  {
    try await twoInStep()
    let before = try devices.folder.files()
    _ = try await open("a").rotate()
    let after = try devices.folder.files()
    let added = after.filter { before[$0.key] == nil }
    let pack = try #require(added.first { $0.key.hasSuffix(".pack") })
    let key = try #require(added.first { $0.key.hasPrefix("keys-a/") })
    let old = try #require(before.keys.first { $0.hasPrefix("keys-a/") })
    let name = String(pack.key.dropFirst("vault-a/".count))
    // Stopped before the header was there, and the folder was copied before the change was made again.
    try devices.folder.become(
      before.merging([
        "\(old).next": key.value, pack.key: pack.value, "vault-b/\(name)": pack.value,
      ]) { $1 })
    #expect(try await open("a").verify().foreign.isEmpty)
    #expect(try await open("b").verify().foreign == [name])
    _ = try await open("a").rotate()
    _ = try await open("a").finishRotation()
    _ = try await sync("a")
    // Even the file of the dropped key makes it nothing of the vault's.
    try devices.handKeys(from: "a", to: "b")
    let outcome = try await sync("b")
    #expect(outcome.isComplete && outcome.sentCount == 0 && outcome.merge == MergeOutcome())
    #expect(try !devices.there("packs").contains { name.hasSuffix($0) })
    _ = try await open("b").finishRotation()
    #expect(try await open("b").verify().foreign == [name])
    try FileManager.default.removeItem(
      atPath: devices.apart("b").vault.appending(name).string)
    let verified = try await open("b").verify()
    #expect(verified.foreign.isEmpty && verified.missing.isEmpty && verified.pending.isEmpty)
    #expect(try await open("b").cards.map(\.name) == ["Gym"])
    #expect(try await sync("b").isComplete)
  }

  @Test func `a device's unsent saves under the old key are saved again`() async throws {
    try await twoInStep()
    try await open("b").save([card.with { $0.note = "unsent" }])
    try await open("b").save([
      card.with {
        $0.tags = ["late"]; $0.note = "unsent"
      }
    ])
    _ = try await open("a").rotate()
    _ = try await open("a").finishRotation()
    _ = try await sync("a")
    try devices.handKeys(from: "a", to: "b")
    let outcome = try await sync("b")
    #expect(outcome.resealedCount == 2 && outcome.isComplete)
    #expect(try await open("b").card(card.id)?.note == "unsent")
    _ = try await sync("a")
    #expect(try await open("a").card(card.id)?.tags == ["late"])
    #expect(try await open("a").card(card.id)?.note == "unsent")
    #expect(try await sync("b").resealedCount == 0)
  }

  @Test
  func `others' saves under the old key are kept but not read until a person decides`()
    async throws
  {
    try await twoInStep()
    try devices.handKeys(from: "a", to: "c")
    _ = try await sync("c")
    _ = try await open("a").rotate()
    _ = try await open("a").finishRotation()
    _ = try await sync("a")
    // As a transport would that delays files.
    try await open("c").save([card.with { $0.note = "late" }])
    let inner = devices.apart("c").vault.appending("segments").string
    let here = try devices.there("segments")
    var late: [String] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: inner)
    where !here.contains(name) {
      try FileManager.default.createDirectory(
        atPath: devices.target.appending("segments").string, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: "\(inner)/\(name)", toPath: devices.target.appending("segments/\(name)").string)
      late.append(name)
    }
    let outcome = try await sync("a")
    let found = outcome.health.late
    #expect(found.count == 1 && found.allSatisfy { late.map { "segments/\($0)" }.contains($0) })
    #expect(!outcome.isComplete)
    #expect(try await open("a").card(card.id)?.note != "late")
    #expect(try await open("a").finishingPlan().claimedSegments.map(\.cards) == [[card.id]])
    // It stays where it was, and is not imported again.
    #expect(try await sync("a").receivedCount == 0)
    #expect(try devices.there("segments").map { "segments/\($0)" }.contains(found.first))
  }
}
