import Cards
import Foundation
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// What one operation knows of a folder.
@Suite struct FolderSnapshotTests {
  private let folder: VaultFolder
  private let vault: Vault
  private let pack: StoredFile

  init() async throws {
    folder = try VaultFolder()
    vault = try Vault.create(at: folder.locations())
    for name in ["Gym", "Zoo"] { try await vault.save([.sample(name)]) }
    try await vault.packForTests()
    let path = FilePath(try #require(try folder.files().keys.first { $0.hasSuffix(".pack") }))
    pack = StoredFile(folder: "packs", name: try #require(path.lastComponent).string)
  }

  private var path: String { "vault/\(pack.path)" }

  @Test func `a pack is opened again when its file changed`() async throws {
    let bytes = try #require(try folder.files()[path])
    #expect(try await vault.opensAsPackForTests(pack) == true)
    var altered = bytes
    altered[bytes.count - 1] ^= 1
    try folder.write(altered, to: path)
    #expect(try await vault.opensAsPackForTests(pack) == false)
    // What it seemed to be before is not remembered.
    try folder.write(bytes, to: path)
    #expect(try await vault.opensAsPackForTests(pack) == true)
    try FileManager.default.removeItem(atPath: folder.path.pushing(FilePath(path)).string)
    #expect(try await vault.opensAsPackForTests(pack) == nil)
  }

  @Test func `a received pack is opened once`() async throws {
    let other = try folder.vaultElsewhere()
    let opened = try await other.openedForTests(
      receiving: RemoteFile(file: pack, byteCount: folder.read(path).count),
      from: folder.locations().vault)
    #expect(opened == 0)
    #expect(await other.cards.map(\.name) == ["Gym", "Zoo"])
  }

  @Test func `a sent pack is opened once, too`() async throws {
    #expect(try await vault.openedForTests(sending: pack) == 1)
  }

  @Test func `operations that judge or remove files use the disk`() async throws {
    #expect(try await vault.verify().damaged.isEmpty)
    var altered = try #require(try folder.files()[path])
    altered[altered.count - 1] ^= 1
    try folder.write(altered, to: path)
    #expect(try await vault.verify().damaged.map(\.path) == [pack.path])
    #expect(try await vault.rotationPlan().leftBehind == [pack.path])
  }
}

extension Vault {
  /// Receives a file, and decides what to transfer and what to show.
  ///
  /// - Returns: how many packs had to be opened after they were received.
  fileprivate func openedForTests(receiving file: RemoteFile, from path: FilePath) throws -> Int {
    var receipt = Receipt()
    try receive([file], from: path, into: &receipt)
    #expect(try index().openedPacks.count == 1)
    try readAnew()
    return snapshot.openedCount
  }

  /// Decides what to transfer, checks a file before it is sent, and reads the cards.
  ///
  /// - Returns: how many packs had to be opened.
  fileprivate func openedForTests(sending file: StoredFile) throws -> Int {
    let before = snapshot.openedCount
    snapshot.forgetPacks()
    snapshot.forgetIndex()
    #expect(try index().openedPacks.count == 1)
    let isGood = try isGoodHere(file, in: Self.openFolder(locations.vault))
    #expect(isGood)
    try readAnew()
    return snapshot.openedCount - before
  }

  /// Whether a file is a pack as the vault's snapshot has it; `nil` when it is gone.
  fileprivate func opensAsPackForTests(_ file: StoredFile) throws -> Bool? {
    try snapshot.open(file, in: Self.openFolder(locations.vault)).map { opened in
      if case .payload(.pack, _, _) = opened.content { true } else { false }
    }
  }
}
