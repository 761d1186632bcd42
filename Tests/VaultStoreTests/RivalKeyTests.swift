import Cards
import Foundation
import Sealing
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Two devices that change the key at once.
@Suite struct RivalKeyTests {
  private let devices: Devices

  init() throws { devices = try Devices() }

  private func open(_ device: String) throws -> Vault { try devices.openApart(device) }

  private func sync(_ count: Int = 1) async throws {
    for _ in 0..<count { for device in ["a", "b"] { try await devices.syncApart(device) } }
  }

  /// Two devices that changed the key at once, and then saved a card each.
  ///
  /// - Returns: their keys.
  private func divided() async throws -> (a: KeyID, b: KeyID) {
    try await devices.twoApart()
    let keys = (try await open("a").changeKey().keyID, try await open("b").changeKey().keyID)
    try await open("a").save([.sample("Left", id: 2)])
    try await open("b").save([.sample("Right", id: 3)])
    return keys
  }

  /// The same, after each device got the other's key, and its files.
  private func met() async throws -> (a: KeyID, b: KeyID) {
    let keys = try await divided()
    try devices.handKeys(from: "a", to: "b")
    try devices.handKeys(from: "b", to: "a")
    try await sync(2)
    return keys
  }

  @Test func `neither device is stopped`() async throws {
    let keys = try await divided()
    try await sync(2)
    for (device, key, name) in [("a", keys.a, "Left"), ("b", keys.b, "Right")] {
      let outcome = try await devices.syncApart(device)
      #expect(outcome.isComplete && outcome.receivedCount == 0 && outcome.sentCount == 0)
      let vault = try open(device)
      #expect(vault.keyID == key)
      #expect(await vault.cards.map(\.name) == ["Gym", name])
      #expect(await vault.health.isGood)
      #expect(await vault.rivalKeys.isEmpty)
      try await vault.save([.sample("More", id: 4)])
    }
  }

  @Test func `a device that has both keys asks which one counts, and goes on meanwhile`()
    async throws
  {
    let keys = try await met()
    let lower = min(keys.a, keys.b)
    for (device, own, other) in [("a", keys.a, keys.b), ("b", keys.b, keys.a)] {
      let vault = try open(device)
      #expect(vault.keyID == own)
      #expect(await vault.rivalKeys == [other])
      #expect(await vault.health.rivals == [other])
      #expect(await vault.suggestedKey == lower)
      #expect(await vault.fingerprint(of: own) == vault.fingerprint)
      #expect(await vault.fingerprint(of: other) != nil)
      #expect(try await !devices.syncApart(device).isComplete)
      try await vault.save([.sample("More", id: 4)])
    }
  }

  @Test(arguments: [false, true])
  func `after a decision, both devices have the saves of both`(isOwnKey: Bool) async throws {
    let keys = try await met()
    let chosen = isOwnKey ? keys.a : keys.b
    try await open("a").decide(for: chosen)
    let decided = try open("a")
    #expect(decided.keyID == chosen)
    #expect(await decided.movedCount == (isOwnKey ? nil : 2))
    #expect(await decided.rivalKeys.isEmpty)
    #expect(await decided.health.isGood)
    try await sync(3)
    for device in ["a", "b"] {
      let vault = try open(device)
      #expect(vault.keyID == chosen, "\(device)")
      #expect(await vault.cards.map(\.name) == ["Gym", "Left", "Right"])
      #expect(await vault.health.isGood)
      #expect(await vault.rivalKeys.isEmpty)
      let found = try await vault.verify()
      #expect(found.missing.isEmpty && found.retired.isEmpty && found.foreign.isEmpty)
      try await vault.save([.sample("More", id: 4)])
      #expect(try await devices.syncApart(device).isComplete)
    }
  }

  @Test func `crossing decisions keep every save, and a new key ends them`() async throws {
    let keys = try await met()
    try await open("a").decide(for: keys.b)
    try await open("b").decide(for: keys.a)
    for (device, key, name) in [("a", keys.b, "Left"), ("b", keys.a, "Right")] {
      let vault = try open(device)
      #expect(vault.keyID == key)
      #expect(await vault.cards.map(\.name).contains(name))
    }
    try await sync(2)
    for (device, name) in [("a", "Left"), ("b", "Right")] {
      let vault = try open(device)
      #expect(await vault.cards.map(\.name).contains(name))
      // The second one to sync learns of the first one's decision, and sends nothing.
      #expect(await vault.health.successors.map(\.keyID) == (device == "b" ? [keys.b] : []))
      #expect(await vault.health.successors.allSatisfy(\.isContradicted))
    }
    try await open("a").changeKey()
    try devices.handKeys(from: "a", to: "b")
    try await sync(3)
    for device in ["a", "b"] {
      let vault = try open(device)
      #expect(await vault.cards.map(\.name) == ["Gym", "Left", "Right"], "\(device)")
      #expect(await vault.health.isGood)
      #expect(await vault.rivalKeys.isEmpty)
    }
    #expect(try open("a").keyID == open("b").keyID)
  }

  @Test func `no other key can be chosen`() async throws {
    let vault = try Vault.create(at: devices.apart("a"))
    let id = DerivedKeys(try RootKey.generate()).id
    let refusal = await failure { () async throws(VaultError) in try await vault.decide(for: id) }
    #expect(refusal == .wrongKey(id, devices.apart("a").vault))
  }
}
