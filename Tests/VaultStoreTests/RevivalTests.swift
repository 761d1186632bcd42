import Cards
import Foundation
import Sealing
import SystemPackage
import Testing

@testable import VaultStore

/// Cards that one device removed for good, by changing the key, and another one wanted.
@Suite struct RevivalTests {
  private let devices: Devices
  private let card = Card.sample("Gym", id: 1)

  init() throws {
    devices = try Devices()
  }

  /// The card is removed and the key changed on `a`; `b`, which has the new key and has not synced the end of it,
  /// still holds it whole.
  private func removed(isPacked: Bool) async throws {
    try await Vault.create(at: devices.locations("a")).save([card, .sample("Zoo", id: 2)])
    if isPacked {
      try await devices.open("a").packForTests()
      for name in try FileManager.default.contentsOfDirectory(
        atPath: devices.locations("a").vault.appending("segments").string)
      {
        try FileManager.default.removeItem(
          atPath: devices.locations("a").vault.appending("segments/\(name)").string)
      }
    }
    try await devices.sync("a")
    #expect(try await devices.sync("b").isJoined)
    try await devices.open("a").remove([card.id])
    _ = try await devices.open("a").rotate()
    try await devices.sync("a")
    try await devices.sync("b")
    #expect(try await devices.names("b") == ["Zoo"])
  }

  private func finished() async throws {
    _ = try await devices.open("a").finishRotation()
    try await devices.sync("a")
    try await devices.sync("b")
    try await devices.sync("a")
  }

  @Test(arguments: [false, true])
  func `one that was brought back before that was finished is whole on all devices`(isPacked: Bool)
    async throws
  {
    try await removed(isPacked: isPacked)
    try await devices.open("b").save([card.with { $0.note = "wanted" }])
    try await finished()
    for device in ["a", "b"] {
      let vault = try devices.open(device)
      #expect(await vault.cards.map(\.name) == ["Gym", "Zoo"], "\(device)")
      #expect(await vault.card(card.id)?.codes == card.codes)
      #expect(await vault.card(card.id)?.note == "wanted")
      #expect(await vault.health.late.isEmpty)
    }
  }

  @Test func `one that nobody wanted stays purged where it still lay`() async throws {
    try await removed(isPacked: false)
    try await finished()
    for device in ["a", "b"] {
      let vault = try devices.open(device)
      #expect(await vault.cards.map(\.name) == ["Zoo"])
      #expect(await vault.removedCards.isEmpty)
    }
  }

  @Test func `whoever has the old key brings nothing of their own back`() async throws {
    try await removed(isPacked: false)
    try await devices.open("b").save([card.with { $0.note = "wanted" }])
    let vault = try devices.open("b")
    let identity = try await vault.firstIdentityForTests()
    let payload = Segment.payload(
      device: 77, sequence: 1, previous: nil, seen: [], clock: HybridClock(0),
      wall: Timestamp(milliseconds: 0),
      revisions: [SegmentRevision(card: card.id, kind: .edit, changes: [])], undoes: nil)
    let pack = Pack(
      device: 77, created: Timestamp(milliseconds: 0),
      entries: [Pack.Entry(identity: identity, payload: payload[...], isPurged: false)],
      replaces: [])
    let forged = try await vault.sealUnderOldKey(pack.payload, as: .pack)
    _ = try await devices.open("a").finishRotation()
    try await devices.sync("a")
    let name = "packs/\(ContentHash(of: forged.span)).pack"
    try devices.folder.write(forged, to: "vault-b/\(name)")
    try await devices.sync("b")
    #expect(try await devices.open("b").card(card.id)?.codes == card.codes)
    #expect(try await devices.open("b").cards.map(\.name) == ["Gym", "Zoo"])
  }
}
