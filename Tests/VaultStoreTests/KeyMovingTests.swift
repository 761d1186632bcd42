import Cards
import Foundation
import Sealing
import SwiftProtobuf
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Devices that get a vault's new key later, and files under the old one.
@Suite struct KeyMovingTests {
  private let devices: Devices
  private let card = Card.sample("Gym", id: 1)

  init() throws { devices = try Devices() }

  private func open(_ device: String) throws -> Vault { try devices.openApart(device) }

  private func names(_ device: String) async throws -> [String] {
    try await devices.namesApart(device)
  }

  /// Changes the key on `a` this often, and syncs.
  private func change(_ count: Int = 1) async throws {
    for _ in 0..<count { try await open("a").changeKey() }
    try await devices.syncApart("a")
  }

  /// A third device in step with `a` and `b`.
  private func third() async throws {
    try devices.handKeys(from: "a", to: "c")
    try await devices.syncApart("c")
  }

  private func put(_ bytes: [UInt8], at path: String) throws {
    let file = devices.folder.path.pushing(FilePath(path))
    try FileManager.default.createDirectory(
      atPath: file.removingLastComponent().string, withIntermediateDirectories: true)
    try devices.folder.write(bytes, to: path)
  }

  @Test(arguments: [(1, false), (1, true), (3, false), (3, true)])
  func `a device brings its unsent saves and photos along, byte for byte`(
    changes: Int, isPacked: Bool
  ) async throws {
    try await devices.twoApart()
    let late = try open("b")
    try await late.save([card.with { $0.note = "unsent" }])
    try await late.save([.sample("Zoo", id: 2)])
    _ = try await late.putPicture([7], on: card.id)
    let before = try await late.entriesForTests()
    let writer = await late.memory.state.device
    if isPacked {
      try await late.packForTests()
      try FileManager.default.removeItem(
        atPath: devices.apart("b").vault.appending("segments").string)
    }
    try await change(changes)
    try devices.handKeys(from: "a", to: "b")
    let outcome = try await devices.syncApart("b")
    #expect(outcome.movedCount == 3 && outcome.isComplete)
    let moved = try open("b")
    #expect(await moved.movedCount == nil)
    #expect(await moved.memory.state.device == writer)
    let after = try await moved.entriesForTests()
    #expect(after.map(\.identity) == before.map(\.identity))
    #expect(after.map { Array($0.payload) } == before.map { Array($0.payload) })
    try await moved.save([.sample("Pool", id: 3)])
    try await devices.syncApart("b")
    try await devices.syncApart("a")
    for device in ["a", "b"] {
      let vault = try open(device)
      #expect(await vault.cards.map(\.name) == ["Gym", "Pool", "Zoo"])
      #expect(await vault.card(card.id)?.note == "unsent")
      #expect(try await vault.pictures(of: card.id) == [[0xFF, 0xD8, 0xFF, 7]])
      let found = try await vault.verify()
      #expect(found.missing.isEmpty && found.pending.isEmpty && found.missingPhotos.isEmpty)
      #expect(found.retired.isEmpty && found.foreign.isEmpty)
      #expect(await vault.health.isGood)
    }
    #expect(try devices.keyNames("b") == devices.keyNames("a"))
  }

  @Test func `a header that comes before its packs is told of, and what is lost then is an alarm`()
    async throws
  {
    try await devices.twoApart()
    try await change()
    let new = try devices.vaultNames("a").subtracting(devices.vaultNames("b"))
    for name in new where name.hasSuffix(".vault") {
      try put(devices.folder.read("vault-a/\(name)"), at: "vault-b/\(name)")
    }
    try devices.handKeys(from: "a", to: "b")
    let early = try open("b")
    #expect(await early.cards.isEmpty)
    #expect(await early.health.heldRetiredCount == 1)
    #expect(await early.health.missing.isEmpty)
    #expect(await !early.health.isGood)
    // The old files are mirrored away, and the packs never come.
    try FileManager.default.removeItem(
      atPath: devices.apart("b").vault.appending("segments").string)
    #expect(try await open("b").health.missing.count == 1)
    try await devices.syncApart("b")
    #expect(try await names("b") == ["Gym"])
    #expect(try await open("b").health.isGood)
  }

