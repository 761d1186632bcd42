import Cards
import Foundation
import Sealing
import SystemPackage

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// A folder for vaults, keys and the state of several devices, deleted after the test.
final class VaultFolder: Sendable {
  let path: FilePath

  init() throws {
    path = FilePath(NSTemporaryDirectory()).appending("cardvault-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      atPath: path.string, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path.string)
  }

  /// The locations of one device; all devices share vault and key.
  func locations(_ device: String = "first") -> VaultLocations {
    VaultLocations(
      vault: path.appending("vault"), keyDirectory: path.appending("keys"),
      stateDirectory: path.appending("state-\(device)"))
  }

  var segments: FilePath { path.appending("vault").appending("segments") }

  func segmentNames() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: segments.string).sorted()
  }

  /// The path of the vault's one header.
  func header() throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: path.appending("vault").string)
    return "vault/" + (names.first { $0.hasSuffix(".vault") } ?? "")
  }

  /// The same vault in another folder, on a second device, with none of its cards.
  func vaultElsewhere() throws -> Vault {
    var elsewhere = locations("second")
    elsewhere.vault = path.appending("elsewhere")
    try FileManager.default.createDirectory(
      atPath: elsewhere.vault.string, withIntermediateDirectories: true)
    let header = try header()
    try FileManager.default.copyItem(
      atPath: path.appending(header).string,
      toPath: elsewhere.vault.appending(FilePath(header).lastComponent?.string ?? "").string)
    return try Vault.open(at: elsewhere)
  }

  /// Every file below this folder, by its path.
  func files() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path.string) {
      let url = URL(filePath: path.appending(name).string)
      if try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
        files[name] = Array(try Data(contentsOf: url))
      }
    }
    return files
  }

  /// Replaces the files below this folder by the given ones.
  func become(_ files: [String: [UInt8]]) throws {
    for name in try self.files().keys where files[name] == nil {
      try FileManager.default.removeItem(atPath: path.appending(name).string)
    }
    for (name, bytes) in files {
      let file = path.appending(name)
      try FileManager.default.createDirectory(
        atPath: file.removingLastComponent().string, withIntermediateDirectories: true)
      _ = FileManager.default.createFile(
        atPath: file.string, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
    }
  }

  /// When a segment's file was made.
  func date(_ name: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: segments.appending(name).string)[
      .modificationDate] as? Date
  }

  func mode(_ name: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path.appending(name).string)
    return attributes[.posixPermissions] as? Int
  }

  func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path.appending(name).string)))
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(filePath: path.appending(name).string))
  }
}

extension Card {
  /// A new card with a made-up id.
  static func sample(_ name: String, number: String = "5901234123457", id: UInt8? = nil) -> Card {
    var random = SystemRandomNumberGenerator()
    let id =
      id.flatMap { CardID([UInt8](repeating: $0, count: 16)) } ?? CardID(using: &random)
    let code = Barcode(symbology: .ean13, bytes: Array(number.utf8), text: number)
    return Card(id: id, name: name, codes: [code])
  }

  func with(_ change: (inout Card) -> Void) -> Card {
    var card = self
    change(&card)
    return card
  }
}

/// The error of a call that must fail.
func failure<Value>(_ body: () async throws(VaultError) -> Value) async -> VaultError? {
  do throws(VaultError) {
    _ = try await body()
    return nil
  } catch {
    return error
  }
}
