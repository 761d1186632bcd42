import Cards
import Foundation
import SystemPackage
import Testing

@testable import Sealing
@testable import VaultStore

/// A key that was changed on two devices at once: two lines of keys, until a rotation unites them.
@Suite struct TwoLinesTests {
  private let devices: Devices

  init() throws {
    devices = try Devices()
  }

  private func open(_ device: String) throws -> Vault { try Vault.open(at: devices.apart(device)) }

  private func names(_ device: String) async throws -> [String] {
    try await open(device).cards.map(\.name)
  }

  @discardableResult
  private func sync(_ device: String) async throws -> SyncOutcome {
    try await Vault.sync(at: devices.apart(device), with: .folder(devices.target))
  }

  /// The key changed so many times on each of two devices that were in step, and then a card saved on each.
  private func divided(_ left: Int, _ right: Int) async throws {
    try await Vault.create(at: devices.apart("a")).save([.sample("Gym", id: 1)])
    try await sync("a")
    try devices.handKeys(from: "a", to: "b")
    try await sync("b")
    for (device, count, card) in [
      ("a", left, Card.sample("Left", id: 2)), ("b", right, Card.sample("Right", id: 3)),
    ] {
      for _ in 0..<count { _ = try await open(device).rotate() }
      try await open(device).save([card])
    }
  }

  private func isTwice(_ change: KeyChange?) -> Bool {
    if case .twice = change { true } else { false }
  }

  private func keyNames(_ device: String) throws -> Set<String> {
    Set(
      try FileManager.default.contentsOfDirectory(
        atPath: devices.apart(device).keyDirectory.string))
  }

  /// Leaves a device only the key with this name.
  private func keepKey(_ name: String, of device: String) throws {
    for other in try keyNames(device) where other != name {
      try FileManager.default.removeItem(
        atPath: devices.apart(device).keyDirectory.appending(other).string)
    }
  }

  @Test(arguments: [(1, 1), (1, 2), (2, 1), (1, 3)])
  func `both are read, and become one, where both keys are at hand`(
    left: Int, right: Int
  ) async throws {
    try await divided(left, right)
    try await sync("a")
    try devices.handKeys(from: "a", to: "b")
    try await sync("b")
    let both = try open("b")
    #expect(await both.cards.map(\.name) == ["Gym", "Left", "Right"])
    #expect(try await both.verify().foreign.isEmpty)
    let health = await both.health
    #expect(isTwice(health.keyChange) && health.late.isEmpty && health.damaged.isEmpty)
    let united = try await both.rotate()
    #expect(united.epoch == UInt32(max(left, right) + 1))
    #expect(try await open("b").health.isGood)
    _ = try await open("b").finishRotation()
    // Nothing of the other line is left, and the newest key alone opens everything.
    #expect(try keyNames("b") == ["\(united.keyID)"])
    let last = try open("b")
    #expect(await last.cards.map(\.name) == ["Gym", "Left", "Right"])
    #expect(await last.health.isGood)
  }

  @Test func `what one of them finished does not end the other`() async throws {
    try await divided(1, 2)
    _ = try await open("b").finishRotation()
    try await sync("a")
    try devices.handKeys(from: "a", to: "b")
    for _ in 0..<2 { try await sync("b") }
    let both = try open("b")
    #expect(await both.cards.map(\.name) == ["Gym", "Left", "Right"])
    #expect(await both.health.late.isEmpty)
    // Nothing of it is cleared away here or there.
    try await both.save([.sample("Zoo", id: 4)])
    try await sync("b")
    #expect(try await names("b") == ["Gym", "Left", "Right", "Zoo"])
    // Byte 12 of the header is the epoch's least: the first one's is ended.
    let own = try devices.folder.files().filter {
      $0.key.hasPrefix("vault-a/") && $0.key.hasSuffix(".vault") && $0.value[12] == 1
    }.keys
    for name in own {
      #expect(try devices.there()[name.replacing("vault-a/", with: "target/")] != nil)
    }
  }

