import Cards
import Foundation
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// A change of the key that coincides with other programs, or other vaults' files.
@Suite struct RotationMeetingTests {
  private let folder: VaultFolder
  private var locations: VaultLocations { folder.locations() }

  init() throws {
    folder = try VaultFolder()
  }

  @Test func `a program whose vault got another key meanwhile saves nothing, and reports the key`()
    async throws
  {
    let vault = try Vault.create(at: locations)
    _ = try await Vault.open(at: locations).rotate()
    let refusal = await failure { () async throws(VaultError) in
      try await vault.save([.sample("Zoo")])
    }
    #expect(refusal == .keyChangedMeanwhile(locations.vault))
    try await Vault.open(at: locations).save([.sample("Zoo")])
  }

  @Test func `programs that adopt a staged key at once all open the vault`() async throws {
    let vault = try Vault.create(at: locations)
    try await vault.save([.sample("Gym")])
    let before = try folder.files()
    _ = try await vault.rotate()
    let after = try folder.files()
    let oldKey = try #require(before.keys.first { $0.hasPrefix("keys/") })
    let newKey = try #require(after.keys.first { $0.hasPrefix("keys/") && $0 != oldKey })
    var stopped = after.filter { $0.key != newKey }
    stopped["\(oldKey).next"] = after[newKey]
    for _ in 0..<5 {
      try folder.become(stopped)
      let epochs = try await withThrowingTaskGroup(of: UInt32.self) { [locations] group in
        for _ in 0..<8 { group.addTask { try Vault.open(at: locations).epoch } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(epochs == [UInt32](repeating: 1, count: 8))
      #expect(try folder.files()[newKey] == after[newKey])
      #expect(try folder.files()["\(oldKey).next"] == nil)
    }
  }

  @Test func `finishing leaves another vault's files alone`() async throws {
    try await Vault.create(at: locations).save([.sample("Gym")])
    let other = try VaultFolder()
    try await Vault.create(at: other.locations()).save([.sample("Theirs")])
    _ = try await Vault.open(at: locations).rotate()
    let theirs = try other.files().filter { $0.key.hasPrefix("vault/") }
    for (name, bytes) in theirs { try folder.write(bytes, to: name) }
    _ = try await Vault.open(at: locations).finishRotation()
    for (name, bytes) in theirs { #expect(try folder.read(name) == bytes, "\(name)") }
    let finished = try Vault.open(at: locations)
    #expect(await finished.cards.map(\.name) == ["Gym"])
    #expect(await finished.health.foreign.count == 2)
  }
}
