import Cards
import Foundation
import SystemPackage
import Testing

@testable import VaultStore

/// What a stopped change of keys left behind, when another device finished the key.
@Suite struct FinishedKeyLeftoversTests {
  private let folder: VaultFolder
  private let card = Card.sample("Gym", id: 1)
  private var locations: VaultLocations { folder.locations() }

  init() throws {
    folder = try VaultFolder()
  }

  private func restore(_ bytes: [UInt8], to path: String) throws {
    let place = folder.path.pushing(FilePath(path)).removingLastComponent().string
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try folder.write(bytes, to: path)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.path.pushing(FilePath(path)).string)
  }

  @Test
  func `finishing removes leftovers of a stopped change of keys if another device was faster`()
    async throws
  {
    try await Vault.create(at: locations).save([card])
    let before = try folder.files()
    _ = try await Vault.open(at: locations).rotate()
    let after = try folder.files()
    let oldKey = try #require(before.keys.first { $0.hasPrefix("keys/") })
    let newKey = try #require(after.keys.first { $0.hasPrefix("keys/") && before[$0] == nil })
    let pack = try #require(after.first { $0.key.hasSuffix(".pack") })
    try folder.become(
      before.merging([pack.key: pack.value, "\(oldKey).next": after[newKey] ?? []]) { $1 })
    var other = folder.locations("other")
    other.keyDirectory = folder.path.appending("keys-other")
    try restore(try folder.read(oldKey), to: oldKey.replacing("keys/", with: "keys-other/"))
    let key = try await Vault.open(at: other).rotate()
    try restore(try folder.read("keys-other/\(key.keyID)"), to: "keys/\(key.keyID)")
    #expect(try folder.files().keys.contains(pack.key))
    _ = try await Vault.open(at: locations).finishRotation()
    let left = try folder.files()
    #expect(left[pack.key] == nil && left[oldKey] == nil && left["\(oldKey).next"] == nil)
    // It may count in another folder of this vault.
    #expect(left[newKey] == after[newKey])
    #expect(try await Vault.open(at: locations).cards.map(\.name) == ["Gym"])
  }
}
