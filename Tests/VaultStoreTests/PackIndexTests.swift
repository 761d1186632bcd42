import Cards
import Foundation
import SystemPackage
import Testing

@testable import Sealing
@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// What a machine knows about packs without opening them.
@Suite struct PackIndexTests {
  private let folder: VaultFolder
  private let vault: Vault
  private let target: FilePath

  init() async throws {
    folder = try VaultFolder()
    target = folder.path.appending("target")
    try Folder.make(target)
    vault = try Vault.create(at: folder.locations())
    for name in ["Gym", "Zoo"] { try await vault.save([.sample(name)]) }
    try await vault.packForTests()
  }

  private func sync() async throws -> SyncOutcome {
    try await Vault.sync(at: folder.locations(), with: .folder(target))
  }

  /// The files that are named like those of the index, by their paths.
  private func noted() throws -> [String: [UInt8]] {
    try folder.files().filter { $0.key.hasPrefix("state-first/") && $0.key.hasSuffix(".index") }
  }

  @Test func `a sync indexes each pack, sealed, and the next sync does not open it`() async throws {
    _ = try await sync()
    let noted = try noted()
    #expect(noted.count == 1)
    let outlines = try await vault.outlinesForTests()
    #expect(outlines.opened == 0 && outlines.replaced == 2)
    for bytes in noted.values {
      #expect(EnvelopeHeader(claimedBy: bytes.span)?.kind == .index)
    }
    let again = try await sync()
    #expect(again.sentCount == 0 && again.receivedCount == 0)
    #expect(try self.noted() == noted)
  }

  @Test(arguments: ["altered", "cut", "of another pack"])
  func `an invalid index file is not trusted`(spoil: String) async throws {
    _ = try await sync()
    let (name, bytes) = try #require(try noted().first)
    switch spoil {
    case "altered":
      var altered = bytes
      altered[bytes.count - 1] ^= 1
      try folder.write(altered, to: name)
    case "cut": try folder.write(Array(bytes.dropLast()), to: name)
    default:
      // Its own name, but the pack of that name is not here.
      try FileManager.default.moveItem(
        atPath: folder.path.appending(name).string,
        toPath: folder.path.appending(name.replacing("/packs/", with: "/packs/0")).string)
    }
    #expect(try await vault.outlinesForTests().opened == 1)
    _ = try await sync()
    #expect(try noted().count == 1)
    #expect(try await vault.outlinesForTests().opened == 0)
  }

  @Test func `an altered pack is not trusted, whatever its modification time`() async throws {
    _ = try await sync()
    let name = try #require(try folder.files().keys.first { $0.hasPrefix("vault/packs/") })
    let path = folder.path.appending(name).string
    let time = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
    var bytes = try folder.read(name)
    bytes[bytes.count - 1] ^= 1
    try folder.write(bytes, to: name)
    try FileManager.default.setAttributes([.modificationDate: time ?? Date()], ofItemAtPath: path)
    let outlines = try await vault.outlinesForTests()
    #expect(outlines.opened == 0 && outlines.replaced == 0)
    let stick = folder.path.appending("stick")
    try Folder.make(stick)
    _ = try await Vault.sync(at: folder.locations(), with: .folder(stick))
    var second = folder.locations("second")
    second.vault = folder.path.appending("second")
    _ = try await Vault.sync(at: second, with: .folder(stick))
    #expect(try await Vault.open(at: second).cards.map(\.name) == ["Gym", "Zoo"])
  }

  @Test func `one operation hashes a known pack once, and again when its file changed`()
    async throws
  {
    _ = try await sync()
    let name = try #require(try folder.files().keys.first { $0.hasPrefix("vault/packs/") })
    let pack = StoredFile(
      folder: "packs", name: try #require(FilePath(name).lastComponent).string)
    #expect(try await vault.knowsOutlineForTests(of: pack))
    let bytes = try folder.read(name)
    for name in try noted().keys {
      try FileManager.default.removeItem(atPath: folder.path.appending(name).string)
    }
    #expect(try await vault.knowsOutlineForTests(of: pack))
    try folder.write(bytes, to: name)
    #expect(try await !vault.knowsOutlineForTests(of: pack))
  }

  @Test func `a missing pack is removed from the index`() async throws {
    _ = try await sync()
    for path in [folder.path.appending("vault"), target] {
      try FileManager.default.removeItem(atPath: path.appending("packs").string)
    }
    _ = try await sync()
    #expect(try noted().isEmpty)
  }
}

extension Vault {
  /// Whether the vault's snapshot has the outline of a pack without opening it.
  fileprivate func knowsOutlineForTests(of pack: StoredFile) throws -> Bool {
    try snapshot.outline(
      of: pack, in: Self.openFolder(locations.vault), known: PackIndex(at: locations, keys: keys))
      != nil
  }

  /// How many packs have to be opened to see what they replace, and how many files they replace.
  func outlinesForTests() throws -> (opened: Int, replaced: Int) {
    let index = try OpenedFolder(under: keys.current).index(
      in: Self.openFolder(locations.vault), known: PackIndex(at: locations, keys: keys))
    return (index.openedPacks.count, index.replaced.count)
  }
}
