import Cards
import Foundation
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Losses that a device detects: its own state, or saves that were here.
@Suite struct DeviceLossTests {
  private let folder: VaultFolder

  init() throws {
    folder = try VaultFolder()
  }

  @Test func `a save of one branch of a cloned device that goes missing is named`() async throws {
    let card = Card.sample("Gym", id: 1)
    try await Vault.create(at: folder.locations()).save([card])
    let before = try folder.files()
    let names = try Set(folder.segmentNames())
    var branches: [[String]] = []
    var states: [[String: [UInt8]]] = []
    for branch in ["left", "right"] {
      try folder.become(before)
      var line: [String] = []
      for number in 0..<4 {
        try await Vault.open(at: folder.locations()).save([
          card.with { $0.note = "\(branch) \(number)" }
        ])
        line += try folder.segmentNames().filter { !names.contains($0) && !line.contains($0) }
      }
      branches.append(line)
      states.append(try folder.files())
    }
    let whole = states[1].merging(states[0].filter { $0.key.hasPrefix("vault/") }) { own, _ in own }
    for line in branches {
      for (index, name) in line.enumerated() {
        try folder.become(whole)
        await (try Vault.open(at: folder.locations())).remember()
        try FileManager.default.removeItem(atPath: folder.segments.appending(name).string)
        for _ in 0..<2 {
          let opened = try Vault.open(at: folder.locations())
          #expect(await opened.health.missing.map(\.count) == [1], "index \(index)")
          #expect(try await opened.verify().pending.isEmpty)
          await opened.remember()
        }
      }
    }
    try folder.become(whole)
    await (try Vault.open(at: folder.locations())).remember()
    #expect(try await Vault.open(at: folder.locations()).health.isGood)
  }

  @Test func `an empty state file is reported as lost, and stops nothing`() async throws {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([.sample("Gym")])
    let state = try #require(
      folder.files().keys.first { $0.hasPrefix("state") && $0.hasSuffix("/device") })
    try folder.write([], to: state)
    let opened = try Vault.open(at: folder.locations())
    #expect(await opened.health.isMemoryLost)
    try await opened.save([.sample("Zoo")])
    let again = try Vault.open(at: folder.locations())
    #expect(await again.cards.count == 2)
    #expect(await again.health.isGood)
    #expect(Set(await again.history.seen.map(\.device)).count == 2)
  }
}

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
