import Cards
import Foundation
import Sealing
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// A key that is changed between two syncs.
@Suite struct SyncKeyTests {
  private let devices: Devices
  private let card = Card.sample("Gym", id: 1)

  init() throws { devices = try Devices() }

  private func open(_ device: String) throws -> Vault { try devices.openApart(device) }

  /// Every file except headers at a target or of a vault's folder, without that folder's name.
  private func files(_ inner: String) throws -> [String: [UInt8]] {
    let files = try devices.folder.files().filter {
      $0.key.hasPrefix("\(inner)/") && !$0.key.hasSuffix(".vault")
    }
    return Dictionary(
      uniqueKeysWithValues: files.map { (String($0.key.dropFirst(inner.count)), $0.value) })
  }

  /// Saves, photos and a file of a kind that nobody knows, on two devices and at the target.
  private func made() async throws {
    try await devices.twoApart()
    let vault = try open("a")
    for number in 2..<6 { try await vault.save([.sample("Card \(number)", id: UInt8(number))]) }
    _ = try await vault.putPicture([1], on: card.id)
    let other = try await vault.sealForTests([1], as: EnvelopeKind(rawValue: 200))
    try FileManager.default.createDirectory(
      atPath: vault.locations.vault.appending("other").string, withIntermediateDirectories: true)
    try devices.folder.write(other, to: "vault-a/other/\(ContentHash(of: other.span)).sealed")
    for device in ["a", "b"] { try await devices.syncApart(device) }
  }

  @Test(arguments: [1, 2])
  func `a target has exactly the vault's files afterwards`(changes: Int) async throws {
    try await made()
    let before = try files("target").count
    for _ in 0..<changes { try await open("a").changeKey() }
    let outcome = try await devices.syncApart("a")
    #expect(outcome.isComplete && outcome.removedCount == before)
    #expect(try files("target") == files("vault-a"))
    let again = try await devices.syncApart("a")
    #expect(again.isComplete && again.removedCount + again.sentCount + again.receivedCount == 0)
  }

  @Test func `a device with the old key only reads until it gets the new one`() async throws {
    try await made()
    try await open("b").save([.sample("Unsent", id: 7)])
    let new = try await open("a").changeKey().keyID
    let gym = try #require(await open("a").card(card.id))
    try await open("a").save([gym.with { $0.note = "new" }, .sample("Zoo", id: 8)])
    try await devices.syncApart("a")
    let there = try files("target")
    for isFirst in [true, false] {
      let told = try await devices.syncApart("b")
      #expect(told.health.successors.map(\.keyID) == [new] && !told.isComplete)
      #expect(told.receivedCount == (isFirst ? 1 : 0) && told.sentCount == 0)
      #expect(told.removedCount == 0 && told.merge == MergeOutcome())
      #expect(try files("target") == there)
      let vault = try open("b")
      #expect(await vault.cards.count == 6)
      #expect(await vault.health.missing.isEmpty)
    }
    try devices.handKeys(from: "a", to: "b")
    let outcome = try await devices.syncApart("b")
    #expect(outcome.isComplete && outcome.movedCount == 1)
    // What was shown before is not news.
    #expect(outcome.merge.addedCount == 1 && outcome.merge.changedCount == 1)
    #expect(outcome.merge.removedCount == 0 && outcome.merge.conflictCount == 0)
    try await devices.syncApart("a")
    for device in ["a", "b"] {
      #expect(try await open(device).cards.count == 7)
      #expect(try await open(device).pictures(of: card.id).count == 1)
      #expect(await (try open(device)).health.isGood)
    }
    #expect(try files("target") == files("vault-a"))
    #expect(try await devices.syncApart("b").movedCount == nil)
  }

  @Test func `a target that knows only the old key is the vault's`() async throws {
    try await made()
    for _ in 0..<2 { try await open("a").changeKey() }
    let fresh = SyncTarget.folder(devices.folder.path.appending("fresh"))
    _ = try await Vault.sync(at: devices.apart("a"), with: fresh)
    // It has its own save, which is read only on request.
    let outcome = try await devices.syncApart("a")
    #expect(outcome.isComplete && outcome.refusedCount == 0)
    #expect(try files("target") == files("vault-a") && files("fresh") == files("vault-a"))
  }

  @Test func `a device that has only the new key joins`() async throws {
    try await made()
    try await open("a").changeKey()
    try await devices.syncApart("a")
    try devices.handKeys(from: "a", to: "c")
    let outcome = try await devices.syncApart("c")
    #expect(outcome.isJoined && outcome.isComplete && outcome.cardCount == 5)
    let vault = try open("c")
    #expect(await vault.health.isGood)
    #expect(await vault.movedCount == nil)
    #expect(try await vault.pictures(of: card.id).count == 1)
    try await vault.save([.sample("Zoo", id: 8)])
    #expect(try await devices.syncApart("c").sentCount == 1)
    #expect(try files("target") == files("vault-c"))
  }

  @Test func `late files at a target stay there, and are not fetched again`() async throws {
    try await made()
    let late = try open("b")
    try await open("a").changeKey()
    try await devices.syncApart("a")
    let before = try devices.vaultNames("b", "segments")
    try await late.save([card.with { $0.note = "late" }])
    let name = try #require(
      try devices.vaultNames("b", "segments").subtracting(before).first)
    let bytes = try devices.folder.read("vault-b/segments/\(name)")
    try FileManager.default.createDirectory(
      atPath: devices.target.appending("segments").string, withIntermediateDirectories: true)
    try devices.folder.write(bytes, to: "target/segments/\(name)")
    #expect(try await devices.syncApart("a").refusedCount == 1)
    let again = try await devices.syncApart("a")
    #expect(again.isComplete && again.refusedCount == 0)
    #expect(try await open("a").card(card.id)?.note == "")
    #expect(try await open("a").retiredSaves(in: devices.target).map(\.cards) == [[card.id]])
  }
}
