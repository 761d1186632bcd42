import Cards
import Foundation
import Sealing
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Vault files from another vault of the same person, which a transport put into a vault.
@Suite struct StrangerTests {
  private let devices: Devices
  private var own: VaultLocations { devices.locations("own") }
  private var other: VaultLocations { devices.locations("other") }

  init() throws {
    devices = try Devices()
  }

  /// Copies the vault files of one folder into another.
  private func drop(_ source: FilePath, into destination: FilePath) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: source.string)
    where name.hasSuffix(".vault")
      && !FileManager.default.fileExists(atPath: destination.appending(name).string)
    {
      try FileManager.default.copyItem(
        atPath: source.appending(name).string, toPath: destination.appending(name).string)
    }
  }

  /// As on a machine that has never seen the vault.
  private func fresh(_ locations: VaultLocations) -> VaultLocations {
    var locations = locations
    locations.stateDirectory = devices.folder.path.appending("state-fresh")
    return locations
  }

  private func expectWhole(_ locations: VaultLocations) async throws {
    let vault = try Vault.open(at: locations)
    #expect(await vault.cards.map(\.name) == ["Gym"])
    #expect(await vault.health.successors.isEmpty)
    let gym = try #require(await vault.cards.first)
    try await vault.save([gym.with { $0.note = "can be changed" }])
  }

  /// On a machine that has never used the folder, the choice is asked for.
  private func expectAsked(_ locations: VaultLocations) async throws {
    let refusal = await failure { () throws(VaultError) in try Vault.open(at: locations) }
    guard case .severalVaults(let vaults) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(vaults.count == 2 && vaults.allSatisfy { $0.keyFiles.count == 1 })
  }

  @Test func `another vault's header does not take over a vault whose key was changed`()
    async throws
  {
    try await Vault.create(at: own).save([.sample("Gym")])
    _ = try await Vault.open(at: own).changeKey()
    try await Vault.create(at: other).save([.sample("Stranger")])
    try drop(other.vault, into: own.vault)
    try await expectAsked(fresh(own))
    try await expectWhole(own)
    var named = fresh(own)
    named.keyFile = try Vault.open(at: own).locations.keyFile
    try await expectWhole(named)
  }

  @Test func `a later header of another vault takes nothing over, and stops nobody from saving`()
    async throws
  {
    try await Vault.create(at: own).save([.sample("Gym")])
    try await Vault.create(at: other).save([.sample("Stranger")])
    _ = try await Vault.open(at: other).changeKey()
    try drop(other.vault, into: own.vault)
    try await expectAsked(fresh(own))
    try await expectWhole(own)
    _ = try await Vault.open(at: own).changeKey()
    try await expectWhole(own)
  }

  @Test func `more files of another vault do not take over if this machine knows the folder`()
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
    #expect(await vault.health.foreign.count == 4)
  }

  @Test(arguments: 0..<3)
  func `a vault's passphrase is asked for before another vault is shown empty`(round: Int)
    async throws
  {
    try await Vault.create(at: own, passphrase: try Passphrase("open sesame"), cost: .least)
      .save([.sample("Gym")])
    // Of two vault files of one epoch, their names decide which comes first.
    _ = try Vault.create(at: other)
    try drop(other.vault, into: own.vault)
    let opened = try Vault.open(at: own, keyProvider: typing("open sesame"))
    #expect(await opened.cards.map(\.name) == ["Gym"])
    #expect(await opened.health.successors.isEmpty)
    let refusal = await failure { [own] () throws(VaultError) in try Vault.open(at: own) }
    #expect(refusal == .passphraseNeeded)
  }

  @Test func `another vault's target stays its own, even if its vault file is here`()
    async throws
  {
    try await Vault.create(at: own).save([.sample("Gym")])
    try await Vault.create(at: other).save([.sample("Stranger")])
    try await devices.sync("other")
    try drop(other.vault, into: own.vault)
    let before = try devices.there()
    let failure = await syncFailure { try await devices.sync("own") }
    guard case .anotherVault(isKeyHere: false, keys: _) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(try devices.there() == before)
  }

  @Test func `another vault's file at a target is not accepted`() async throws {
    try await Vault.create(at: own).save([.sample("Gym")])
    try await devices.sync("own")
    try await Vault.create(at: other).save([.sample("Stranger")])
    _ = try await Vault.open(at: other).changeKey()
    try drop(other.vault, into: devices.target)
    let before = try FileManager.default.contentsOfDirectory(atPath: own.vault.string).sorted()
    #expect(try await devices.sync("own").isComplete)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: own.vault.string).sorted() == before)
    try await expectWhole(own)
  }

  @Test func `a named key file decides which of two vaults at a target is joined`() async throws {
    try await Vault.create(at: own).save([.sample("Gym")])
    try await devices.sync("own")
    try await Vault.create(at: other).save([.sample("Stranger")])
    try drop(other.vault, into: devices.target)
    let refusal = await syncFailure { try await devices.sync("new") }
    guard case .vault(.severalVaults) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    var named = devices.locations("new")
    named.keyFile = try Vault.open(at: own).locations.keyFile
    #expect(try await Vault.sync(at: named, with: .folder(devices.target)).isJoined)
    try await expectWhole(named)
  }

  @Test func `a named key file's passphrase is asked for, whichever vault was used here`()
    async throws
  {
    try await Vault.create(at: own).save([.sample("Gym")])
    let created = try Vault.create(
      at: other, passphrase: try Passphrase("open sesame"), cost: .least)
    try drop(other.vault, into: own.vault)
    try await expectWhole(own)
    var named = own
    named.keyFile = created.locations.keyFile
    let refusal = await failure { () throws(VaultError) in try Vault.open(at: named) }
    guard case .passphraseNeeded = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    let mistyped = await failure { () throws(VaultError) in
      try Vault.open(at: named, keyProvider: typing("wrong"))
    }
    guard case .wrongPassphrase = mistyped else {
      Issue.record("\(String(describing: mistyped))")
      return
    }
    let opened = try Vault.open(at: named, keyProvider: typing("open sesame"))
    #expect(opened.keyID == created.keyID)
  }
}
