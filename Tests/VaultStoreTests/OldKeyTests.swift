import Cards
import Foundation
import Sealing
import SwiftProtobuf
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Files that a holder of an old key can make for a vault whose key was changed: none hides or alters what is there.
@Suite struct OldKeyTests {
  private let folder: VaultFolder
  private let card = Card.sample("Gym", id: 1)
  private var locations: VaultLocations { folder.locations() }

  init() throws {
    folder = try VaultFolder()
  }

  /// A vault whose key change is not finished, and in which one card was then renamed.
  ///
  /// - Returns: the file that renamed it.
  private func rotated() async throws -> ContentHash {
    try await Vault.create(at: locations).save([card])
    _ = try await Vault.open(at: locations).rotate()
    let vault = try Vault.open(at: locations)
    let before = try Set(folder.segmentNames())
    try await vault.save([card.with { $0.name = "Genuine" }])
    let name = try #require(try folder.segmentNames().first { !before.contains($0) })
    return try #require(StoredKind.segment.hash(in: name))
  }

  /// A pack of the old epoch that says that it replaces a file, and has another save.
  private func forgery(replacing file: ContentHash, in vault: Vault) async throws -> [UInt8] {
    let payload = Segment.payload(
      device: 77, sequence: 1, previous: nil, seen: [],
      clock: HybridClock(1),
      wall: Vault.wallClock(),
      revisions: [SegmentRevision(card: card.id, kind: .edit, changes: [.name("Forged")])],
      undoes: nil)
    let pack = Pack(
      device: 77, created: Timestamp(milliseconds: 0),
      entries: [Pack.Entry(payload: payload[...])], replaces: [file])
    return try await vault.sealUnderOldKey(pack.payload, as: .pack)
  }

  @Test(arguments: ["packs/HASH.pack", "packs/z.pack", "z.pack", "a.pack", "segments/0.pack"])
  func `a pack of the old epoch hides nothing, under any name`(name: String) async throws {
    let file = try await rotated()
    let vault = try Vault.open(at: locations)
    let forged = try await forgery(replacing: file, in: vault)
    let place = name.replacing("HASH", with: "\(ContentHash(of: forged.span))")
    try folder.write(forged, to: "vault/\(place)")
    #expect(try await Vault.open(at: locations).cards.map(\.name) == ["Genuine"])
    #expect(try await Vault.open(at: locations).finishingPlan().claimedSegments.count == 1)
    _ = try await Vault.open(at: locations).finishRotation()
    #expect(try await Vault.open(at: locations).cards.map(\.name) == ["Genuine"])
    #expect(try folder.segmentNames().contains(StoredKind.segment.name(file)))
  }

  @Test func `a pack of the old epoch alters no removed card`() async throws {
    let gone = Card.sample("Gone", id: 2)
    try await Vault.create(at: locations).save([card, gone])
    try await Vault.open(at: locations).remove([gone.id])
    let segments = try folder.segmentNames()
    let first = try #require(StoredKind.segment.hash(in: segments[0]))
    _ = try await Vault.open(at: locations).rotate()
    // As after packing: only the newest epoch has it.
    for name in segments {
      try FileManager.default.removeItem(atPath: folder.segments.appending(name).string)
    }
    let forged = try await forgery(replacing: first, in: try Vault.open(at: locations))
    try folder.write(forged, to: "vault/packs/\(ContentHash(of: forged.span)).pack")
    for _ in 0..<2 {
      let vault = try Vault.open(at: locations)
      #expect(await vault.cards.map(\.name) == ["Gym"])
      #expect(await vault.removedCards.map(\.name) == ["Gone"])
      _ = try await vault.finishRotation()
    }
  }

  @Test func `an own save that comes back under a finished key counts, and is resealed`()
    async throws
  {
    try await Vault.create(at: locations).save([card])
    let before = try Set(folder.segmentNames())
    try await Vault.open(at: locations).save([card.with { $0.name = "Gym 2" }])
    let late = try #require(try folder.segmentNames().first { !before.contains($0) })
    try await folder.finishKey(before: late)
    // This device vouches for its own last save: it counts at once, and the next change reseals it.
    let opened = try Vault.open(at: locations)
    #expect(await opened.cards.map(\.name) == ["Gym 2"])
    try await opened.save([card.with { $0.name = "Gym 3" }])
    for vault in [opened, try Vault.open(at: locations)] {
      #expect(await vault.cards.map(\.name) == ["Gym 3"])
      #expect(await vault.conflictCount(of: card.id) == 0)
      #expect(await vault.health.isGood)
    }
  }

