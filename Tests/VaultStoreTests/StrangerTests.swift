import Cards
import Foundation
import Sealing
import SystemPackage
import Testing

@testable import VaultStore

/// Vault files of another vault of the same person, which a carrier put into a vault.
@Suite struct StrangerTests {
  private let devices: Devices
  private var own: VaultLocations { devices.locations("own") }
  private var other: VaultLocations { devices.locations("other") }

  init() throws {
    devices = try Devices()
  }

  /// Copies the vault files of one folder into another.
  private func drop(_ source: FilePath, into place: FilePath) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: source.string)
    where name.hasSuffix(".vault")
      && !FileManager.default.fileExists(atPath: place.appending(name).string)
    {
      try FileManager.default.copyItem(
        atPath: source.appending(name).string, toPath: place.appending(name).string)
    }
  }

  /// As on a machine that never saw the vault.
  private func fresh(_ locations: VaultLocations) -> VaultLocations {
    var locations = locations
    locations.stateDirectory = devices.folder.path.appending("state-fresh")
    return locations
  }

  private func expectWhole(
    _ locations: VaultLocations, epoch: UInt32, isDivided: Bool = false
  ) async throws {
    let vault = try Vault.open(at: locations)
    #expect(vault.epoch == epoch)
    #expect(await vault.cards.map(\.name) == ["Gym"])
    #expect((await vault.health.keyChange != nil) == isDivided)
    let gym = try #require(await vault.cards.first)
    try await vault.save([gym.with { $0.note = "can be changed" }])
  }

  @Test(arguments: [false, true])
  func `an older vault file does not take over a vault whose key was changed`(isFinished: Bool)
    async throws
  {
    try await Vault.create(at: own).save([.sample("Gym")])
    _ = try await Vault.open(at: own).rotate()
    if isFinished { _ = try await Vault.open(at: own).finishRotation() }
    try await Vault.create(at: other).save([.sample("Stranger")])
    try drop(other.vault, into: own.vault)
    try await expectWhole(fresh(own), epoch: 1)
    try await expectWhole(own, epoch: 1)
  }

  @Test func `a newer vault file takes over nothing, and stops nobody from saving`() async throws {
    try await Vault.create(at: own).save([.sample("Gym")])
    try await Vault.create(at: other).save([.sample("Stranger")])
    _ = try await Vault.open(at: other).rotate()
    try drop(other.vault, into: own.vault)
    try await expectWhole(fresh(own), epoch: 0)
    try await expectWhole(own, epoch: 0)
    _ = try await Vault.open(at: own).rotate()
    try await expectWhole(own, epoch: 1)
  }

  @Test func `more files of another vault do not take over where this machine knows better`()
    async throws
  {
    try await Vault.create(at: own).save([.sample("Gym")])
    for name in ["Stranger", "Ghost", "Burglar"] {
      let vault = Vault.exists(at: other.vault) ? try Vault.open(at: other) : nil
      try await (vault ?? Vault.create(at: other)).save([.sample(name)])
    }
    try drop(other.vault, into: own.vault)
    for name in try FileManager.default.contentsOfDirectory(
      atPath: other.vault.appending("segments").string)
    {
      try FileManager.default.copyItem(
        atPath: other.vault.appending("segments/\(name)").string,
        toPath: own.vault.appending("segments/\(name)").string)
    }
    let vault = try Vault.open(at: own)
    #expect(await vault.cards.map(\.name) == ["Gym"])
    #expect(await vault.health.ofAnotherVault.count == 4)
  }

  @Test func `a key that was changed on two devices, and on one again, opens the newest epoch`()
    async throws
  {
    let (one, two) = (devices.apart("one"), devices.apart("two"))
    try await Vault.create(at: one).save([.sample("Gym")])
    for (source, place) in [(one.vault, two.vault), (one.keyDirectory, two.keyDirectory)] {
      try FileManager.default.copyItem(atPath: source.string, toPath: place.string)
    }
    _ = try await Vault.open(at: two).rotate()
    _ = try await Vault.open(at: one).rotate()
    let newest = try await Vault.open(at: one).rotate().keyFile
    try drop(one.vault, into: two.vault)
    for name in ["segments", "packs"] {
      let place = two.vault.appending(name).string
      try? FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      for file in try FileManager.default.contentsOfDirectory(
        atPath: one.vault.appending(name).string)
      where !FileManager.default.fileExists(atPath: "\(place)/\(file)") {
        try FileManager.default.copyItem(
          atPath: one.vault.appending(name).appending(file).string, toPath: "\(place)/\(file)")
      }
    }
    guard case .elsewhere = try await Vault.open(at: two).health.keyChange else {
      Issue.record("nobody says that the key was changed")
      return
    }
    try FileManager.default.copyItem(
      atPath: newest.string,
      toPath: two.keyDirectory.appending(newest.lastComponent?.string ?? "").string)
    // The shorter line is still to be united with it.
    try await expectWhole(two, epoch: 2, isDivided: true)
  }

  private static let unlock: @Sendable (WrappedKey) throws(VaultError) -> sending RootKey = {
    (key) throws(VaultError) in
    try VaultError.ofKeys { () throws(SealingError) in try key.unwrap(try passphrase()) }
  }

  private static func passphrase() throws(SealingError) -> Passphrase {
    let bytes = Array("open sesame".utf8)
    return try Passphrase(bytes.span)
  }

  @Test(arguments: 0..<3)
  func `a vault with a passphrase is asked for before another one is shown empty`(round: Int)
    async throws
  {
    try await Vault.create(at: own, passphrase: try Self.passphrase(), cost: .least)
      .save([.sample("Gym")])
    // Which of two vault files of one epoch comes first, their names say.
    _ = try Vault.create(at: other)
    try drop(other.vault, into: own.vault)
    let opened = try Vault.open(at: own, unlocking: Self.unlock)
    #expect(await opened.cards.map(\.name) == ["Gym"])
    #expect(await opened.health.keyChange == nil)
    let refusal = await failure { [own] () throws(VaultError) in try Vault.open(at: own) }
    #expect(refusal == .passphraseNeeded)
  }

  @Test func `a target of another vault stays its own, though its vault file lies here`()
    async throws
  {
    try await Vault.create(at: own).save([.sample("Gym")])
    try await Vault.create(at: other).save([.sample("Stranger")])
    try await devices.sync("other")
    try drop(other.vault, into: own.vault)
    let before = try devices.there()
    let failure = await syncFailure { try await devices.sync("own") }
    #expect(failure == .anotherVault(isLater: false))
    #expect(try devices.there() == before)
  }

  @Test func `another vault's file at a target is not taken in`() async throws {
    try await Vault.create(at: own).save([.sample("Gym")])
    try await devices.sync("own")
    try await Vault.create(at: other).save([.sample("Stranger")])
    _ = try await Vault.open(at: other).rotate()
    try drop(other.vault, into: devices.target)
    let before = try FileManager.default.contentsOfDirectory(atPath: own.vault.string).sorted()
    #expect(try await devices.sync("own").isComplete)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: own.vault.string).sorted() == before)
    try await expectWhole(own, epoch: 0)
  }

  @Test func `the vault of a target is joined, whatever vault files lie beside its own`()
    async throws
  {
    try await Vault.create(at: own).save([.sample("Gym")])
    try await devices.sync("own")
    try await Vault.create(at: other).save([.sample("Stranger")])
    _ = try await Vault.open(at: other).rotate()
    try drop(other.vault, into: devices.target)
    #expect(try await devices.sync("new").isJoined)
    try await expectWhole(devices.locations("new"), epoch: 0)
  }

  @Test(arguments: [false, true], 0..<3)
  func `such a vault is joined with a passphrase, too`(isOwn: Bool, round: Int) async throws {
    // Which of two vault files of one epoch comes first, their names say.
    try await Vault.create(
      at: own, passphrase: isOwn ? try Self.passphrase() : nil, cost: .least
    ).save([.sample("Gym")])
    _ = try await Vault.sync(
      at: own, with: .folder(devices.target), unlocking: Self.unlock)
    _ = try Vault.create(
      at: other, passphrase: isOwn ? nil : try Self.passphrase(), cost: .least)
    try drop(other.vault, into: devices.target)
    let outcome = try await Vault.sync(
      at: devices.locations("new"), with: .folder(devices.target), unlocking: Self.unlock)
    #expect(outcome.isJoined)
    let vault = try Vault.open(at: devices.locations("new"), unlocking: Self.unlock)
    #expect(await vault.cards.map(\.name) == ["Gym"])
  }
}
