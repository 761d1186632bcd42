import Cards
import Foundation
import Sealing
import SwiftProtobuf
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore

/// Which key is a folder's, in cases on which every reader agrees (`Tests/Vectors/keys`), played with real folders.
@Suite struct KeyVectorTests {
  struct Case: Decodable {
    struct Header: Decodable {
      let under: String
      let notices: [String]
    }
    struct Notice: Decodable {
      let under: String
      let key: String
    }
    let headers: [Header]
    let keyFiles: [String]
    let retired: [String]
    let saved: String?
    let notices: [Notice]
    let current: String?
    let rivals: [String]
    let moves: Bool
    let reads: Bool
    let saves: Bool
    let named: [String]

    var ids: Set<String> {
      Set(
        headers.flatMap { [$0.under] + $0.notices } + keyFiles + retired
          + [saved].compactMap(\.self)
      )
      .union(notices.flatMap { [$0.under, $0.key] })
    }
  }

  private static let folder = Vector.folder.appending(path: "keys")

  static var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  private let folder: VaultFolder
  private var locations: VaultLocations { folder.locations() }

  init() throws { folder = try VaultFolder() }

  @Test(arguments: try names)
  func `the key is the one that the format defines`(name: String) async throws {
    let found = try JSONDecoder().decode(
      Case.self, from: Data(contentsOf: Self.folder.appending(path: name)))
    let ids = try put(found)
    let opened = try? Vault.open(at: locations)
    #expect((opened != nil) == found.reads)
    guard let vault = opened else { return }
    let isRetired = await vault.isRetiredForTests
    #expect(isRetired == (found.current == nil))
    if let current = found.current { #expect(vault.keyID == ids[current]) }
    #expect(await vault.rivalKeys == found.rivals.map { ids[$0] })
    #expect(await (vault.movedCount != nil) == found.moves)
    let named = await Set(vault.notices.map(\.key))
    if !isRetired { #expect(named == Set(found.named.compactMap { ids[$0] })) }
    let saves = await failure { () async throws(VaultError) in
      try await vault.save([.sample("Gym")])
    }
    #expect((saves == nil) == found.saves, "\(String(describing: saves))")
  }

  /// Makes the folder, the key files and the state of a case; its ids stand for keys in the same order.
  ///
  /// - Returns: the ids of the keys.
  private func put(_ found: Case) throws -> [String: KeyID] {
    var numbers = SystemRandomNumberGenerator()
    let roots = try found.ids.map { _ in DerivedKeys(try RootKey.generate()) }
      .sorted { $0.id.bytes.lexicographicallyPrecedes($1.id.bytes) }
    let keys = Dictionary(uniqueKeysWithValues: zip(found.ids.sorted(), roots))
    let stranger = DerivedKeys(try RootKey.generate())
    func key(_ id: String) throws -> DerivedKeys { try #require(keys[id]) }
    func notice(under: DerivedKeys, _ named: DerivedKeys) throws -> [UInt8] {
      let named = named.id == under.id ? stranger : named
      return try Vault.sealedNotice(
        naming: named, under: under, at: Timestamp(milliseconds: 0), using: &numbers)
    }
    let base = try VaultHeader(
      vaultID: stranger.id, created: Timestamp(milliseconds: 0), using: &numbers)
    let vault = locations.vault
    for directory in [vault.appending("notices"), locations.retiredDirectory] {
      try FileManager.default.createDirectory(
        atPath: directory.string, withIntermediateDirectories: true)
    }
    for header in found.headers {
      let under = try key(header.under)
      let whole = try header.notices.reduce(base) {
        $0.adding(try notice(under: key($1), under))
      }
      let file = try Vault.seal(whole, under: under, using: &numbers)
      try folder.write(file, to: "vault/\(ContentHash(of: file.span)).vault")
    }
    for claim in found.notices {
      let file = try notice(under: key(claim.under), key(claim.key))
      try folder.write(file, to: "vault/notices/\(ContentHash(of: file.span)).notice")
    }
    for (ids, directory) in [
      (found.keyFiles, locations.keyDirectory), (found.retired, locations.retiredDirectory),
    ] {
      for id in ids {
        let key = try key(id)
        try KeyFile.write(
          .plain(try key.root.copy()), to: directory.appending(key.id.description).string)
      }
    }
    if let saved = found.saved {
      let state =
        try Cardvault_Vault_DeviceState.with { $0.device = 5 }.serializedBytes() as [UInt8]
      let memory = DeviceMemory.folder(at: locations, base.secrets)
      try FileManager.default.createDirectory(
        atPath: memory.string, withIntermediateDirectories: true)
      let file = try key(saved).seal(state, as: .deviceState, using: &numbers)
      try Data(file).write(to: URL(filePath: memory.appending("device").string))
    }
    return keys.mapValues(\.id)
  }
}

extension Vault {
  fileprivate var isRetiredForTests: Bool { keys.isRetired }
}
