import Cards
import Foundation
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// What this machine remembers of a vault whose folder has moved.
@Suite struct MovedVaultTests {
  private let folder: VaultFolder

  init() throws {
    folder = try VaultFolder()
  }

  private func moved(_ name: String) -> VaultLocations {
    var locations = folder.locations()
    locations.vault = folder.path.appending(name)
    return locations
  }

  @Test func `a vault that was moved and went back in time is noticed`() async throws {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([.sample("Gym", id: 1)])
    let names = try Set(folder.segmentNames())
    try await vault.save([.sample("Zoo", id: 2)])
    let new = try #require(folder.segmentNames().first { !names.contains($0) })
    try FileManager.default.moveItem(
      atPath: folder.path.appending("vault").string, toPath: moved("elsewhere").vault.string)
    let whole = try Vault.open(at: moved("elsewhere"))
    #expect(await whole.health.isGood)
    try FileManager.default.removeItem(
      atPath: moved("elsewhere").vault.appending("segments").appending(new).string)
    for _ in 0..<2 {
      let opened = try Vault.open(at: moved("elsewhere"))
      #expect(await opened.health.missing.map(\.count) == [1])
      #expect(try await opened.verify().isRolledBack)
      await opened.remember()
    }
    // It is still missing after the next save, which creates a new device.
    try await Vault.open(at: moved("elsewhere")).save([.sample("Pool", id: 3)])
    #expect(try await Vault.open(at: moved("elsewhere")).health.missing.map(\.count) == [1])
  }

  @Test func `a copy next to the vault misses nothing that only the vault has`() async throws {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([.sample("Gym", id: 1)])
    try FileManager.default.copyItem(
      atPath: folder.path.appending("vault").string, toPath: moved("copy").vault.string)
    try await vault.save([.sample("Zoo", id: 2)])
    #expect(try await Vault.open(at: moved("copy")).health.isGood)
  }
}
