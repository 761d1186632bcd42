import Cards
import Foundation
import Sealing
import SwiftProtobuf
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Changes of a vault's key on the device that makes them.
@Suite struct KeyChangeTests {
  private let folder: VaultFolder
  private let gone = Card.sample("Secret club", id: 1)
  private let kept = Card.sample("Gym", id: 2)
  private var locations: VaultLocations { folder.locations() }

  init() throws { folder = try VaultFolder() }

  private func open() throws -> Vault { try Vault.open(at: locations) }

  private func names(_ inner: String) throws -> [String] {
    try folder.files().keys.filter { $0.hasPrefix(inner) }.map {
      String($0.dropFirst(inner.count))
    }.sorted()
  }

  /// A vault with a removed card, a changed one with a photo, and a file of a kind that nobody knows.
  @discardableResult
  private func made() async throws -> Vault {
    let vault = try Vault.create(at: locations)
    try await vault.save([gone, kept])
    _ = try await vault.putPicture([1], on: kept.id)
    try await vault.save([try #require(await vault.card(kept.id)).with { $0.note = "upstairs" }])
    try await vault.remove([gone.id])
    let other = try await vault.sealForTests([1, 2, 3], as: EnvelopeKind(rawValue: 200))
    try put(other, in: "other", "sealed")
    return try open()
  }

  private func put(_ bytes: [UInt8], in inner: String, _ suffix: String) throws {
    try FileManager.default.createDirectory(
      atPath: locations.vault.appending(inner).string, withIntermediateDirectories: true)
    try folder.write(bytes, to: "vault/\(inner)/\(ContentHash(of: bytes.span)).\(suffix)")
  }

  /// Checks that everything from `made` is there, and nothing is wrong.
  private func isWhole(_ vault: Vault, _ comment: Comment? = nil) async throws {
    #expect(await vault.cards.map(\.note) == ["upstairs"], comment)
    #expect(await vault.removedCards.map(\.codes) == [gone.codes], comment)
    #expect(try await vault.pictures(of: kept.id) == [[0xFF, 0xD8, 0xFF, 1]], comment)
    #expect(try await vault.judgedAnew().payloads.count == 2, comment)
    #expect(await vault.health.isGood, comment)
    let found = try await vault.verify()
    #expect(found.damaged.isEmpty && found.missing.isEmpty && found.pending.isEmpty, comment)
    // Headers and notices under keys from before the last sixteen changes are foreign.
    let keyFiles = found.foreign.allSatisfy { $0.hasSuffix(".vault") || $0.hasSuffix(".notice") }
    #expect(keyFiles && found.retired.isEmpty, comment)
  }

  @Test func `a change is complete when it returns`() async throws {
    let old = try await made()
    let before = try await old.entriesForTests().map(\.identity)
    let new = try await old.changeKey()
    let changed = try open()
    #expect(changed.keyID == new.keyID && changed.fingerprint == new.fingerprint)
    #expect(old.fingerprint != new.fingerprint)
    try await isWhole(changed)
    #expect(await changed.movedCount == nil)
    #expect(try await changed.entriesForTests().map(\.identity) == before)
    #expect(try names("vault/segments/").isEmpty && names("vault/packs/").count == 1)
    #expect(try names("vault/photos/").count == 1 && names("vault/other/").count == 1)
    #expect(try names("vault/notices/").count == 1)
    #expect(try names("vault/").filter { $0.hasSuffix(".vault") }.count == 2)
    #expect(try names("keys/") == ["\(new.keyID)", "retired/\(old.keyID)"])
    #expect(new.keyFile == locations.keyDirectory.appending("\(new.keyID)"))
    try await changed.save([try #require(await changed.removedCards.first)])
    #expect(try await open().cards.map(\.name) == ["Gym", "Secret club"])
  }

  @Test func `an entry of a pack that a newer program wrote is kept`() async throws {
    let vault = try await made()
    let newer = Cardvault_Vault_Segment.with {
      ($0.device, $0.sequence) = (9, 1)
      let revision = Cardvault_Vault_Revision.with {
        ($0.card, $0.kind) = (Data(kept.id.bytes), 99)
      }
      $0.revisions = [Data(revision.bytes)]
    }.bytes
    try await vault.packForTests([Pack.Entry(payload: newer[...])], replacing: [])
    try await open().changeKey()
    let identities = try await open().entriesForTests().map(\.identity)
    #expect(identities.contains(ContentHash(of: newer.span)))
    #expect(try names("vault/segments/").isEmpty)
  }

  @Test func `fields of later programs are kept`() async throws {
    let vault = try await made()
    let changes = [
      FieldChange(field: 900, mergeClass: .register, operation: .set, value: [1, 2]),
      FieldChange(field: 901, mergeClass: .set, operation: .add, value: [3]),
    ]
    try await vault.write(
      [CardEdit(card: kept.id, kind: .edit, changes: changes)], at: vault.now())
    try await vault.packForTests()
    try await open().changeKey()
    let fields = try await open().fields(of: kept.id)
    #expect(fields.value(of: 900, .register) == [1, 2] && fields.elements(of: 901) == [[3]])
  }

  @Test func `after twenty changes the header holds sixteen notices`() async throws {
    try await made()
    for number in 1...20 {
      try await open().changeKey()
      if number > 3 && number < 20 { continue }
      try await isWhole(try open(), "change \(number)")
      #expect(try await open().noticesForTests().count == min(number, 16))
      #expect(try names("vault/notices/").count == number)
      #expect(try names("keys/").count == number + 1)
      #expect(try names("vault/packs/").count == 1 && names("vault/photos/").count == 1)
    }
    #expect(try await open().noticesForTests().allSatisfy { $0.count <= 2_048 })
  }

  @Test func `a key file given by name stays, and the next ones are beside it`() async throws {
    var named = locations
    named.keyFile = folder.path.appending("my.key")
    try await Vault.create(at: named).save([kept])
    var ids: [KeyID] = []
    for _ in 0..<2 {
      let new = try await Vault.open(at: named).changeKey()
      ids.append(new.keyID)
      #expect(new.keyFile == folder.path.appending("my.key.\(new.keyID)"))
      let opened = try Vault.open(at: named)
      #expect(opened.keyID == new.keyID && opened.locations.keyFile == new.keyFile)
      #expect(await opened.health.isGood)
      #expect(await opened.movedCount == nil)
      try await opened.save([kept.with { $0.note = "\(ids.count)" }])
    }
    #expect(try Set(names("my.key")) == Set([""] + ids.map { ".\($0)" }))
    #expect(try names("keys/").isEmpty)
    #expect(try folder.mode("my.key.\(ids[1])") == 0o600)
    named.keyFile = folder.path.appending("my.key.\(ids[1])")
    #expect(try await Vault.open(at: named).cards.map(\.note) == ["2"])
  }

  @Test func `a wrapped key's successor has its own passphrase, and only that is asked for`()
    async throws
  {
    let old = try Vault.create(at: locations, passphrase: try Passphrase("first"), cost: .least)
    try await old.save([kept])
    try await old.changeKey(passphrase: try Passphrase("second"))
    let changed = try Vault.open(at: locations, keyProvider: typing("second"))
    #expect(await changed.cards.map(\.name) == ["Gym"])
    #expect(await changed.health.isGood)
    try await changed.save([gone])
    let refusal = await failure { [locations] () throws(VaultError) in
      try Vault.open(at: locations)
    }
    #expect(refusal == .passphraseNeeded)
  }

  @Test func `a new key that is discarded leaves nothing`() async throws {
    let vault = try await made()
    let before = try folder.files()
    let staged = try await vault.makeNextKey()
    #expect(try names("keys/").contains("\(vault.keyID).next"))
    #expect(staged.keyFile.string.hasSuffix(".next"))
    try await isWhole(try open())
    await vault.discardNextKey()
    #expect(try names("keys/") == ["\(vault.keyID)"])
    #expect(try Set(folder.files().keys).isSuperset(of: before.keys))
    try await vault.save([.sample("Zoo")])
  }

  @Test func `of two changes that began at once on one machine, one counts`() async throws {
    let (first, second) = (try await made(), try open())
    _ = try await first.makeNextKey()
    let next = try await second.makeNextKey()
    let refusal = await failure { () async throws(VaultError) in try await first.rotate() }
    #expect(refusal == .keyChangedMeanwhile(locations.vault))
    await first.discardNextKey()
    #expect(try await second.rotate().keyID == next.keyID)
    let vault = try open()
    #expect(vault.keyID == next.keyID)
    try await isWhole(vault)
  }

  @Test func `if the old key file cannot be put away, the change counts all the same`() async throws
  {
    let old = try await made()
    try FileManager.default.createDirectory(
      atPath: locations.keyDirectory.string, withIntermediateDirectories: true)
    try folder.write([1], to: "keys/retired")
    let new = try await old.changeKey()
    for _ in 0..<2 {
      let vault = try open()
      #expect(vault.keyID == new.keyID)
      #expect(await vault.movedCount == nil)
      try await isWhole(vault)
    }
    try await open().save([.sample("Zoo")])
  }

  @Test func `a forged notice stops a device only until it makes a new key`() async throws {
    let vault = try await made()
    try put(try await vault.forgedNoticeForTests(), in: "notices", "notice")
    let stopped = try open()
    #expect(await stopped.cards.map(\.note) == ["upstairs"])
    let successor = try #require(await stopped.health.successors.first)
    let refusal = await failure { () async throws(VaultError) in
      try await stopped.save([.sample("Zoo")])
    }
    #expect(refusal == .keyReplaced(successor))
    #expect(try await stopped.rotationPlan().successors == [successor])
    try await stopped.changeKey()
    let changed = try open()
    #expect(await changed.health.successors.isEmpty)
    try await isWhole(changed)
    try await changed.save([.sample("Zoo")])
  }

  @Test func `a folder that only a retired key opens is read, and gets a key of its own`()
    async throws
  {
    var copy = folder.locations("second")
    copy.vault = folder.path.appending("copy")
    try await made()
    try FileManager.default.copyItem(atPath: locations.vault.string, toPath: copy.vault.string)
    try await Vault.open(at: copy).save([.sample("Zoo")])
    try await open().changeKey()
    let older = try Vault.open(at: copy)
    #expect(await older.cards.map(\.name) == ["Gym", "Zoo"])
    #expect(await older.health.isOlderThanRemembered)
    let refusal = await failure { () async throws(VaultError) in
      try await older.save([.sample("Pool")])
    }
    #expect(refusal == .olderThanRemembered(copy.vault, hasKey: true))
    let new = try await older.changeKey()
    let changed = try Vault.open(at: copy)
    #expect(changed.keyID == new.keyID)
    #expect(await changed.health.isGood)
    try await changed.save([.sample("Pool")])
    #expect(try await Vault.open(at: copy).cards.count == 3)
  }

  @Test func `damaged and newer files are named, and left behind`() async throws {
    let vault = try await made()
    let name = try #require(try names("vault/segments/").first)
    var damaged = try folder.read("vault/segments/\(name)")
    damaged[damaged.count - 1] ^= 1
    try folder.write(damaged, to: "vault/segments/\(name)")
    let newer = try await vault.newerForTests()
    try put(newer, in: "segments", "segment")
    let other = "\(ContentHash(of: newer.span)).segment"
    let left = [name, other].map { "segments/\($0)" }.sorted()
    #expect(try await open().rotationPlan().leftBehind == left)
    try await open().changeKey()
    #expect(try names("vault/segments/") == [name, other].sorted())
    #expect(try folder.read("vault/segments/\(other)") == newer)
    let changed = try open()
    #expect(await changed.health.retired == left)
    #expect(await changed.health.newer.isEmpty)
    // The altered one does not match its name.
    #expect(try await changed.verify().damaged.map(\.path) == ["segments/\(name)"])
    try await changed.save([.sample("Zoo")])
  }

  @Test func `a change stopped anywhere leaves one key with everything`() async throws {
    let old = try await made()
    let before = try folder.files()
    let new = try await old.changeKey().keyID
    let after = try folder.files()
    let staged = ["keys/\(old.keyID).next": try #require(after["keys/\(new)"])]
    let added = after.filter { before[$0.key] == nil && !$0.key.hasPrefix("keys/") }
    let header = added.filter { $0.key.hasSuffix(".vault") }
    let notice = added.filter { $0.key.hasSuffix(".notice") }
    let sealed = added.filter { header[$0.key] == nil && notice[$0.key] == nil }
    let state = after.filter { $0.key.hasSuffix("/device") }
    #expect(header.count == 1 && notice.count == 1 && sealed.count == 3 && state.count == 1)
    var stops = [before]
    for step in [staged, sealed, header, state, notice] {
      stops.append(try #require(stops.last).merging(step) { $1 })
    }
    stops.append(try #require(stops.last).filter { !$0.key.hasPrefix("vault/segments/") })
    stops.append(after.filter { $0.key != "keys/\(new)" }.merging(staged) { $1 })
    for (number, stop) in stops.enumerated() {
      try folder.become(stop)
      let opened = try open()
      #expect(opened.keyID == (number < 3 ? old.keyID : new))
      #expect(await opened.cards.map(\.note) == ["upstairs"], "stop \(number)")
      // And the change can be made again.
      if number < 3 { try await opened.changeKey() }
      let again = try open()
      #expect(again.keyID != old.keyID && (again.keyID == new) == (number >= 3))
      try await isWhole(again, "stop \(number)")
      // The key of a failed change may be in use in another folder.
      #expect(
        try names("keys/").filter { $0 != "\(new)" || number >= 3 }
          == ["\(again.keyID)", "retired/\(old.keyID)"], "stop \(number)")
      #expect(try names("vault/segments/").isEmpty && names("vault/packs/").count == 1)
      #expect(try names("vault/photos/").count == 1 && names("vault/notices/").count == 1)
    }
  }

  @Test func `leftovers of a stopped change beside a named key file are found`() async throws {
    var named = locations
    named.keyFile = folder.path.appending("my.key")
    try await Vault.create(at: named).save([kept])
    let before = try folder.files()
    let left = try await Vault.open(at: named).changeKey().keyID
    let key = try folder.read("my.key.\(left)")
    try folder.become(before.merging(["my.key.next": key]) { $1 })
    let new = try await Vault.open(at: named).changeKey().keyID
    #expect(try folder.read("my.key.\(left)") == key)
    #expect(try Vault.open(at: named).keyID == new && new != left)
  }

  @Test func `programs that adopt a staged key at once all open the vault`() async throws {
    let old = try await made()
    let before = try folder.files()
    let new = try await old.changeKey().keyID
    var stopped = try folder.files().filter { !$0.key.hasPrefix("keys/") }
    stopped["keys/\(old.keyID)"] = before["keys/\(old.keyID)"]
    stopped["keys/\(old.keyID).next"] = try folder.read("keys/\(new)")
    for _ in 0..<5 {
      try folder.become(stopped)
      let ids = try await withThrowingTaskGroup(of: KeyID.self) { [locations] group in
        for _ in 0..<8 { group.addTask { try Vault.open(at: locations).keyID } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(ids == [KeyID](repeating: new, count: 8))
      #expect(try names("keys/") == ["\(new)", "retired/\(old.keyID)"])
    }
  }

  @Test func `an open vault whose key another program changed saves nothing until it is refreshed`()
    async throws
  {
    let open = try await made()
    try await self.open().changeKey()
    let refusal = await failure { () async throws(VaultError) in
      try await open.save([.sample("Zoo")])
    }
    #expect(refusal == .keyChangedMeanwhile(locations.vault))
    let refreshed = try await open.refreshed()
    #expect(refreshed !== open && refreshed.keyID != open.keyID)
    try await refreshed.save([.sample("Zoo")])
    #expect(try await self.open().cards.map(\.name) == ["Gym", "Zoo"])
  }

  @Test func `another vault's files in the folder stay as they are`() async throws {
    try await made()
    let other = try VaultFolder()
    try await Vault.create(at: other.locations()).save([.sample("Theirs")])
    let theirs = try other.files().filter { $0.key.hasPrefix("vault/") }
    for (name, bytes) in theirs { try folder.write(bytes, to: name) }
    try await open().changeKey()
    for (name, bytes) in theirs { #expect(try folder.read(name) == bytes, "\(name)") }
    let changed = try open()
    #expect(await changed.cards.map(\.name) == ["Gym"])
    #expect(await changed.health.foreign.count == 2)
  }
}

extension Vault {
  /// The notices in the vault's headers.
  fileprivate func noticesForTests() -> [[UInt8]] { keys.header.notices }
}
