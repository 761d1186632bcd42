import Cards
import Foundation
import Sealing
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// A transport without any key can neither stop a device nor get anything into a vault.
@Suite struct AvailabilityTests {
  private let devices: Devices
  private let card = Card.sample("Gym", id: 1)

  init() throws {
    devices = try Devices()
  }

  /// Files that someone without a key can make, each under a fitting name; anybody can copy the public parts of the
  /// vault's header.
  private func hostile(_ own: [UInt8]) -> [String: [UInt8]] {
    var random = SeededNumbers(seed: 13)
    func noise(_ count: Int) -> [UInt8] {
      (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    let magic = Array("CARDVLT".utf8)
    func claim(_ version: UInt8, _ kind: UInt8, epoch: UInt8, key: [UInt8]) -> [UInt8] {
      magic + [version, kind, 0, 0, 0, epoch, 0, 0, 0] + key + noise(1_128 - 32)
    }
    let ownKey = Array(own[16..<32])
    var files: [String: [UInt8]] = [:]
    func add(_ bytes: [UInt8], _ folder: String, _ suffix: String) {
      files["\(folder)\(ContentHash(of: bytes.span)).\(suffix)"] = bytes
    }
    for (folder, suffix, kind) in [
      ("", "vault", UInt8(1)), ("segments/", "segment", 2), ("packs/", "pack", 4),
      ("photos/", "photo", 5), ("notices/", "notice", 7), ("other/", "sealed", 200),
    ] {
      // The eight bytes that once stopped all saving, and a later epoch that once blocked every change of keys.
      add(magic + [2], folder, suffix)
      add(magic, folder, suffix)
      for key in [ownKey, noise(16)] {
        for version: UInt8 in [0, 1, 2, 255] {
          add(claim(version, kind, epoch: 9, key: key), folder, suffix)
        }
        add(claim(1, kind, epoch: 0, key: key), folder, suffix)
      }
    }
    // A header unchanged, with another version, or with another key.
    for (offset, value) in [
      (7, UInt8(2)), (7, 0), (12, 9), (16, own[16] ^ 1), (8, 2), (60, own[60] ^ 1),
    ] {
      var altered = own
      altered[offset] = value
      add(altered, "", "vault")
    }
    return files
  }

  private func drop(_ files: [String: [UInt8]], into directory: FilePath) throws {
    for (name, bytes) in files {
      let path = directory.pushing(FilePath(name))
      try FileManager.default.createDirectory(
        atPath: path.removingLastComponent().string, withIntermediateDirectories: true)
      try Data(bytes).write(to: URL(filePath: path.string))
    }
  }

  private func header(of device: String) throws -> [UInt8] {
    let path = devices.locations(device).vault
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: path.string).first { $0.hasSuffix(".vault") })
    return Array(try Data(contentsOf: URL(filePath: path.appending(name).string)))
  }

  @Test(arguments: ["segments", "notices", "packs"])
  func `a file in place of a folder blocks nothing`(name: String) async throws {
    let locations = devices.locations("a")
    try await Vault.create(at: locations).save([card])
    func squat(_ directory: FilePath) throws {
      try? FileManager.default.moveItem(
        atPath: directory.appending(name).string, toPath: directory.appending("taken").string)
      try Data("x".utf8).write(to: URL(filePath: directory.appending(name).string))
    }
    try squat(locations.vault)
    let opened = try Vault.open(at: locations)
    try await opened.save([.sample("Zoo", id: 2)])
    let key = try await Vault.open(at: locations).changeKey()
    let rotated = try Vault.open(at: locations)
    #expect(rotated.keyID == key.keyID)
    #expect(await rotated.cards.map(\.name).contains("Zoo"))
    let target = devices.target
    try FileManager.default.createDirectory(
      atPath: target.string, withIntermediateDirectories: true)
    _ = try await Vault.sync(at: locations, with: .folder(target))
    try FileManager.default.removeItem(atPath: target.appending("packs").string)
    try squat(target)
    let outcome = try await Vault.sync(at: locations, with: .folder(target))
    #expect(outcome.sentCount > 0)
  }

  @Test func `a folder in place of a save blocks nothing`() async throws {
    let locations = devices.locations("a")
    try await Vault.create(at: locations).save([card])
    let target = devices.target
    _ = try await Vault.sync(at: locations, with: .folder(target))
    let directory = target.appending("segments")
    let name = try #require(FileManager.default.contentsOfDirectory(atPath: directory.string).first)
    for taken in [directory.appending(name), locations.vault.appending("segments").appending(name)]
    {
      let bytes = try Data(contentsOf: URL(filePath: taken.string))
      try FileManager.default.removeItem(atPath: taken.string)
      try FileManager.default.createDirectory(
        atPath: taken.appending("inside").string, withIntermediateDirectories: true)
      _ = try await Vault.sync(at: locations, with: .folder(target))
      #expect(try Data(contentsOf: URL(filePath: taken.string)) == bytes)
    }
  }

