import Cards
import Foundation
import Sealing
import SystemPackage
import Testing

@testable import VaultStore

/// A key that was changed on two devices at once: two lines of keys, until a rotation unites them.
@Suite struct TwoLinesTests {
  private let devices: Devices

  init() throws {
    devices = try Devices()
  }

  @Test(arguments: [(1, 1), (1, 2), (2, 1), (1, 3)])
  func `both are read, and become one, where both keys are at hand`(
    left: Int, right: Int
  ) async throws {
    try await devices.divide(left, right)
    try await devices.syncApart("a")
    try devices.handKeys(from: "a", to: "b")
    try await devices.syncApart("b")
    let both = try devices.openApart("b")
    #expect(await both.cards.map(\.name) == ["Gym", "Left", "Right"])
    #expect(try await both.verify().foreign.isEmpty)
    let health = await both.health
    #expect(health.keyChange.isTwice && health.late.isEmpty && health.damaged.isEmpty)
    let united = try await both.rotate()
    #expect(united.epoch == UInt32(max(left, right) + 1))
    #expect(try await devices.openApart("b").health.isGood)
    _ = try await devices.openApart("b").finishRotation()
    // Nothing of the other line is left, and the newest key alone opens everything.
    #expect(try devices.keyNames("b") == ["\(united.keyID)"])
    let last = try devices.openApart("b")
    #expect(await last.cards.map(\.name) == ["Gym", "Left", "Right"])
    #expect(await last.health.isGood)
  }

  @Test func `what one of them finished does not end the other`() async throws {
    try await devices.divide(1, 2)
    // Under the first key, by a device that has heard of neither, and read where that is not finished.
    try await devices.wake("c", beforeSaving: .sample("First", id: 6))
    try await devices.syncApart("a")
    #expect(try await devices.namesApart("a") == ["First", "Gym", "Left"])
    _ = try await devices.openApart("b").finishRotation()
    try devices.handKeys(from: "a", to: "b")
    for _ in 0..<2 { try await devices.syncApart("b") }
    let both = try devices.openApart("b")
    #expect(await both.cards.map(\.name) == ["First", "Gym", "Left", "Right"])
    #expect(await both.health.late.isEmpty)
    // Nothing of it is cleared away here or there.
    try await both.save([.sample("Zoo", id: 4)])
    try await devices.syncApart("b")
    #expect(try await devices.namesApart("b") == ["First", "Gym", "Left", "Right", "Zoo"])
    // Byte 12 of the header is the epoch's least: the first one's is ended.
    let own = try devices.folder.files().filter {
      $0.key.hasPrefix("vault-a/") && $0.key.hasSuffix(".vault") && $0.value[12] == 1
    }.keys
    #expect(own.count == 1)
    for name in own {
      #expect(try devices.there()[name.replacing("vault-a/", with: "target/")] != nil)
    }
  }

  @Test(arguments: [(1, 1), (1, 2), (2, 1)])
  func `a line whose key is not here is named, and nothing begins or ends before it is`(
    left: Int, right: Int
  ) async throws {
    try await devices.divide(left, right)
    try await devices.syncApart("a")
    try await devices.syncApart("b")
    try await devices.syncApart("a")
    for device in ["a", "b"] {
      let vault = try devices.openApart(device)
      #expect(await vault.health.keyChange != nil)
      let refusals = [
        await failure { () async throws(VaultError) in _ = try await vault.finishRotation() },
        await failure { () async throws(VaultError) in _ = try await vault.rotate() },
      ]
      for refusal in refusals {
        guard case .keyChanged? = refusal else {
          Issue.record("\(device): \(String(describing: refusal))")
          continue
        }
      }
    }
    // The longer line goes on meanwhile.
    let longer = left > right ? "a" : "b"
    try await devices.openApart(longer).save([.sample("Zoo", id: 4)])
    #expect(try await devices.namesApart(longer).contains("Zoo"))
  }

  @Test func `who got only the new key reads what either line still sends, until that is finished`()
    async throws
  {
    try await devices.divide(1, 2)
    try await devices.syncApart("a")
    try devices.handKeys(from: "a", to: "b")
    try await devices.syncApart("b")
    let united = try await devices.openApart("b").rotate()
    try devices.handKeys(from: "b", to: "c")
    try devices.keepKey("\(united.keyID)", of: "c")
    // Not sent before the lines were united.
    try await devices.openApart("a").save([.sample("Zoo", id: 4)])
    try await devices.syncApart("b")
    try await devices.syncApart("a")
    #expect(try await devices.openApart("a").health.keyChange != nil)
    #expect(try await devices.syncApart("c").isJoined)
    #expect(try await devices.namesApart("c") == ["Gym", "Left", "Right", "Zoo"])
    #expect(try await devices.openApart("c").health.isGood)
    _ = try await devices.openApart("c").finishRotation()
    try await devices.syncApart("c")
    #expect(try await devices.namesApart("c") == ["Gym", "Left", "Right", "Zoo"])
    // What is left of the other line goes from the target, and comes no more.
    let before = try devices.there()
    try await devices.syncApart("a")
    #expect(try devices.there() == before)
    try devices.handKeys(from: "c", to: "a")
    #expect(try await devices.syncApart("a").isComplete)
    #expect(try await devices.namesApart("a") == ["Gym", "Left", "Right", "Zoo"])
  }

  @Test func `what a device saved and packed itself is saved anew when its line ends without it`()
    async throws
  {
    try await devices.divide(0, 1)
    // It takes the other's key, saves under it, and finishes that: its own saves lie in a pack.
    try await devices.syncApart("b")
    try devices.handKeys(from: "b", to: "a")
    try await devices.openApart("a").save([.sample("Own", id: 7)])
    try await devices.syncApart("a")
    _ = try await devices.openApart("a").finishRotation()
    let saved = try await devices.namesApart("a")
    // The other one changed the key again meanwhile, and finished that without having heard of it.
    _ = try await devices.openApart("b").rotate()
    _ = try await devices.openApart("b").finishRotation()
    try await devices.syncApart("b")
    try devices.handKeys(from: "b", to: "a")
    try await devices.syncApart("a")
    #expect(try await devices.namesApart("a") == saved)
    try await devices.syncApart("b")
    #expect(try await devices.namesApart("b") == saved)
  }

  @Test func `what a key beside the newest sealed stands back`() async throws {
    try await devices.divide(1, 1)
    try await devices.syncApart("a")
    try devices.handKeys(from: "a", to: "b")
    try await devices.syncApart("b")
    let before = try await devices.namesApart("b")
    let vault = try devices.openApart("b")
    let newest = try #require(await vault.newestIdentityForTests())
    let other = try #require(await vault.payloadOfAnotherSegment(than: newest))
    let pack = Pack(
      device: 77, created: Timestamp(milliseconds: 0),
      entries: [Pack.Entry(identity: newest, payload: other[...], isPurged: false)], replaces: [])
    let forged = try #require(await vault.sealBesideForTests(pack.payload, as: .pack))
    let name = "packs/\(ContentHash(of: forged.span)).pack"
    try devices.folder.write(forged, to: "vault-b/\(name)")
    #expect(try await devices.namesApart("b") == before)
    _ = try await devices.openApart("b").rotate()
    #expect(try await devices.namesApart("b") == before)
  }
}