  @Test func `what a pack under the old key says that it replaces is not handed on`() async throws {
    try await devices.twoApart()
    let late = try open("b")
    try await late.save([.sample("Zoo", id: 2)])
    _ = try await open("a").putPicture([7], on: card.id)
    try await change()
    let there = try devices.there()
    let lies = there.values.map { ContentHash(of: $0.span) }
    let forged = Pack(
      device: 7, created: Timestamp(milliseconds: 1), entries: try await late.entriesForTests(),
      replaces: lies)
    let file = try await late.sealForTests(forged.payload, as: .pack)
    try put(file, at: "vault-b/\(StoredFile(.pack, ContentHash(of: file.span)).path)")
    try devices.handKeys(from: "a", to: "b")
    try await devices.syncApart("b")
    try await devices.syncApart("b")
    for name in there.keys { #expect(try devices.there()[name] != nil, "\(name)") }
    try await devices.syncApart("a")
    for device in ["a", "b"] {
      #expect(try await names(device) == ["Gym", "Zoo"])
      #expect(try await open(device).verify().missingPhotos.isEmpty)
    }
  }

  /// A save with a photo by `c`, which has only the old key, in the folder of `a`, whose key was changed.
  private func lateSaves() async throws -> (late: Vault, saves: [RetiredSave]) {
    try await devices.twoApart()
    try await third()
    let late = try open("c")
    try await change()
    try await late.save([.sample("Late", id: 8)])
    _ = try await late.putPicture([8], on: #require(CardID([UInt8](repeating: 8, count: 16))))
    try await late.save([.sample("Later", id: 9)])
    try devices.mirror("c", to: "a")
    return (late, try await open("a").retiredSaves())
  }

  @Test func `others' late saves are not read unasked, and come with their photos if wanted`()
    async throws
  {
    let (late, saves) = try await lateSaves()
    let vault = try open("a")
    #expect(await vault.cards.map(\.name) == ["Gym"])
    #expect(await vault.health.isGood)
    // The card's first save is in the vault, and its file is here only because of the copy.
    #expect(try await vault.verify().retired.count == 5)
    let device = await late.memory.state.device
    #expect(saves.map(\.device) == [device, device, device])
    #expect(saves.map { $0.cards.first?.bytes.first } == [8, 8, 9])
    let left = try await vault.takeIn([])
    #expect(left.addedCount == 0 && left.fileCount == 0)
    let taken = try await vault.takeIn(Set(saves.map(\.id)))
    #expect(taken.addedCount == 2)
    let after = try open("a")
    #expect(await after.cards.map(\.name) == ["Gym", "Late", "Later"])
    #expect(try await after.pictures(of: saves[0].cards[0]) == [[0xFF, 0xD8, 0xFF, 8]])
    #expect(try await after.retiredSaves().isEmpty)
    let found = try await after.verify()
    #expect(found.retired.isEmpty && found.missing.isEmpty && found.pending.isEmpty)
    try await devices.syncApart("a")
    try devices.handKeys(from: "a", to: "b")
    try await devices.syncApart("b")
    #expect(try await names("b") == ["Gym", "Late", "Later"])
    // Their device moves as well, and has nothing more to bring.
    try devices.handKeys(from: "a", to: "c")
    #expect(try await devices.syncApart("c").movedCount == 0)
    #expect(try await names("c") == ["Gym", "Late", "Later"])
  }

  @Test func `what is left out stays where it is, and is not missed`() async throws {
    let (_, saves) = try await lateSaves()
    _ = try await open("a").takeIn([saves[2].id])
    let vault = try open("a")
    #expect(await vault.cards.map(\.name) == ["Gym", "Later"])
    #expect(await vault.health.isGood)
    #expect(try await vault.retiredSaves() == Array(saves.prefix(2)))
    #expect(try await vault.verify().retired.count == 3)
    #expect(try await vault.verify().missing.isEmpty)
    #expect(try await devices.syncApart("a").isComplete)
  }

  @Test func `late saves in another folder are taken in from there, which stays as it is`()
    async throws
  {
    let (_, saves) = try await lateSaves()
    let directory = devices.apart("c").vault
    try FileManager.default.removeItem(atPath: devices.apart("a").vault.string)
    try await devices.syncApart("a")
    let vault = try open("a")
    #expect(try await vault.retiredSaves().isEmpty)
    #expect(try await vault.retiredSaves(in: directory) == saves)
    let before = try devices.folder.files().filter { $0.key.hasPrefix("vault-c/") }
    _ = try await vault.takeIn(Set(saves.map(\.id)), from: directory)
    #expect(try await names("a") == ["Gym", "Late", "Later"])
    #expect(try await open("a").pictures(of: saves[0].cards[0]).count == 1)
    #expect(try devices.folder.files().filter { $0.key.hasPrefix("vault-c/") } == before)
  }

  @Test func `a vault set back after a change of the key is reported`() async throws {
    try await devices.twoApart()
    let before = try devices.folder.files().filter { $0.key.hasPrefix("vault-a/") }
    try await change()
    let between = try devices.folder.files().filter { $0.key.hasPrefix("vault-a/") }
    try await open("a").save([.sample("Zoo", id: 2)])
    let others = try devices.folder.files().filter { !$0.key.hasPrefix("vault-a/") }
    try devices.folder.become(between.merging(others) { $1 })
    #expect(await (try open("a")).health.missing.map(\.isNewest) == [true])
    try devices.folder.become(before.merging(others) { $1 })
    for _ in 0..<2 {
      let older = try open("a")
      #expect(await older.cards.map(\.name) == ["Gym"])
      #expect(await older.health.isOlderThanRemembered)
      #expect(await older.health.hasRememberedKey)
      #expect(try await older.verify().isRolledBack)
      let refusal = VaultError.olderThanRemembered(devices.apart("a").vault, hasKey: true)
      #expect(
        await failure { () async throws(VaultError) in try await older.save([.sample("No")]) }
          == refusal)
      #expect(throws: refusal) { try Vault.knownTargets(at: devices.apart("a")) }
      await older.remember()
    }
    // Also after a sync with a target that has no more than that, and without the new key.
    try FileManager.default.removeItem(atPath: devices.target.string)
    try await devices.syncApart("a")
    #expect(try await open("a").health.isOlderThanRemembered)
    for name in try devices.keyNames("a") {
      try FileManager.default.removeItem(
        atPath: devices.apart("a").keyDirectory.appending(name).string)
    }
    let keyless = try await open("a").health
    #expect(keyless.isOlderThanRemembered && !keyless.hasRememberedKey)
  }

  @Test func `where a folder is mirrored, a device without the new key misses nothing`()
    async throws
  {
    try await devices.twoApart()
    let old = try open("b")
    try await old.save([.sample("Zoo", id: 2)])
    await old.remember()
    try await devices.syncApart("b")
    try await devices.syncApart("a")
    try await change()
    try devices.mirror("a", to: "b", isExact: true)
    let behind = try open("b")
    #expect(await behind.cards.isEmpty)
    let health = await behind.health
    #expect(health.missing.isEmpty && health.movedAwayCount == 2 && !health.isGood)
    #expect(health.successors.map(\.keyID) == [try open("a").keyID])
    #expect(try await behind.verify().missing.isEmpty)
    let refusal = await failure { () async throws(VaultError) in
      try await behind.save([.sample("No")])
    }
    #expect(refusal == .keyReplaced(try #require(health.successors.first)))
    try devices.handKeys(from: "a", to: "b")
    let moved = try open("b")
    #expect(await moved.cards.map(\.name) == ["Gym", "Zoo"])
    #expect(await moved.movedCount == 0)
    #expect(await moved.health.isGood)
    #expect(try await open("b").movedCount == nil)
    try await moved.save([.sample("Pool", id: 3)])
  }

  @Test func `of two thousand notices sixteen are shown`() async throws {
    try await devices.twoApart()
    let vault = try open("a")
    for _ in 0..<2_000 {
      let notice = try await vault.forgedNoticeForTests()
      try put(notice, at: "vault-a/notices/\(ContentHash(of: notice.span)).notice")
    }
    let flooded = try open("a")
    #expect(await flooded.cards.map(\.name) == ["Gym"])
    let health = await flooded.health
    #expect(health.successors.count == 16 && health.furtherSuccessorCount == 1_984)
    let plan = try await flooded.rotationPlan()
    #expect(plan.successors == health.successors && plan.furtherSuccessorCount == 1_984)
    try await flooded.changeKey()
    let changed = try open("a")
    #expect(await changed.health.isGood)
    try await changed.save([.sample("Zoo", id: 2)])
  }

  @Test func `nothing that a holder of the old key makes enters`() async throws {
    try await devices.twoApart()
    let thief = try open("a")
    try await change()
    try await open("a").save([card.with { $0.name = "Genuine" }])
    let current = try #require(try devices.vaultNames("a", "segments").first)
    let genuine = try #require(StoredKind.segment.hash(in: current))
    let forged = Segment.payload(
      device: 77, sequence: 1, previous: nil, seen: [], clock: HybridClock(1 << 62),
      wall: Vault.wallClock(),
      revisions: [SegmentRevision(card: card.id, kind: .remove, changes: [])], undoes: nil)
    let pack = Pack(
      device: 77, created: Timestamp(milliseconds: 0),
      entries: [Pack.Entry(payload: forged[...])], replaces: [genuine])
    let photo = Cardvault_Vault_Photo.with { $0.mediaType = "image/jpeg" }
    let id = try open("a").keyID
    var files: [String: [UInt8]] = [:]
    for (payload, kind) in [
      (forged, EnvelopeKind.segment), (pack.payload, .pack), (photo.bytes, .photo),
      ([1], EnvelopeKind(rawValue: 200)), (try await thief.noticeForTests(naming: id), .notice),
      (try await thief.headerForTests(), .vault),
    ] {
      let file = try await thief.sealForTests(payload, as: kind)
      let stored = try #require(StoredKind(kind))
      let path = StoredFile(stored, ContentHash(of: file.span)).path
      files[path] = file
      files["packs/\(ContentHash(of: file.span))\(stored.suffix)"] = file
      files["z\(stored.suffix)"] = file
    }
    for (name, bytes) in files {
      try put(bytes, at: "vault-a/\(name)")
      try put(bytes, at: "target/\(name)")
    }
    try devices.handKeys(from: "a", to: "b")
    for _ in 0..<2 {
      for device in ["a", "b"] {
        #expect(try await devices.syncApart(device).isComplete)
        let vault = try open(device)
        #expect(vault.keyID == id)
        #expect(await vault.cards.map(\.name) == ["Genuine"])
        #expect(await vault.health.isGood)
        #expect(try await vault.verify().missing.isEmpty)
      }
    }
    let here = Set(try devices.folder.files().keys)
    #expect(here.intersection(files.keys.map { "vault-b/\($0)" }).isEmpty)
    try await open("a").changeKey()
    #expect(try await names("a") == ["Genuine"])
    let claims = try await open("a").retiredSaves()
    #expect(claims.map(\.removedCards) == [[card.id]])
  }

  /// `b` saved under the old key, which has a passphrase, and then got the new one, which has none.
  private func oldWrapped() async throws {
    try await Vault.create(
      at: devices.apart("a"), passphrase: try Passphrase("old"), cost: .least
    ).save([card])
    try await sync("a")
    try devices.handKeys(from: "a", to: "b")
    try await sync("b")
    try await Vault.open(at: devices.apart("b"), keyProvider: typing("old"))
      .save([.sample("Unsent", id: 2)])
    try await Vault.open(at: devices.apart("a"), keyProvider: typing("old")).changeKey()
    try await sync("a")
    try devices.handKeys(from: "a", to: "b")
  }

  private func sync(_ device: String) async throws {
    _ = try await Vault.sync(
      at: devices.apart(device), with: .folder(devices.target), keyProvider: typing("old"))
  }

  @Test func `without the old passphrase, the cards under the new key are shown`() async throws {
    try await oldWrapped()
    try await devices.syncApart("b")
    let vault = try open("b")
    #expect(await vault.cards.map(\.name) == ["Gym"])
    #expect(await vault.health.isOlderThanRemembered)
    #expect(await vault.health.hasRememberedKey)
    let refusal = await failure { () async throws(VaultError) in
      try await vault.save([.sample("No")])
    }
    #expect(refusal == .olderThanRemembered(devices.apart("b").vault, hasKey: true))
    let unlocked = try Vault.open(at: devices.apart("b"), keyProvider: typing("old"))
    #expect(await unlocked.movedCount == 1)
    #expect(await unlocked.cards.map(\.name) == ["Gym", "Unsent"])
    #expect(await (try open("b")).health.isGood)
  }

  @Test func `a device whose old key file is lost goes on as another one`() async throws {
    try await devices.twoApart()
    try await open("b").save([.sample("Lost", id: 2)])
    let old = try open("b")
    try await change()
    try devices.handKeys(from: "a", to: "b")
    try FileManager.default.removeItem(
      atPath: devices.apart("b").keyDirectory.appending("\(old.keyID)").string)
    try await devices.syncApart("b")
    let vault = try open("b")
    #expect(await vault.cards.map(\.name) == ["Gym"])
    #expect(await !vault.health.isOlderThanRemembered)
    try await vault.save([.sample("Pool", id: 3)])
    #expect(await vault.memory.state.device != old.memory.state.device)
    #expect(await (try open("b")).health.isGood)
  }

  @Test func `a device that was stopped while it moved does the same again`() async throws {
    try await devices.twoApart()
    try await open("b").save([.sample("Unsent", id: 2)])
    _ = try await open("b").putPicture([7], on: card.id)
    try await change()
    let header = try devices.vaultNames("a").filter { $0.hasSuffix(".vault") }
    try devices.mirror("a", to: "b")
    try devices.handKeys(from: "a", to: "b")
    let before = try devices.folder.files()
    let moved = try open("b")
    #expect(await moved.movedCount == 2 && header.count == 2)
    let entries = try await moved.entriesForTests().map(\.identity)
    let after = try devices.folder.files()
    // Sealed anew, then remembered, then partly removed; the old key is still in its place.
    let state = after.filter { $0.key.hasPrefix("state-b/") && $0.key.hasSuffix("/device") }
    let sealed = after.filter { before[$0.key] == nil && $0.key.hasPrefix("vault-b/") }
    let stops = [
      before.merging(sealed) { $1 }, before.merging(sealed) { $1 }.merging(state) { $1 },
      before.merging(sealed) { $1 }.merging(state) { $1 }
        .filter { !$0.key.hasPrefix("vault-b/segments/") },
    ]
    for (number, stop) in stops.enumerated() {
      try devices.folder.become(stop)
      let vault = try open("b")
      #expect(try await vault.entriesForTests().map(\.identity) == entries)
      #expect(await vault.health.isGood, "stop \(number)")
      #expect(try await vault.pictures(of: card.id).count == 1)
      #expect(try devices.keyNames("b") == devices.keyNames("a"))
      #expect(try devices.vaultNames("b", "segments").isEmpty, "stop \(number)")
      let found = try await vault.verify()
      #expect(found.missing.isEmpty && found.retired.isEmpty && found.foreign.isEmpty)
      try await vault.save([.sample("Pool", id: 3)])
    }
  }

  @Test func `a header that a holder of the old key makes stops no device that gets the new one`()
    async throws
  {
    try await devices.twoApart()
    try await open("b").save([.sample("Unsent", id: 2)])
    let forged = try await open("b").otherVaultForTests()
    try await change()
    for directory in ["vault-a", "vault-b", "target"] {
      try put(forged, at: "\(directory)/\(ContentHash(of: forged.span)).vault")
    }
    try devices.handKeys(from: "a", to: "b")
    #expect(try await devices.syncApart("b").movedCount == 1)
    #expect(try await names("b") == ["Gym", "Unsent"])
    #expect(try await devices.syncApart("a").isComplete)
    #expect(try await names("a") == ["Gym", "Unsent"])
  }

  @Test func `another vault's files are not this one's, even if their key is retired here`()
    async throws
  {
    try await Vault.create(at: devices.locations("a")).save([card])
    let other = devices.locations("other")
    try await Vault.create(at: other).save([.sample("Theirs", id: 9)])
    try devices.mirror("other", to: "a")
    try await Vault.open(at: other).changeKey()
    let vault = try devices.open("a")
    #expect(await vault.cards.map(\.name) == ["Gym"])
    #expect(await vault.health.foreign.count == 2)
    #expect(await vault.health.retired.isEmpty)
    #expect(try await vault.retiredSaves().isEmpty)
  }

  @Test func `late saves under a key given by name are found`() async throws {
    var named = devices.locations("a")
    named.keyFile = devices.folder.path.appending("my.key")
    let old = try Vault.create(at: named)
    try await old.save([card])
    let before = try devices.folder.files().filter { $0.key.hasPrefix("vault-a/") }
    try await Vault.open(at: named).changeKey()
    for (name, bytes) in before { try put(bytes, at: name) }
    let late = try await old.entriesForTests()[0].payload
    let payload = Array(late).replacing("Gym".utf8, with: "Zoo".utf8)
    let file = try await old.sealForTests(payload, as: .segment)
    try put(file, at: "vault-a/segments/\(ContentHash(of: file.span)).segment")
    let vault = try Vault.open(at: named)
    #expect(try await vault.retiredSaves().map(\.id) == [ContentHash(of: payload.span)])
  }

  @Test func `of two folders on one machine, each moves when the header reaches it`() async throws {
    let (first, second) = (devices.locations("a"), devices.locations("b"))
    try await devices.twoInStep()
    try await Vault.open(at: second).save([.sample("Unsent", id: 2)])
    try await Vault.open(at: first).changeKey()
    // Its key is retired, and it has no other.
    #expect(try await Vault.open(at: second).cards.map(\.name) == ["Gym", "Unsent"])
    try await devices.sync("a")
    #expect(try await devices.sync("b").movedCount == 1)
    #expect(try await devices.names("b") == ["Gym", "Unsent"])
    #expect(await (try devices.open("b")).health.isGood)
    try await devices.sync("a")
    #expect(try await devices.names("a") == ["Gym", "Unsent"])
  }

  @Test func `a device does not move to a key that was replaced, too, and keeps what it shows`()
    async throws
  {
    try await devices.twoApart()
    try await open("b").save([.sample("Mine", id: 9)])
    try await open("a").changeKey()
    try await devices.syncApart("a")
    let stale = try devices.keyNames("a")
    try await devices.syncApart("b")
    try devices.handKeys(from: "a", to: "b")
    let last = try await open("a").changeKey()
    try await devices.syncApart("a")
    try await devices.syncApart("b")
    let late = try open("b")
    #expect(await late.cards.map(\.name) == ["Gym", "Mine"])
    #expect(await late.health.successors.map(\.keyID) == [last.keyID])
    #expect(!stale.contains(last.keyID.description))
    let refusal = await failure { () async throws(VaultError) in
      try await late.save([.sample("More", id: 4)])
    }
    #expect(refusal != nil)
    try devices.handKeys(from: "a", to: "b")
    #expect(try await devices.syncApart("b").movedCount == 1)
    #expect(await (try open("b")).cards.map(\.name) == ["Gym", "Mine"])
    #expect(await (try open("b")).health.isGood)
  }
}

extension Vault {
  /// The payload of a notice that names a key.
  fileprivate func noticeForTests(naming id: KeyID) throws -> [UInt8] {
    try Cardvault_Vault_Notice.with {
      $0.key = Data(id.bytes)
      $0.fingerprint = fingerprint
    }.serializedBytes()
  }

  /// A header under the vault's key that differs from the vault's.
  fileprivate func otherVaultForTests() throws -> [UInt8] {
    let header = try VaultHeader(vaultID: keyID, created: now(), using: &generator)
    return try Self.seal(header, under: keys.current, using: &generator)
  }

  /// The payload of the vault's header, with a forged notice.
  fileprivate func headerForTests() throws -> [UInt8] {
    let notice = try forgedNoticeForTests()
    return try keys.header.adding(notice).payload().withBytes { bytes in
      bytes.indices.map { bytes[$0] }
    }
  }
}