  @Test func `unproved files in the vault's own folder stop nothing`() async throws {
    let locations = devices.locations("a")
    try await Vault.create(at: locations).save([card])
    let files = hostile(try header(of: "a"))
    try drop(files, into: locations.vault)
    let opened = try Vault.open(at: locations)
    #expect(await opened.cards.map(\.name) == ["Gym"])
    try await opened.save([card.with { $0.note = "saved" }])
    let verification = try await opened.verify()
    #expect(Set(verification.foreign) == Set(files.keys))
    #expect(verification.damaged.isEmpty && verification.newer.isEmpty)
    _ = try await opened.changeKey()
    try await Vault.open(at: locations).save([.sample("Zoo", id: 2)])
    let finished = try Vault.open(at: locations)
    #expect(await finished.cards.map(\.note) == ["saved", ""])
    // Files that do not concern the vault stay as they are.
    for (name, bytes) in files {
      let path = locations.vault.pushing(FilePath(name)).string
      #expect(try Array(Data(contentsOf: URL(filePath: path))) == bytes)
    }
  }

  @Test func `unproved files are neither imported nor forwarded`() async throws {
    try await devices.twoInStep()
    let files = hostile(try header(of: "a"))
    try drop(files, into: devices.target)
    let before = try devices.folder.files().keys.filter { $0.hasPrefix("vault-") }.sorted()
    let first = try await devices.sync("a")
    #expect(first.isComplete && first.receivedCount == 0 && first.sentCount == 0)
    #expect(try devices.folder.files().keys.filter { $0.hasPrefix("vault-") }.sorted() == before)
    try await devices.open("a").save([card.with { $0.note = "saved" }])
    #expect(try await devices.sync("a").sentCount == 1)
    // A refused file is remembered, and not examined again, unless another program may still be writing it.
    let torn = files.filter { !$0.key.contains(ContentHash(of: $0.value.span).description) }
    #expect(first.refusedCount > torn.count)
    #expect(try await devices.sync("a").refusedCount == torn.count)
    try await devices.sync("b")
    #expect(try await devices.open("b").card(card.id)?.note == "saved")
    // Nor does a device that has them send them.
    try drop(files, into: devices.locations("a").vault)
    for name in files.keys {
      try FileManager.default.removeItem(atPath: devices.target.pushing(FilePath(name)).string)
    }
    #expect(try await devices.sync("a").sentCount == 0)
    let there = try devices.there().keys.map { String($0.dropFirst("target/".count)) }
    #expect(Set(there).isDisjoint(with: files.keys))
    _ = try await devices.open("a").changeKey()
    #expect(try await devices.sync("a").isComplete)
    #expect(try Set(devices.there().keys).isDisjoint(with: files.keys.map { "target/\($0)" }))
  }

  @Test func `a new device joins despite unproved files`() async throws {
    try await devices.twoInStep()
    try drop(hostile(try header(of: "a")), into: devices.target)
    let joined = try await devices.sync("c")
    #expect(joined.isJoined && joined.cardCount == 1)
  }

  @Test func `a flood at the target is reported, and delays files until the next sync at most`()
    async throws
  {
    try await devices.twoInStep()
    try await devices.open("b").save([card.with { $0.note = "one" }])
    try await devices.open("b").save([card.with { $0.note = "two" }])
    try await devices.sync("b")
    let names = try devices.there("segments").sorted()
    let flood = (0..<1_200).reduce(into: [String: [UInt8]]()) { files, index in
      let bytes = Array("CARDVLT".utf8) + [1, 2] + Array("\(index)".utf8)
      files["segments/\(ContentHash(of: bytes.span)).segment"] = bytes
    }
    try drop(flood, into: devices.target)
    var outcome = try await devices.sync("a")
    #expect(outcome.refusedCount >= 1_000 && outcome.notAskedCount > 0 && !outcome.isComplete)
    outcome = try await devices.sync("a")
    #expect(outcome.isComplete)
    #expect(try await devices.open("a").card(card.id)?.note == "two")
    let own = devices.locations("a").vault.appending("segments").string
    #expect(try FileManager.default.contentsOfDirectory(atPath: own).sorted() == names)
  }

  @Test func `an altered file is damaged in a check, and foreign otherwise`() async throws {
    let locations = devices.locations("a")
    let vault = try Vault.create(at: locations)
    try await vault.save([card])
    try await vault.save([card.with { $0.note = "next" }])
    let directory = locations.vault.appending("segments")
    for name in try FileManager.default.contentsOfDirectory(atPath: directory.string) {
      let path = URL(filePath: directory.appending(name).string)
      let whole = try Data(contentsOf: path)
      try Data("short".utf8).write(to: path)
      let opened = try Vault.open(at: locations)
      let health = await opened.health
      #expect(health.damaged.isEmpty && health.missing.count == 1)
      #expect(try await opened.verify().damaged.map(\.path) == ["segments/\(name)"])
      try whole.write(to: path)
    }
    let other = StoredKind.segment.name(ContentHash(of: [1].span))
    try Data("short".utf8).write(to: URL(filePath: directory.appending(other).string))
    let opened = try Vault.open(at: locations)
    #expect(await opened.health.isGood)
    let found = try await opened.verify()
    #expect(found.damaged.map(\.path) == ["segments/\(other)"] && found.foreign.isEmpty)
  }
}
