import Cards
import Foundation
import Sealing
import Synchronization
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Targets that a sync does not touch.
@Suite struct SyncRefusalTests {
  private let devices: Devices

  private final class Questions: Sendable {
    let count = Atomic(0)
  }

  init() throws {
    devices = try Devices()
  }

  @Test func `another vault is left as it is`() async throws {
    try await devices.twoInStep()
    _ = try Vault.create(at: devices.locations("other"))
    let before = try devices.there()
    let failure = await syncFailure { try await devices.sync("other") }
    #expect(failure == .anotherVault(isKeyHere: true))
    #expect(try devices.there() == before)
  }

  @Test func `a folder with other things in it is left as it is`() async throws {
    _ = try Vault.create(at: devices.locations("a"))
    try FileManager.default.createDirectory(
      atPath: devices.target.string, withIntermediateDirectories: true)
    try Data("hello".utf8).write(to: URL(filePath: devices.target.appending("letter").string))
    #expect(await syncFailure { try await devices.sync("a") } == .notEmpty)
    #expect(try devices.there("") == ["letter"])
  }

  @Test func `a folder inside a vault is left as it is`() async throws {
    try await devices.twoInStep()
    let before = try devices.there()
    let failure = await syncFailure {
      _ = try await Vault.sync(
        at: devices.locations("a"), with: .folder(devices.target.appending("segments")))
    }
    #expect(failure == .partOfVault)
    #expect(try devices.there() == before)
  }

  @Test func `a newer vault file of another vault does not take over`() async throws {
    try await devices.twoInStep()
    let other = devices.locations("other")
    try await Vault.create(at: other).save([.sample("Stranger", id: 9)])
    let old = try await Vault.open(at: other).keyFiles.headers
    _ = try await Vault.open(at: other).changeKey()
    let vault = devices.locations("a").vault
    for name in try FileManager.default.contentsOfDirectory(atPath: other.vault.string)
    where name.hasSuffix(".vault") && !old.contains(name) {
      try FileManager.default.copyItem(
        atPath: other.vault.appending(name).string, toPath: vault.appending(name).string)
    }
    #expect(try await devices.names("a") == ["Gym"])
  }

  @Test func `the vault itself is not a target, nor are folders in or around it`() async throws {
    let locations = devices.locations("a")
    _ = try Vault.create(at: locations)
    for target in [
      locations.vault, locations.vault.appending("inner"), locations.vault.removingLastComponent(),
    ] {
      let failure = await syncFailure {
        _ = try await Vault.sync(at: locations, with: .folder(target))
      }
      #expect(failure == .sameFolder)
    }
  }

  @Test func `a sync that is not wanted any more stops before its next transfer`() async throws {
    try await devices.twoInStep()
    let before = try devices.there()
    try await devices.open("a").save([.sample("Baker", id: 2)])
    let asked = Questions()
    let failure = await syncFailure {
      _ = try await Vault.sync(
        at: devices.locations("a"), with: .folder(devices.target),
        isWanted: { asked.count.add(1, ordering: .relaxed).oldValue == 0 })
    }
    #expect(failure == .stopped)
    #expect(try devices.there() == before)
    #expect(try await devices.sync("a").sentCount > 0)
  }

  @Test func `a git sync that is not wanted any more after it sent publishes nothing`()
    async throws
  {
    let repository = try GitRepository()
    let locations = devices.locations("a")
    try await Vault.create(at: locations).save([.sample("Gym", id: 1)])
    let target = SyncTarget.git(repository.path.string)
    let failure = await syncFailure {
      _ = try await Vault.sync(
        at: locations, with: target,
        isWanted: {
          // What is sent is put into our own clone first.
          let below = FileManager.default.subpaths(atPath: locations.stateDirectory.string) ?? []
          return !below.contains { $0.contains("/clone/objects/") && $0.suffix(39).first == "/" }
        })
    }
    #expect(failure == .stopped)
    #expect(try repository.git("-C", repository.path.string, "for-each-ref").isEmpty)
    #expect(try await Vault.sync(at: locations, with: target).sentCount == 2)
    #expect(try repository.files().count == 2)
  }

  @Test func `a sync that is not wanted any more after it sent removes nothing`() async throws {
    try await devices.twoInStep()
    let gym = try #require(try await devices.open("a").cards.first)
    let vault = try devices.open("a")
    for number in 0..<5 { try await vault.save([gym.with { $0.note = "\(number)" }]) }
    try await vault.packForTests()
    let before = try devices.there("segments")
    let failure = await syncFailure {
      _ = try await Vault.sync(
        at: devices.locations("a"), with: .folder(devices.target),
        isWanted: { [devices] in ((try? devices.there("packs")) ?? []).isEmpty })
    }
    #expect(failure == .stopped)
    #expect(try devices.there("packs").count == 1)
    #expect(try devices.there("segments") == before)
    #expect(try await devices.sync("a").removedCount == before.count)
  }

  @Test func `without a key the vault there is not joined`() async throws {
    try await devices.twoInStep()
    let locations = devices.apart("c")
    let failure = await syncFailure {
      _ = try await Vault.sync(at: locations, with: .folder(devices.target))
    }
    guard case .vault(.keyFile(.missing, _)) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(!FileManager.default.fileExists(atPath: locations.vault.string))
  }
}
