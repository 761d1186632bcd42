import Cards
import Foundation
import Sealing
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Two or more devices, each with its own vault folder, and a target between them.
final class Devices: Sendable {
  let folder: VaultFolder
  var target: FilePath { folder.path.appending("target") }

  init() throws {
    folder = try VaultFolder()
  }

  /// All devices share the key, as after `key restore`.
  func locations(_ device: String) -> VaultLocations {
    VaultLocations(
      vault: folder.path.appending("vault-\(device)"), keyDirectory: folder.path.appending("keys"),
      stateDirectory: folder.path.appending("state-\(device)"))
  }

  /// With its own keys, as on another machine.
  func apart(_ device: String) -> VaultLocations {
    var locations = locations(device)
    locations.keyDirectory = folder.path.appending("keys-\(device)")
    return locations
  }

  /// Gives the keys of one machine that are not retired to another, as after `key restore`.
  func handKeys(from: String, to: String) throws {
    let (source, destination) = (apart(from).keyDirectory, apart(to).keyDirectory)
    try FileManager.default.createDirectory(
      atPath: destination.string, withIntermediateDirectories: true)
    for name in try keyNames(from)
    where !FileManager.default.fileExists(atPath: destination.appending(name).string) {
      try FileManager.default.copyItem(
        atPath: source.appending(name).string, toPath: destination.appending(name).string)
    }
  }

  @discardableResult
  func sync(
    _ device: String, direction: SyncDirection = .bothWays, isDryRun: Bool = false
  ) async throws -> SyncOutcome {
    try await Vault.sync(
      at: locations(device), with: .folder(target), direction: direction, isDryRun: isDryRun)
  }

  /// A vault of one card on two devices, and at the target.
  func twoInStep() async throws {
    try await Vault.create(at: locations("a")).save([.sample("Gym", id: 1)])
    try await sync("a")
    guard try await sync("b").isJoined else { throw SyncError.noVault }
  }

  func open(_ device: String) throws -> Vault { try Vault.open(at: locations(device)) }

  func names(_ device: String) async throws -> [String] { try await open(device).cards.map(\.name) }

  /// Every file at the target, by its path.
  func there() throws -> [String: [UInt8]] {
    try folder.files().filter { $0.key.hasPrefix("target/") }
  }

  /// The names of the files in one folder of the target.
  func there(_ inner: String) throws -> [String] {
    let path = target.appending(inner).string
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  func move(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(
      atPath: target.appending(name).string, toPath: target.appending(other).string)
  }
}

/// What a sync fails with.
func syncFailure(_ body: () async throws -> Void) async -> SyncError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? SyncError
  }
}

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
