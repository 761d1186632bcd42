import Cards
import Foundation
import Sealing
import Synchronization
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Devices that save, sync, change the key and pass keys on, in any order.
@Suite struct KeyStormTests {
  private static let names = ["a", "b", "c"]

  /// Counts how often a sync asks whether to go on.
  private final class Questions: Sendable {
    let count = Atomic(0)
  }

  /// How many runs there are; `STORMS` asks for more.
  private static let count = UInt64(ProcessInfo.processInfo.environment["STORMS"] ?? "") ?? 12

  @Test(arguments: 0..<count)
  func `in the end every device has every save, under one key`(seed: UInt64) async throws {
    let devices = try Devices()
    var random = SeededNumbers(seed: seed + 1)
    try await devices.twoApart()
    try devices.handKeys(from: "a", to: "c")
    try await devices.syncApart("c")
    var saved: Set<String> = ["Gym"]
    var pictured: Set<String> = []
    var log: [String] = []
    for step in 0..<25 {
      let device = Self.names.randomElement(using: &random) ?? "a"
      let other = Self.names.randomElement(using: &random) ?? "b"
      let number = Int.random(in: 0..<15, using: &random)
      log.append("\(device)\(number)\(other)")
      switch number {
      case 0..<4:
        let name = "\(device) \(step)"
        let vault = try devices.openApart(device)
        let error = await failure { () async throws(VaultError) in
          try await vault.save([.sample(name)])
        }
        guard error == nil else { continue }
        saved.insert(name)
        guard number == 0, let card = await vault.cards.first(where: { $0.name == name }) else {
          continue
        }
        _ = try await vault.putPicture(Array(name.utf8), on: card.id)
        pictured.insert(name)
      case 4..<8: try await devices.syncApart(device)
      case 8, 9:
        try devices.handKeys(from: device, to: other)
        try await devices.syncApart(other)
      case 10: try await devices.openApart(device).changeKey()
      case 11:
        if device != other { try devices.mirror(device, to: other) }
      case 12, 13:
        let last = Int.random(in: 0..<6, using: &random)
        let asked = Questions()
        do throws(SyncError) {
          _ = try await Vault.sync(
            at: devices.apart(device), with: .folder(devices.target),
            isWanted: { asked.count.add(1, ordering: .relaxed).oldValue < last })
        } catch {
          #expect(error == .stopped)
        }
      default:
        let vault = try devices.openApart(device)
        let chosen = await vault.suggestedKey
        if await !vault.rivalKeys.isEmpty { try await vault.decide(for: chosen) }
      }
    }
    try await settle(devices)
    let comment = Comment(rawValue: log.joined(separator: " "))
    let key = try devices.openApart("a").keyID
    for device in Self.names {
      let vault = try devices.openApart(device)
      #expect(vault.keyID == key, comment)
      #expect(await Set(vault.cards.map(\.name)) == saved, comment)
      #expect(await vault.health.isGood, comment)
      for card in await vault.cards {
        let count = try await vault.pictures(of: card.id).count
        #expect(count == (pictured.contains(card.name) ? 1 : 0), comment)
      }
      let found = try await vault.verify()
      #expect(found.missing.isEmpty && found.pending.isEmpty && found.damaged.isEmpty, comment)
    }
  }

  /// Gives every key to every device, and lets them decide and sync until nothing changes.
  private func settle(_ devices: Devices) async throws {
    for round in 0..<6 {
      // Decisions that crossed are ended by a new key.
      if round > 0 { try await devices.openApart("a").changeKey() }
      for _ in 0..<3 {
        for device in Self.names {
          for other in Self.names { try devices.handKeys(from: device, to: other) }
          try await devices.syncApart(device)
          let vault = try devices.openApart(device)
          let chosen = await vault.suggestedKey
          if await !vault.rivalKeys.isEmpty { try await vault.decide(for: chosen) }
          try await devices.syncApart(device)
        }
      }
      var isGood = true
      for device in Self.names {
        let isWell = try await devices.openApart(device).health.isGood
        isGood = isGood && isWell
      }
      if isGood { return }
    }
  }
}