  @Test(arguments: [(1, 1), (1, 2), (2, 1)])
  func `a line whose key is not here is named, and nothing begins or ends before it is`(
    left: Int, right: Int
  ) async throws {
    try await divided(left, right)
    try await sync("a")
    try await sync("b")
    try await sync("a")
    for device in ["a", "b"] {
      let vault = try open(device)
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
    try await open(longer).save([.sample("Zoo", id: 4)])
    #expect(try await names(longer).contains("Zoo"))
  }

  @Test func `who got only the new key reads what either line still sends, until that is finished`()
    async throws
  {
    try await divided(1, 2)
    try await sync("a")
    try devices.handKeys(from: "a", to: "b")
    try await sync("b")
    let united = try await open("b").rotate()
    try devices.handKeys(from: "b", to: "c")
    try keepKey("\(united.keyID)", of: "c")
    // Not sent before the lines were united.
    try await open("a").save([.sample("Zoo", id: 4)])
    try await sync("b")
    try await sync("a")
    #expect(try await open("a").health.keyChange != nil)
    #expect(try await sync("c").isJoined)
    #expect(try await names("c") == ["Gym", "Left", "Right", "Zoo"])
    #expect(try await open("c").health.isGood)
    _ = try await open("c").finishRotation()
    try await sync("c")
    #expect(try await names("c") == ["Gym", "Left", "Right", "Zoo"])
    // What is left of the other line goes from the target, and comes no more.
    let before = try devices.there()
    try await sync("a")
    #expect(try devices.there() == before)
    try devices.handKeys(from: "c", to: "a")
    #expect(try await sync("a").isComplete)
    #expect(try await names("a") == ["Gym", "Left", "Right", "Zoo"])
  }

  @Test func `a key with a passphrase is asked for only where the lines are to be united`()
    async throws
  {
    try await divided(1, 0)
    let bytes = Array("open sesame".utf8)
    _ = try await open("b").rotate(passphrase: try Passphrase(bytes.span), cost: .least)
    let unlock: Vault.Unlocking = { (key) throws(VaultError) in
      try VaultError.ofKeys { () throws(SealingError) in
        try key.unwrap(try Passphrase(bytes.span))
      }
    }
    let right = try Vault.open(at: devices.apart("b"), unlocking: unlock)
    try await right.save([.sample("Second", id: 5)])
    try devices.handKeys(from: "b", to: "a")
    _ = try await Vault.sync(
      at: devices.apart("b"), with: .folder(devices.target), unlocking: unlock)
    try await sync("a")
    let united = try await Vault.open(
      at: devices.apart("a"), isForAll: true, unlocking: unlock
    ).rotate()
    let one = try open("a")
    #expect(one.keyID == united.keyID)
    #expect(await one.cards.map(\.name).sorted() == ["Gym", "Left", "Right", "Second"])
    #expect(await one.health.isGood)
  }

  @Test func `what a key beside the newest sealed stands back`() async throws {
    try await divided(1, 1)
    try await sync("a")
    try devices.handKeys(from: "a", to: "b")
    try await sync("b")
    let before = try await names("b")
    let vault = try open("b")
    let newest = try #require(await vault.newestIdentityForTests())
    let other = try await vault.payloadOfOneSegment()
    let pack = Pack(
      device: 77, created: Timestamp(milliseconds: 0),
      entries: [Pack.Entry(identity: newest, payload: other[...], isPurged: false)], replaces: [])
    let forged = try #require(await vault.sealBesideForTests(pack.payload, as: .pack))
    let name = "packs/\(ContentHash(of: forged.span)).pack"
    try devices.folder.write(forged, to: "vault-b/\(name)")
    #expect(try await names("b") == before)
    _ = try await open("b").rotate()
    #expect(try await names("b") == before)
  }
}
