import Cards
import Foundation
import Sealing
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// What one operation knows of a folder.
@Suite struct OpenedFolderTests {
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

  /// Opens the vault a minute later.
  private func opened() throws -> Vault {
    try Vault.open(
      at: folder.locations(),
      now: { Timestamp(milliseconds: Vault.wallClock().milliseconds + 60_000) })
  }

  @Test func `a long damaged file is not read again until it changes`() async throws {
    let good = try await vault.sealForTests([UInt8](repeating: 0, count: 200_000), as: .segment)
    var altered = good
    altered[good.count - 1] ^= 1
    let file = StoredFile(.segment, ContentHash(of: altered.span))
    try folder.write(altered, to: "vault/\(file.path)")
    let first = try opened()
    #expect(await first.health.damaged == [file.path])
    #expect(await first.isKnownAsDamagedForTests(file))
    #expect(await first.memory.damaged.isEmpty)
    // It may still be written.
    let early = try Vault.open(at: folder.locations())
    await early.remember()
    #expect(await early.memory.damaged.isEmpty)
    await first.remember()
    // Another process knows it, and reads only its beginning.
    let second = try opened()
    #expect(await Array(second.memory.damaged.keys) == [file])
    #expect(await second.health.damaged == [file.path])
    #expect(try await second.readsForTests(file) == 0)
    #expect(try await second.verify().damaged.map(\.path) == [file.path])
    try await second.save([.sample("Pool")])
    #expect(try await opened().readsForTests(file) == 0)
    // Whatever wrote to it may have repaired it.
    try folder.write(altered, to: "vault/\(file.path)")
    #expect(try await second.readsForTests(file) == altered.count)
    try folder.write(good, to: "vault/\(file.path)")
    #expect(try await opened().readsForTests(file) == good.count)
    try FileManager.default.removeItem(
      atPath: folder.path.appending("vault").pushing(FilePath(file.path)).string)
    let last = try opened()
    await last.remember()
    #expect(await last.memory.damaged.isEmpty)
  }

  @Test func `only so many damaged files are remembered, the longest`() throws {
    var damaged: [StoredFile: Folder.FileState] = [:]
    for number in 1...1_100 {
      let file = StoredFile(folder: number > 600 ? nil : "packs", name: "\(number)")
      damaged[file] = Folder.FileState(
        byteCount: Int64(number), changed: 1, modified: -1, device: .max, inode: 1)
    }
    var memory = DeviceMemory()
    memory.damaged = damaged
    #expect(memory.damaged == damaged.filter { $0.value.byteCount > 100 })
    #expect(memory.remembers(damaged))
  }
}

extension Vault {
  /// Whether the vault's snapshot has found a file damaged.
  fileprivate func isKnownAsDamagedForTests(_ file: StoredFile) -> Bool {
    snapshot.damaged[file] != nil
  }

  /// How many bytes of a proved file are read if it is opened now; 0 if only its beginning is.
  fileprivate func readsForTests(_ file: StoredFile) throws -> Int? {
    try snapshot.open(file, in: Self.openFolder(locations.vault))?.byteCount
  }

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
      if case .payload(.pack, _) = opened.content { true } else { false }
    }
  }
}
