import Cards
import Foundation
import Glibc
import Sealing
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

@Suite struct VaultRefusalTests {
  private let folder: VaultFolder
  private var locations: VaultLocations { folder.locations() }

  init() throws {
    folder = try VaultFolder()
  }

  @Test func `a missing folder, an empty folder and a file are not a vault`() async throws {
    #expect(await opening(locations) == .noVault(locations.vault))
    try make(locations.vault)
    #expect(await opening(locations) == .noVault(locations.vault))
    var file = locations
    file.vault = folder.path.appending("file")
    try folder.write([1], to: "file")
    #expect(await opening(file) == .noVault(file.vault))
  }

  @Test func `a vault is not made over another one or over other files`() async throws {
    _ = try Vault.create(at: locations)
    let refusal = await creating(locations)
    #expect(refusal == .vaultExists(locations.vault))
    var other = locations
    other.vault = folder.path.appending("keys")
    #expect(await creating(other) == .folderNotEmpty(other.vault))
    #expect(try folder.files().keys.filter { $0.hasPrefix("keys") }.count == 1)
    other.vault = folder.path.appending("synced")
    try make(other.vault.appending(".stfolder"))
    _ = try Vault.create(at: other)
  }

  @Test(arguments: [
    ("vault", "vault/key"), ("vault", "vault/../vault/key"), ("vault", "vault/not/there/key"),
    ("vault", "link/key"), ("vault", "link/not/there/key"), ("link", "vault/key"),
    ("link", "link/key"), ("vault/inner", "link/inner/key"),
  ])
  func `a key file is never inside its vault`(vault: String, key: String) async throws {
    try make(folder.path.appending("vault"))
    unsafe symlink("vault", folder.path.appending("link").string)
    let working = FilePath(FileManager.default.currentDirectoryPath)
    let up = String(repeating: "../", count: working.components.count)
    for relative in [FilePath(up + folder.path.string.dropFirst()), folder.path] {
      for (vaultBase, keyBase) in [(relative, folder.path), (folder.path, relative)] {
        var inside = locations
        inside.vault = vaultBase.pushing(FilePath(vault))
        inside.keyFile = keyBase.pushing(FilePath(key))
        let refusal = await creating(inside)
        #expect(refusal == .keyFileInsideVault(try #require(inside.keyFile)))
      }
    }
    // Nothing is left that would prevent creating a vault there.
    #expect(try folder.files().isEmpty)
    #expect(
      try !FileManager.default.subpathsOfDirectory(atPath: folder.path.string)
        .contains { $0.hasSuffix("not") })
  }

  @Test func `a key file may be next to its vault, also behind a link`() async throws {
    try make(folder.path.appending("disk"))
    unsafe symlink("disk", folder.path.appending("vault-keys").string)
    var beside = locations
    beside.keyFile = folder.path.pushing("vault-keys/new/key")
    _ = try Vault.create(at: beside)
    #expect(try folder.files().keys.contains("disk/new/key"))
  }

  @Test func `a folder below a broken link is not created`() async throws {
    unsafe symlink("not-mounted/disk", folder.path.appending("link").string)
    var lost = locations
    for name in ["link/sub", "link/sub/below", "link", "gone/../vault"] {
      lost.vault = folder.path.pushing(FilePath(name))
      #expect(await creating(lost) == .io(.noSuchFileOrDirectory, lost.vault), "\(name)")
    }
    lost = locations
    lost.keyFile = folder.path.pushing("link/sub/key")
    #expect(await creating(lost) == .io(.noSuchFileOrDirectory, try #require(lost.keyFile)))
    #expect(try folder.files().isEmpty)
  }

  @Test func `a missing, open or foreign key is named`() async throws {
    let vault = try Vault.create(at: locations)
    let key = try #require(vault.locations.keyFile)
    unsafe chmod(key.string, 0o644)
    #expect(await opening(locations) == .keyFile(.readableByOthers(mode: 0o644), key))
    unsafe chmod(key.string, 0o600)
    var other = locations
    other.vault = folder.path.appending("other")
    let otherVault = try Vault.create(at: other)
    other.vault = locations.vault
    other.keyFile = otherVault.locations.keyFile
    let id = try #require(KeyID(Array(folder.read(folder.header())[16..<32])))
    #expect(await opening(other) == .wrongKey(id, try #require(other.keyFile)))
    #expect(await creating(other) == .vaultExists(other.vault))
    other.vault = folder.path.appending("third")
    #expect(await creating(other) == .keyFile(.alreadyExists, try #require(other.keyFile)))
    try FileManager.default.removeItem(atPath: key.string)
    #expect(await opening(locations) == .keyFile(.missing, key))
  }

  @Test func `a cut or altered header is reported as damaged`() async throws {
    _ = try Vault.create(at: locations)
    let path = try folder.header()
    let name = String(path.dropFirst("vault/".count))
    let header = try folder.read(path)
    for length in stride(from: 0, to: header.count, by: 7) {
      try folder.write(Array(header[..<length]), to: path)
      #expect(await opening(locations) == .damaged([name]), "length \(length)")
    }
    for index in [0, 7, 8, 12, 40, 60, 100, header.count - 1] {
      for bit in 0..<8 {
        var altered = header
        altered[index] ^= 1 << bit
        try folder.write(altered, to: path)
        #expect(await opening(locations) == .damaged([name]), "byte \(index), bit \(bit)")
      }
    }
    try folder.write(header, to: path)
    _ = try Vault.open(at: locations)
  }

  @Test(arguments: [UInt8(0), 2, 255])
  func `only a header that the key proves counts as another version`(version: UInt8) async throws {
    let vault = try Vault.create(at: locations)
    let path = try folder.header()
    let name = String(path.dropFirst("vault/".count))
    var unproved = try folder.read(path)
    unproved[7] = version
    try folder.write(unproved, to: path)
    #expect(await opening(locations) == .damaged([name]))
    let proved = try await vault.newerHeaderForTests(version)
    try folder.write(proved, to: path)
    #expect(await opening(locations) == .newerFormat([name]))
  }

  @Test func `a damaged file is named and the others stay usable`() async throws {
    let vault = try Vault.create(at: locations)
    for name in ["Gym", "Library", "Zoo"] { try await vault.save([.sample(name)]) }
    let names = try folder.segmentNames()
    var bytes = try folder.read("vault/segments/\(names[1])")
    bytes[500] ^= 4
    try folder.write(bytes, to: "vault/segments/\(names[1])")
    try folder.write(Array("notes".utf8), to: "vault/segments/README.txt")
    try folder.write(Array("half".utf8), to: "vault/segments/\(names[0]).x7.partial")
    try make(folder.segments.appending("folder"))
    let opened = try Vault.open(at: locations)
    #expect(await opened.health.damaged == ["segments/" + names[1]])
    #expect(await opened.cards.count == 2)
    try await opened.save([.sample("Pool")])
    #expect(try await Vault.open(at: locations).cards.count == 3)
  }

  @Test func `renamed and repeated files are harmless`() async throws {
    let vault = try Vault.create(at: locations)
    try await vault.save([.sample("Gym", id: 1)])
    let name = try #require(folder.segmentNames().first)
    let bytes = try folder.read("vault/segments/\(name)")
    try folder.write(bytes, to: "vault/segments/copy.sync-conflict-20260101-120000-ABCDEFG.segment")
    try folder.write(bytes, to: "vault/segments/name of another kind")
    try FileManager.default.removeItem(atPath: folder.segments.appending(name).string)
    let opened = try Vault.open(at: locations)
    #expect(await opened.health.damaged.isEmpty)
    #expect(await opened.cards.map(\.name) == ["Gym"])
    #expect(await opened.conflictCount(of: opened.cards[0].id) == 0)
  }

  @Test func `another vault's file is named and not accepted`() async throws {
    _ = try Vault.create(at: locations)
    let other = try VaultFolder()
    try await Vault.create(at: other.locations()).save([.sample("Gym")])
    let name = try #require(other.segmentNames().first)
    try make(folder.segments)
    try folder.write(try other.read("vault/segments/\(name)"), to: "vault/segments/\(name)")
    let opened = try Vault.open(at: locations)
    #expect(await opened.health.foreign == ["segments/" + name])
    #expect(await opened.cards.isEmpty)
  }

  @Test func `a segment whose version alone was altered is foreign, not newer`() async throws {
    let vault = try Vault.create(at: locations)
    for name in ["Gym", "Library"] { try await vault.save([.sample(name)]) }
    let name = try folder.segmentNames()[0]
    var bytes = try folder.read("vault/segments/\(name)")
    for bit in 0..<8 {
      bytes[7] = 1 ^ 1 << bit
      try folder.write(bytes, to: "vault/segments/\(name)")
      let opened = try Vault.open(at: locations)
      #expect(await opened.health.foreign == ["segments/" + name])
      #expect(await opened.health.newer.isEmpty)
      #expect(await opened.health.missing.count == 1)
      #expect(await opened.cards.count == 1 + bit)
      try await opened.save([.sample("Card \(bit)")])
    }
  }

  @Test(arguments: [UInt8(0), 2, 255])
  func `a file of a newer program makes the vault read-only, if the current key proves it`(
    version: UInt8
  ) async throws {
    let vault = try Vault.create(at: locations)
    try await vault.save([.sample("Gym")])
    var bytes = try await vault.newerForTests(version)
    let newer = StoredKind.segment.name(ContentHash(of: bytes.span))
    try folder.write(bytes, to: "vault/segments/\(newer)")
    let opened = try Vault.open(at: locations)
    #expect(await opened.health.newer == ["segments/" + newer])
    #expect(await opened.cards.count == 1)
    #expect(
      await failure { () async throws(VaultError) in try await opened.save([.sample("Zoo")]) }
        == .newerFormat(["segments/" + newer]))
    // The key can still be changed; under a replaced key such a file stops nobody.
    #expect(try await opened.rotationPlan().leftBehind == ["segments/" + newer])
    _ = try await opened.changeKey()
    let rotated = try Vault.open(at: locations)
    try await rotated.save([.sample("Zoo")])
    #expect(try await rotated.verify().retired == ["segments/" + newer])
    #expect(try await rotated.rotationPlan().leftBehind.isEmpty)
    // With an altered commitment, nobody proves it.
    bytes[60] ^= 1
    try FileManager.default.removeItem(atPath: folder.segments.appending(newer).string)
    let foreign = StoredKind.segment.name(ContentHash(of: bytes.span))
    try folder.write(bytes, to: "vault/segments/\(foreign)")
    #expect(try await Vault.open(at: locations).verify().retired == ["segments/" + foreign])
  }

  private func opening(_ locations: VaultLocations) async -> VaultError? {
    await failure { () throws(VaultError) in try Vault.open(at: locations) }
  }

  private func creating(_ locations: VaultLocations) async -> VaultError? {
    await failure { () throws(VaultError) in try Vault.create(at: locations) }
  }

  private func make(_ path: FilePath) throws {
    try FileManager.default.createDirectory(
      atPath: path.string, withIntermediateDirectories: true)
  }
}
