import Cards
import Foundation
import Sealing
import SwiftProtobuf
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Cards that one device removed permanently, by changing the key, while another one wanted them.
@Suite struct RevivalTests {
  private let devices: Devices
  private let card = Card.sample("Gym", id: 1)

  init() throws {
    devices = try Devices()
  }

  /// The card is removed and the key changed on `a`; `b`, which has the new key but has not synced the finishing,
  /// still has the whole card.
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
  func `a card restored before finishing is whole on all devices`(isPacked: Bool)
    async throws
  {
    try await removed(isPacked: isPacked)
    try await devices.open("b").save([card.with { $0.note = "wanted" }])
    try await finished()
    if isPacked {
      // The contents of a pack under a finished key are only claimed: a person decides.
      let bare = try devices.open("b")
      #expect(await bare.cards.map(\.name) == ["", "Zoo"])
      #expect(await !bare.health.late.isEmpty)
      let claims = try await bare.finishingPlan().claimedSegments
      _ = try await bare.finishRotation(takingIn: Set(claims.map(\.id)))
      try await devices.sync("b")
      try await devices.sync("a")
    }
    for device in ["a", "b"] {
      let vault = try devices.open(device)
      #expect(await vault.cards.map(\.name) == ["Gym", "Zoo"], "\(device)")
      #expect(await vault.card(card.id)?.codes == card.codes)
      #expect(await vault.card(card.id)?.note == "wanted")
      #expect(await vault.health.late.isEmpty)
    }
  }

  @Test func `a card that nobody wanted stays purged, even where it was left`() async throws {
    try await removed(isPacked: false)
    try await finished()
    for device in ["a", "b"] {
      let vault = try devices.open(device)
      #expect(await vault.cards.map(\.name) == ["Zoo"])
      #expect(await vault.removedCards.isEmpty)
    }
  }

  /// The pack of the old key with other changes for the card, and otherwise unchanged.
  private func forgery(in vault: Vault) async throws -> [UInt8] {
    let (identity, payload) = try #require(await vault.wholeEntryForTests(of: card.id))
    var message = try Cardvault_Vault_Segment(serializedBytes: payload)
    for (index, bytes) in message.revisions.enumerated() {
      var revision = try Cardvault_Vault_Revision(serializedBytes: bytes)
      guard revision.card == Data(card.id.bytes) else { continue }
      for place in revision.changes.indices where revision.changes[place].field == 1 {
        revision.changes[place].value = Data("Forged".utf8)
      }
      message.revisions[index] = Data(revision.bytes)
    }
    let pack = Pack(
      device: 77, created: Timestamp(milliseconds: 0),
      entries: [Pack.Entry(identity: identity, payload: message.bytes[...], isPurged: false)],
      replaces: [])
    return try await vault.sealUnderOldKey(pack.payload, as: .pack)
  }

  @Test(arguments: [(false, false), (true, false), (true, true)])
  func `a holder of the old key cannot bring back made-up changes`(
    isPacked: Bool, isReadBefore: Bool
  ) async throws {
    try await removed(isPacked: isPacked)
    let forged = try await forgery(in: devices.open("b"))
    try await devices.open("b").save([card.with { $0.note = "wanted" }])
    let name = "vault-b/packs/\(ContentHash(of: forged.span)).pack"
    if isReadBefore {
      try devices.folder.write(forged, to: name)
      await (try devices.open("b")).remember()
    }
    _ = try await devices.open("a").finishRotation()
    try await devices.sync("a")
    try devices.folder.write(forged, to: name)
    for _ in 0..<2 {
      try await devices.sync("b")
      let found = try #require(await devices.open("b").card(card.id))
      // Nothing in a pack under a finished key is trusted without asking.
      #expect(found.name == (isPacked ? "" : "Gym"))
      #expect(found.note == "wanted")
    }
  }

  @Test func `the card is saved again once`() async throws {
    try await removed(isPacked: false)
    try await devices.open("b").save([card.with { $0.note = "wanted" }])
    try await finished()
    let before = try devices.folder.files().keys.filter { $0.contains("/packs/") }.count
    for _ in 0..<3 {
      try await devices.sync("b")
      try await devices.open("b").save([card.with { $0.note += "!" }])
      try await devices.sync("b")
    }
    #expect(try devices.folder.files().keys.filter { $0.contains("/packs/") }.count == before)
  }

  @Test func `packs that merge keep what only one of them has`() async throws {
    let (one, two) = (Card.sample("One", id: 1), Card.sample("Two", id: 2))
    let vault = try Vault.create(at: devices.locations("a"))
    try await vault.save([one, two])
    let whole = try await vault.payloadOfOneSegment()[...]
    let halves = try [one, two].map {
      try #require(try Segment.purged(payload: whole, of: [$0.id]))[...]
    }
    let both = try #require(Segment.combined(halves[0], halves[1]))
    #expect(both[...] == whole)
    #expect(Segment.combined(halves[1], halves[0]) == both)
    #expect(Segment.combined(halves[0], halves[0]) == nil)
    let entries = halves.map { Pack.Entry(identity: .ofNothing, payload: $0, isPurged: true) }
    #expect(entries[0].joined(with: entries[1])?.payload == whole)
    for bit in 0..<(halves[0].count * 8) {
      var altered = Array(halves[0])
      altered[bit / 8] ^= 1 << UInt8(bit % 8)
      guard let made = Segment.combined(altered[...], halves[1]) else { continue }
      // Only what the other lacks may have been altered.
      #expect(Segment.isPurged(halves[1], from: made[...]))
    }
  }
}