  @Test func `a second change of the key accepts genuine saves`() async throws {
    // Saved under the old key, and not yet resealed.
    try await Vault.create(at: locations).save([card])
    let late = try Vault.open(at: folder.locations("second"))
    _ = try await Vault.open(at: locations).rotate()
    let before = try Set(folder.segmentNames())
    let payload = try await late.payloadOfOneSegment()
    let file = try await late.sealForTests(payload, as: .segment)
    let identity = ContentHash(of: file.span)
    try folder.write(file, to: "vault/segments/\(identity).segment")
    #expect(try folder.segmentNames().count == before.count + 1)
    let forged = try await forgery(replacing: identity, in: try Vault.open(at: locations))
    try folder.write(forged, to: "vault/packs/\(ContentHash(of: forged.span)).pack")
    _ = try await Vault.open(at: locations).finishRotation()
    #expect(try await Vault.open(at: locations).cards.map(\.name) == ["Gym"])
  }

  @Test(arguments: ["photos/HASH.photo", "HASH.photo", "a.photo"])
  func `a photo of the old epoch hides nothing`(name: String) async throws {
    _ = try await rotated()
    let vault = try Vault.open(at: locations)
    let photo = Cardvault_Vault_Photo.with { $0.mediaType = "image/jpeg" }
    let forged = try await vault.sealUnderOldKey(photo.bytes, as: .photo)
    try FileManager.default.createDirectory(
      atPath: locations.vault.appending("photos").string, withIntermediateDirectories: true)
    let place = name.replacing("HASH", with: "\(ContentHash(of: forged.span))")
    try folder.write(forged, to: "vault/\(place)")
    let opened = try Vault.open(at: locations)
    #expect(await opened.cards.map(\.name) == ["Genuine"])
    let verification = try await opened.verify()
    #expect(verification.missing.isEmpty && !verification.isRolledBack)
  }

  @Test func `looking at the cards writes nothing, even when old saves came late`() async throws {
    try await Vault.create(at: locations).save([card])
    try await Vault.open(at: locations).save([card.with { $0.note = "own" }])
    let names = try folder.segmentNames()
    let kept = try names.map { ("vault/segments/\($0)", try folder.read("vault/segments/\($0)")) }
    _ = try await Vault.open(at: locations).rotate()
    _ = try await Vault.open(at: locations).finishRotation()
    for (name, bytes) in kept { try folder.write(bytes, to: name) }
    let before = try folder.files().filter { $0.key.hasPrefix("vault/") }
    let opened = try Vault.open(at: locations)
    await opened.remember()
    #expect(try folder.files().filter { $0.key.hasPrefix("vault/") } == before)
  }

  @Test func `a header under a replaced key adds no key and finishes nothing`() async throws {
    try await Vault.create(at: locations).save([card])
    _ = try await Vault.open(at: locations).rotate()
    try await Vault.open(at: locations).save([card.with { $0.note = "under the last key" }])
    let vault = try Vault.open(at: locations)
    let forged = try await vault.forgedFinishForTests()
    try folder.write(forged, to: "vault/\(ContentHash(of: forged.span)).vault")
    let opened = try Vault.open(at: locations)
    #expect(opened.keyID == vault.keyID && opened.keyIDs == vault.keyIDs)
    #expect(await opened.health.isGood)
    #expect(await opened.cards.map(\.note) == ["under the last key"])
    #expect(try await Vault.open(at: locations).finishRotation().removed > 0)
    #expect(try await Vault.open(at: locations).finishRotation() == (0, 0))
    #expect(try await Vault.open(at: locations).cards.map(\.note) == ["under the last key"])
  }

  @Test func `a vault set back to before its key change is still reported after a sync`()
    async throws
  {
    let devices = try Devices()
    let locations = devices.locations("a")
    try await Vault.create(at: locations).save([card])
    let before = try devices.folder.files().filter { $0.key.hasPrefix("vault-a/") }
    try await devices.sync("a")
    _ = try await Vault.open(at: locations).rotate()
    let rotated = try Vault.open(at: locations)
    try await rotated.save([card.with { $0.note = "under the new key" }])
    await rotated.remember()
    let others = try devices.folder.files().filter { !$0.key.hasPrefix("vault-a/") }
    try devices.folder.become(before.merging(others) { own, _ in own })
    for name in try FileManager.default.contentsOfDirectory(atPath: locations.keyDirectory.string)
    where name == "\(rotated.keyID)" {
      try FileManager.default.removeItem(atPath: locations.keyDirectory.appending(name).string)
    }
    try devices.folder.write([1, 2, 3], to: "target/segments/x.segment")
    for _ in 0..<2 {
      #expect(try await Vault.open(at: locations).health.isOlderThanRemembered)
      try await devices.sync("a")
    }
    #expect(try await !Vault.open(at: locations).health.hasRememberedKey)
    #expect(try await Vault.open(at: locations).health.isOlderThanRemembered)
  }
}

extension FieldChange {
  fileprivate static func name(_ name: String) -> FieldChange {
    FieldChange(
      field: CardField.name.rawValue, mergeClass: .register, operation: .set,
      value: Array(name.utf8))
  }
}
