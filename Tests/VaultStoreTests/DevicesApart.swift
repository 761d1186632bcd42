import Cards
import Foundation
import Sealing
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Devices with their own keys, and changes of these keys.
extension Devices {
  func openApart(_ device: String) throws -> Vault { try Vault.open(at: apart(device)) }

  func namesApart(_ device: String) async throws -> [String] {
    try await openApart(device).cards.map(\.name)
  }

  @discardableResult
  func syncApart(_ device: String) async throws -> SyncOutcome {
    try await Vault.sync(at: apart(device), with: .folder(target))
  }

  /// On each of two synced devices, changes the key this many times, and then saves a card.
  func divide(_ left: Int, _ right: Int) async throws {
    try await Vault.create(at: apart("a")).save([.sample("Gym", id: 1)])
    try await syncApart("a")
    try handKeys(from: "a", to: "b")
    try await syncApart("b")
    for (device, count, card) in [
      ("a", left, Card.sample("Left", id: 2)), ("b", right, Card.sample("Right", id: 3)),
    ] {
      for _ in 0..<count { _ = try await openApart(device).rotate() }
      try await openApart(device).save([card])
    }
  }

  /// Lets a device that was synced before the key was changed save a card and send it.
  func wake(_ device: String, beforeSaving card: Card) async throws {
    let first = try #require(
      try keyNames("a").first { name in
        try KeyFile.read(apart("a").keyDirectory.appending(name).string).epoch == 0
      })
    try handKeys(from: "a", to: device)
    try keepKey(first, of: device)
    for (name, bytes) in try there() where bytes[12] == 0 {
      let place = name.replacing("target/", with: "vault-\(device)/")
      let above = folder.path.appending(place).removingLastComponent()
      try FileManager.default.createDirectory(
        atPath: above.string, withIntermediateDirectories: true)
      try folder.write(bytes, to: place)
    }
    try await openApart(device).save([card])
    try await syncApart(device)
  }

  func keyNames(_ device: String) throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: apart(device).keyDirectory.string))
  }

  /// Leaves a device with only the key of this name.
  func keepKey(_ name: String, of device: String) throws {
    for other in try keyNames(device) where other != name {
      try FileManager.default.removeItem(
        atPath: apart(device).keyDirectory.appending(other).string)
    }
  }
}
