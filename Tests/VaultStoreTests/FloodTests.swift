import Cards
import Foundation
import Sealing
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Floods of useless files at a target: they delay nothing forever, and are not fetched endlessly.
@Suite struct FloodTests {
  private let devices: Devices
  private let card = Card.sample("Gym", id: 1)

  init() throws {
    devices = try Devices()
  }

  private func drop(_ files: [String: [UInt8]], into directory: FilePath) throws {
    for (name, bytes) in files {
      let path = directory.pushing(FilePath(name))
      try FileManager.default.createDirectory(
        atPath: path.removingLastComponent().string, withIntermediateDirectories: true)
      try Data(bytes).write(to: URL(filePath: path.string))
    }
  }

  private func properly(_ files: [[UInt8]], _ kind: StoredKind) -> [String: [UInt8]] {
    Dictionary(
      uniqueKeysWithValues: files.map {
        (StoredFile(kind, ContentHash(of: $0.span)).path, $0)
      })
  }

  private func digits(_ number: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: 64 - text.count) + text
  }

  @Test func `files that do not match their names do not delay a save forever`()
    async throws
  {
    try await devices.twoInStep()
    let torn = (0..<1_000).map { ("packs/\(digits($0)).pack", Array("\($0)".utf8)) }
    try drop(Dictionary(uniqueKeysWithValues: torn), into: devices.target)
    try await devices.open("b").save([card.with { $0.note = "new" }])
    try await devices.sync("b", direction: .bothWays)
    for _ in 0..<2 { try await devices.sync("a") }
    #expect(try await devices.open("a").card(card.id)?.note == "new")
    // They are still examined, after everything else: another program may have been writing one.
    let name = try #require(torn.last?.0)
    try FileManager.default.removeItem(atPath: devices.target.pushing(FilePath(name)).string)
    let file = try await devices.open("b").sealForTests([], as: .pack)
    try drop([name: file], into: devices.target)
    let outcome = try await devices.sync("a")
    #expect(outcome.refusedCount == 999 && outcome.receivedCount == 1)
  }

  @Test func `files that claim a key without a passphrase do not delay a save forever`()
    async throws
  {
    try await devices.twoInStep()
    let other = devices.locations("other")
    let key = try Vault.create(at: other).keyID
    let claims = (0..<6_000).lazy.map {
      Array("CARDVLT".utf8) + [1, 2, 0, 0, 0, 0, 0, 0, 0] + key.bytes + Array("\($0)".utf8)
    }.filter { ContentHash(of: $0.span).description < "4" }.prefix(1_000)
    let repository = try GitRepository()
    let target = SyncTarget.git(repository.path.string)
    _ = try await Vault.sync(at: devices.locations("a"), with: target)
    _ = try await Vault.sync(at: devices.locations("b"), with: target)
    let flood = properly(Array(claims), .segment)
    try repository.push(flood.mapValues { Data($0) })
    // Its name sorts after theirs.
    var card = card
    repeat {
      card.note += "."
      try await devices.open("b").save([card])
    } while try await devices.open("b").lastName() < "4"
    _ = try await Vault.sync(at: devices.locations("b"), with: target)
    for _ in 0..<2 { _ = try await Vault.sync(at: devices.locations("a"), with: target) }
    #expect(try await devices.open("a").card(card.id)?.note == card.note)
  }

  @Test func `small files in place of headers do not hide a header forever`() async throws {
    try await devices.twoInStep()
    let torn = (0..<1_000).map { ("\(digits($0)).vault", Array("\($0)".utf8)) }
    try drop(Dictionary(uniqueKeysWithValues: torn), into: devices.target)
    _ = try await devices.open("b").changeKey()
    try await devices.sync("b")
    for _ in 0..<2 { try await devices.sync("a") }
    #expect(try devices.open("a").keyID == devices.open("b").keyID)
    try await devices.open("b").save([card.with { $0.note = "new" }])
    try await devices.sync("b")
    #expect(try await devices.sync("a").refusedCount == 1_000)
    #expect(try await devices.open("a").card(card.id)?.note == "new")
    // A new device is not kept out, either.
    _ = await syncFailure { try await devices.sync("c") }
    try await devices.sync("c")
    #expect(try await devices.open("c").card(card.id)?.note == "new")
  }

  @Test func `damaged files that no save names are limited, and not fetched again`()
    async throws
  {
    try await devices.twoInStep()
    let name = try #require(try devices.there("segments").first)
    let genuine = try devices.folder.read("target/segments/\(name)")
    let damaged = (0..<1_100).map { Array(genuine[..<88]) + Array("\($0)".utf8) }
    try drop(properly(damaged, .segment), into: devices.target)
    var outcome = try await devices.sync("a")
    #expect(outcome.damagedThere.count == 1_000 && outcome.notAskedCount == 100)
    outcome = try await devices.sync("a")
    #expect(outcome.damagedThere.count == 100 && outcome.notAskedCount == 0)
    outcome = try await devices.sync("a")
    #expect(outcome.damagedThere.isEmpty && outcome.isComplete)
    // The same for headers.
    let vault = try #require(try devices.there("").first { $0.hasSuffix(".vault") })
    let header = try devices.folder.read("target/\(vault)")
    try drop(properly([Array(header[..<88]) + [1]], .vault), into: devices.target)
    #expect(try await devices.sync("a").refusedCount == 1)
    #expect(try await devices.sync("a").refusedCount == 0)
  }

  @Test func `files under a retired key are refused once, and delay no save`() async throws {
    try await devices.twoInStep()
    let old = try devices.open("b")
    try await old.changeKey()
    try await devices.sync("b")
    for _ in 0..<2 { try await devices.sync("a") }
    var late: [[UInt8]] = []
    for number in 0..<1_010 {
      late.append(try await old.sealForTests([UInt8(number & 255)], as: .segment))
    }
    try drop(properly(Array(late.prefix(990)), .segment), into: devices.locations("a").vault)
    try drop(properly(Array(late.dropFirst(990)), .segment), into: devices.target)
    try await devices.open("b").save([card.with { $0.note = "new" }])
    try await devices.sync("b")
    let outcome = try await devices.sync("a")
    #expect(outcome.notAskedCount == 0 && outcome.refusedCount == 20)
    let opened = try devices.open("a")
    #expect(await opened.card(card.id)?.note == "new")
    #expect(await opened.health.retired.count == 990)
    #expect(try await devices.sync("a").refusedCount == 0)
  }

  @Test func `a flood of names in the vault's folder is told of, and hides no other folder`()
    async throws
  {
    try await devices.twoInStep()
    let locations = devices.locations("a")
    let directory = locations.vault.appending("other")
    try FileManager.default.createDirectory(
      atPath: directory.string, withIntermediateDirectories: true)
    // Nobody opens hidden ones, but their names are read.
    for number in 0...VaultLayout.nameLimit {
      try FileDescriptor.open(
        directory.appending(".\(number)"), .writeOnly, options: .create,
        permissions: .ownerReadWrite
      ).close()
    }
    let opened = try devices.open("a")
    let health = await opened.health
    #expect(health.isPartial && !health.isGood && health.missing.isEmpty)
    #expect(await opened.cards.map(\.name) == ["Gym"])
    let found = try await opened.verify()
    #expect(found.isPartial && found.damaged.isEmpty && found.missing.isEmpty)
    #expect(try Vault.verifyWithoutKey(at: locations.vault).isPartial)
    try await opened.save([card.with { $0.note = "new" }])
    #expect(try await !devices.sync("a").isComplete)
    #expect(try await devices.sync("b").isComplete)
    #expect(try await devices.open("b").card(card.id)?.note == "new")
    // At a target, too.
    try FileManager.default.moveItem(
      atPath: directory.string, toPath: devices.target.appending("other").string)
    #expect(try await devices.open("a").health.isGood)
    let outcome = try await devices.sync("a")
    #expect(outcome.isPartial && !outcome.isComplete && outcome.health.isGood)
  }

  @Test func `unproved headers are counted`() async throws {
    try await devices.twoInStep()
    let headers = (0..<3).map { Array("CARDVLT".utf8) + [1, 1] + Array("\($0)".utf8) }
    try drop(properly(headers, .vault), into: devices.target)
    #expect(try await devices.sync("a").refusedCount == 3)
    #expect(try await devices.sync("a").refusedCount == 0)
  }

  @Test func `a refused file is fetched again once its key is here, also next to a named one`()
    async throws
  {
    try await Vault.create(at: devices.apart("a")).save([card])
    try await devices.syncApart("a")
    try devices.handKeys(from: "a", to: "b")
    var named = devices.apart("b")
    named.keyFile = named.keyDirectory.appending(try #require(devices.keyNames("b").first))
    _ = try await Vault.sync(at: named, with: .folder(devices.target))
    _ = try await devices.openApart("a").changeKey()
    try await devices.syncApart("a")
    _ = try await Vault.sync(at: named, with: .folder(devices.target))
    #expect(try Vault.open(at: named).keyID != devices.openApart("a").keyID)
    try devices.handKeys(from: "a", to: "b")
    _ = try await Vault.sync(at: named, with: .folder(devices.target))
    #expect(try Vault.open(at: named).keyID == devices.openApart("a").keyID)
  }

  @Test func `a file of a newer version travels, and makes every device read-only`() async throws {
    try await devices.twoInStep()
    let newer = try await devices.open("a").newerForTests()
    let large =
      try await devices.open("a").newerForTests(9, as: .photo)
      + [UInt8](repeating: 1, count: 70_000)
    try drop(properly([newer], .segment), into: devices.locations("a").vault)
    try drop(properly([large], .photo), into: devices.locations("a").vault)
    #expect(try await devices.sync("a").sentCount == 2)
    let outcome = try await devices.sync("b")
    #expect(outcome.receivedCount == 2 && outcome.damagedThere.isEmpty)
    let vault = try devices.open("b")
    let refusal = await failure { () async throws(VaultError) in
      try await vault.save([.sample("Zoo", id: 2)])
    }
    #expect(refusal == .newerFormat(Array(properly([newer], .segment).keys)))
  }
}

extension Vault {
  /// The name of the save that this device wrote last.
  fileprivate func lastName() -> String {
    ContentHash(memory.state.placedHash)?.description ?? ""
  }
}
