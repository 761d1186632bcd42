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

  /// A vault of one card on two devices with their own keys, and at the target.
  func twoApart() async throws {
    try await Vault.create(at: apart("a")).save([.sample("Gym", id: 1)])
    try await syncApart("a")
    try handKeys(from: "a", to: "b")
    try await syncApart("b")
  }

  /// The names of the files in a vault's folder of a device, or in one below it.
  func vaultNames(_ device: String, _ inner: String = "") throws -> Set<String> {
    let path = locations(device).vault.pushing(FilePath(inner)).string
    return Set((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
  }

  /// Brings the files of one vault's folder into another, as a program does that mirrors it.
  func mirror(_ from: String, to: String, isExact: Bool = false) throws {
    var files = try folder.files().filter { !isExact || !$0.key.hasPrefix("vault-\(to)/") }
    for (name, bytes) in files where name.hasPrefix("vault-\(from)/") {
      files[name.replacing("vault-\(from)/", with: "vault-\(to)/")] = bytes
    }
    try folder.become(files)
  }

  /// The keys of a device that are not retired.
  func keyNames(_ device: String) throws -> Set<String> {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: apart(device).keyDirectory.string)
    return Set(names).subtracting(["retired"])
  }
}
