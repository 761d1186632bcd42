import Cards
import Foundation
import Sealing
import SwiftProtobuf
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Cards that one device removed before it changed the key, while another one wanted them.
@Suite struct RevivalTests {
  private let devices: Devices
  private let card = Card.sample("Gym", id: 1)

  init() throws {
    devices = try Devices()
  }

  /// The card is removed and the key changed on `a`; `b` has the new key, but the change is not finished.
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
  func `a card restored before finishing is complete on all devices`(isPacked: Bool)
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

  @Test func `a card that nobody wanted stays removed, and can be restored`() async throws {
    try await removed(isPacked: false)
    try await finished()
    for device in ["a", "b"] {
      let vault = try devices.open(device)
      #expect(await vault.cards.map(\.name) == ["Zoo"])
      #expect(await vault.removedCards.map(\.codes) == [card.codes])
    }
  }

  /// The pack of the old key with other changes for the card, and otherwise unchanged.
  private func forgery(in vault: Vault) async throws -> [UInt8] {
    let payload = try #require(await vault.entryForTests(of: card.id)).payload
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
      entries: [Pack.Entry(payload: message.bytes[...])], replaces: [])
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
      #expect(found.name == "Gym")
      #expect(found.note == "wanted")
    }
  }
}
