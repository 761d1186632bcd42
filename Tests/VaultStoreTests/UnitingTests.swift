import Cards
import Foundation
import SystemPackage
import Testing

@testable import Sealing
@testable import VaultStore

/// Lines of keys that become one: with passphrases, after a purge, three of them, and in bundles.
@Suite struct UnitingTests {
  private let devices: Devices

  init() throws {
    devices = try Devices()
  }

  @Test func `a key with a passphrase is asked for, and the lines united`()
    async throws
  {
    try await devices.divide(1, 0)
    _ = try await devices.openApart("b").rotate(passphrase: try Self.passphrase(), cost: .least)
    let right = try Vault.open(at: devices.apart("b"), unlocking: Self.unlock)
    try await right.save([.sample("Second", id: 5)])
    try devices.handKeys(from: "b", to: "a")
    _ = try await Vault.sync(
      at: devices.apart("b"), with: .folder(devices.target), unlocking: Self.unlock)
    try await devices.syncApart("a")
    let united = try await Vault.open(
      at: devices.apart("a"), unlocksAll: true, unlocking: Self.unlock
    ).rotate()
    let one = try devices.openApart("a")
    #expect(one.keyID == united.keyID)
    #expect(await one.cards.map(\.name).sorted() == ["Gym", "Left", "Right", "Second"])
    #expect(await one.health.isGood)
  }

  @Test
  func `what was saved last stays in sight when another line's key comes beside a wrapped one`()
    async throws
  {
    try await devices.divide(0, 2)
    _ = try await devices.openApart("a").rotate(passphrase: try Self.passphrase(), cost: .least)
    let left = try Vault.open(at: devices.apart("a"), unlocking: Self.unlock)
    try await left.save([.sample("Unsent", id: 7)])
    try await devices.syncApart("b")
    try devices.handKeys(from: "b", to: "a")
    _ = try await Vault.sync(
      at: devices.apart("a"), with: .folder(devices.target), unlocking: Self.unlock)
    let both = try Vault.open(at: devices.apart("a"), unlocking: Self.unlock)
    #expect(await both.cards.map(\.name).contains("Unsent"))
    #expect(await !both.health.isMemoryLost)
    // Whoever is not told the passphrase is told that something is missing.
    #expect(try await !devices.openApart("a").health.ofLaterKey.isEmpty)
    _ = try await both.rotate()
    #expect(try await devices.openApart("a").cards.map(\.name).contains("Unsent"))
    #expect(try await devices.openApart("a").health.isGood)
  }

  @Test func `another vault's wrapped key does not stand in the way`() async throws {
    try await devices.divide(1, 1)
    try await devices.syncApart("a")
    try devices.handKeys(from: "a", to: "b")
    try await devices.syncApart("b")
    var other = devices.apart("other")
    other.keyDirectory = devices.apart("b").keyDirectory
    _ = try Vault.create(at: other, passphrase: try Self.passphrase(), cost: .least)
    for (name, bytes) in try devices.folder.files() where name.hasPrefix("vault-other/") {
      try devices.folder.write(bytes, to: name.replacing("vault-other/", with: "vault-b/"))
    }
    _ = try await Vault.open(at: devices.apart("b"), unlocksAll: true).rotate()
    #expect(try await devices.namesApart("b") == ["Gym", "Left", "Right"])
  }

  @Test func `what each line purged and the other did not is there when they are one`() async throws
  {
    let (one, two) = (Card.sample("One", id: 2), Card.sample("Two", id: 3))
    try await Vault.create(at: devices.apart("a")).save([one, two])
    try await devices.syncApart("a")
    try devices.handKeys(from: "a", to: "b")
    try await devices.syncApart("b")
    try await devices.openApart("a").remove([one.id])
    try await devices.openApart("b").remove([two.id])
    for device in ["a", "b"] {
      _ = try await devices.openApart(device).rotate()
      _ = try await devices.openApart(device).finishRotation()
    }
    // It knows of no removal.
    try await devices.openApart("a").save([two.with { $0.note = "in use" }])
    try await devices.syncApart("a")
    try devices.handKeys(from: "a", to: "b")
    try await devices.syncApart("b")
    let united = two.with { $0.note = "in use" }
    #expect(try await devices.openApart("b").cards.map(\.codes) == [united.codes])
    _ = try await devices.openApart("b").rotate()
    _ = try await devices.openApart("b").finishRotation()
    let last = try await devices.openApart("b").cards
    #expect(last.map(\.name) == ["Two"] && last.map(\.note) == ["in use"])
    #expect(last.map(\.codes) == [two.codes])
  }

  @Test func `three lines, united by two devices at once, become one`() async throws {
    try await devices.divide(1, 1)
    try await devices.wake("c", beforeSaving: .sample("First", id: 6))
    _ = try await devices.openApart("c").rotate()
    try await devices.openApart("c").save([.sample("Third", id: 8)])
    for device in ["a", "b", "c"] { try await devices.syncApart(device) }
    try await devices.syncApart("a")
    try devices.handKeys(from: "b", to: "a")
    try devices.handKeys(from: "b", to: "c")
    // Each has two of the three keys.
    for device in ["a", "c"] {
      let vault = try devices.openApart(device)
      let refusal = await failure { () async throws(VaultError) in _ = try await vault.rotate() }
      guard case .keyChanged(.twice)? = refusal else {
        Issue.record("\(device): \(String(describing: refusal))")
        return
      }
    }
    try devices.handKeys(from: "c", to: "a")
    try devices.handKeys(from: "a", to: "c")
    for device in ["a", "c"] {
      try await devices.syncApart(device)
      _ = try await devices.openApart(device).rotate()
    }
    try await devices.syncApart("a")
    try await devices.syncApart("c")
    #expect(try await devices.openApart("c").health.keyChange.isTwice)
    try devices.handKeys(from: "a", to: "c")
    try await devices.syncApart("c")
    let newest = try await devices.openApart("c").rotate()
    _ = try await devices.openApart("c").finishRotation()
    #expect(try devices.keyNames("c") == ["\(newest.keyID)"])
    #expect(try await devices.namesApart("c") == ["First", "Gym", "Left", "Right", "Third"])
    #expect(try await devices.openApart("c").health.isGood)
    try await devices.syncApart("c")
    try devices.handKeys(from: "c", to: "d")
    #expect(try await devices.syncApart("d").isJoined)
    #expect(try await devices.namesApart("d") == ["First", "Gym", "Left", "Right", "Third"])
  }

  @Test func `a bundle of another line is this vault's own`() async throws {
    try await devices.divide(1, 1)
    let file = devices.folder.path.appending("right.bundle")
    _ = try await devices.openApart("b").export(nil, to: file)
    try devices.handKeys(from: "b", to: "a")
    _ = try await devices.openApart("a").merge(try BundleFile(at: file))
    #expect(try await devices.namesApart("a") == ["Gym", "Left", "Right"])
    #expect(try await devices.openApart("a").cards.allSatisfy { $0.review != .draft })
    let again = try await devices.openApart("a").merge(try BundleFile(at: file))
    #expect(again.addedCount == 0 && again.fileCount == 0)
  }

  private static let unlock: @Sendable (WrappedKey) throws(VaultError) -> sending RootKey = {
    (key) throws(VaultError) in
    try VaultError.ofKeys { () throws(SealingError) in try key.unwrap(try passphrase()) }
  }

  private static func passphrase() throws(SealingError) -> Passphrase {
    try Passphrase(Array("open sesame".utf8).span)
  }
}
