import Cards
import Foundation
import Sealing
import SwiftProtobuf
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Files that come back under a finished key: genuine ones count, made-up ones do not.
@Suite struct FinishedKeyTests {
  private let folder: VaultFolder
  private let card = Card.sample("Gym", id: 1)
  private var locations: VaultLocations { folder.locations() }

  init() throws {
    folder = try VaultFolder()
  }

  /// A vault, and this device's last save, which was removed before the key was changed.
  private func lastSaveTaken() async throws -> (path: String, bytes: [UInt8], payload: [UInt8]) {
    try await Vault.create(at: locations).save([card])
    let before = try Set(folder.segmentNames())
    try await Vault.open(at: locations).save([card.with { $0.name = "Genuine" }])
    let name = try #require(try folder.segmentNames().first { !before.contains($0) })
    let path = "vault/segments/\(name)"
    let bytes = try folder.read(path)
    try FileManager.default.removeItem(atPath: folder.segments.appending(name).string)
    return (path, bytes, try await Vault.open(at: locations).openForTests(bytes))
  }

  private func restore(_ bytes: [UInt8], to path: String) throws {
    let place = folder.path.pushing(FilePath(path)).removingLastComponent().string
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try folder.write(bytes, to: path)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.path.pushing(FilePath(path)).string)
  }

  /// Plants a pack under one of the vault's keys.
  private func plant(_ payload: [UInt8], under id: KeyID) async throws {
    let pack = Pack(
      device: 77, created: Timestamp(milliseconds: 0),
      entries: [Pack.Entry(payload: payload[...])], replaces: [])
    let file = try await Vault.open(at: locations).sealForTests(pack.payload, as: .pack, under: id)
    try restore(file, to: "vault/packs/\(ContentHash(of: file.span)).pack")
  }

  private func names() async throws -> [String] {
    try await Vault.open(at: locations).cards.map(\.name)
  }

  @Test func `a resealed save vouches for the genuine one before it`() async throws {
    let save = try await lastSaveTaken()
    try await Vault.open(at: locations).save([.sample("Zoo", id: 2)])
    _ = try await Vault.open(at: locations).rotate()
    _ = try await Vault.open(at: locations).finishRotation()
    #expect(try await names() == ["Gym", "Zoo"])
    try restore(save.bytes, to: save.path)
    #expect(try await names() == ["Genuine", "Zoo"])
    #expect(try await Vault.open(at: locations).finishingPlan().claimedSegments.isEmpty)
  }

  @Test func `a notice of another version under a finished key is late`() async throws {
    let vault = try Vault.create(at: locations)
    let notice = try await vault.newerForTests(as: .notice)
    _ = try await vault.rotate()
    _ = try await Vault.open(at: locations).finishRotation()
    let name = "notices/\(ContentHash(of: notice.span)).notice"
    try restore(notice, to: "vault/\(name)")
    let verified = try await Vault.open(at: locations).verify()
    #expect(verified.late == [name] && verified.newer.isEmpty)
  }

  @Test func `an accepted save loses its mark when the next save vouches for it`() async throws {
    let save = try await lastSaveTaken()
    let first = try Vault.open(at: locations).keyID
    // Another device's, as this one's own last save would be vouched for.
    let state = folder.path.appending("state-first")
    try FileManager.default.removeItem(atPath: state.string)
    _ = try await Vault.open(at: locations).rotate()
    try await plant(save.payload, under: first)
    let claims = try await Vault.open(at: locations).finishingPlan().claimedSegments
    #expect(claims.count == 1)
    _ = try await Vault.open(at: locations).finishRotation(takingIn: Set(claims.map(\.id)))
    #expect(try await Vault.open(at: locations).marks() == 1)
    #expect(try await names() == ["Genuine"])
    let taken = try Vault.open(at: locations)
    let next = try await taken.successorForTests(of: try #require(claims.first).id)
    try restore(
      try await taken.sealForTests(next, as: .segment), to: "vault/segments/next.segment")
    #expect(try await Vault.open(at: locations).marks() == 0)
  }

  @Test func `a save in a pack under a finished key counts when something vouches for it`()
    async throws
  {
    let save = try await lastSaveTaken()
    let first = try Vault.open(at: locations).keyID
    try await Vault.open(at: locations).save([.sample("Zoo", id: 2)])
    _ = try await Vault.open(at: locations).rotate()
    _ = try await Vault.open(at: locations).finishRotation()
    #expect(try await names() == ["Gym", "Zoo"])
    try await plant(save.payload, under: first)
    #expect(try await names() == ["Genuine", "Zoo"])
    #expect(try await Vault.open(at: locations).finishingPlan().claimedSegments.isEmpty)
    try await Vault.open(at: locations).save([.sample("Pool", id: 3)])
    let settled = try Vault.open(at: locations)
    #expect(await settled.vouchedForTests.isEmpty)
    #expect(await settled.health.isGood)
    #expect(try await names() == ["Genuine", "Pool", "Zoo"])
  }

  @Test func `a genuine save that cannot be read now is not considered resealed`() async throws {
    let save = try await lastSaveTaken()
    _ = try await Vault.open(at: locations).rotate()
    _ = try await Vault.open(at: locations).finishRotation()
    try restore(save.bytes, to: save.path)
    let vault = try Vault.open(at: locations)
    try FileManager.default.removeItem(atPath: folder.path.pushing(FilePath(save.path)).string)
    try await vault.save([.sample("Zoo", id: 2)])
    #expect(await vault.vouchedForTests == [ContentHash(of: save.payload.span)])
  }

  /// A vault whose key was changed, and a card with a photo that someone has since made with the old key.
  private func photoPlanted() async throws {
    try await Vault.create(at: locations).save([card])
    let thief = VaultLocations(
      vault: folder.path.appending("stolen"), keyDirectory: folder.path.appending("stolen-keys"),
      stateDirectory: folder.path.appending("state-thief"))
    for (from, to) in [("vault", thief.vault), ("keys", thief.keyDirectory)] {
      try FileManager.default.copyItem(
        atPath: folder.path.appending(from).string, toPath: to.string)
    }
    _ = try await Vault.open(at: locations).rotate()
    let planted = Card.sample("Planted", id: 9)
    try await Vault.open(at: thief).save([planted])
    _ = try await Vault.open(at: thief).putPicture([1, 2, 3], on: planted.id)
    for (name, bytes) in try folder.files() where name.hasPrefix("stolen/") {
      try restore(bytes, to: name.replacing("stolen/", with: "vault/"))
    }
  }

  private func photos() throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: locations.vault.appending("photos").string)
  }

  @Test func `photos of excluded saves stay, and are accepted with them later`() async throws {
    try await photoPlanted()
    _ = try await Vault.open(at: locations).finishRotation()
    #expect(try photos().count == 1)
    #expect(try await names() == ["Gym"])
    let vault = try Vault.open(at: locations)
    let claims = try await vault.finishingPlan().claimedSegments
    #expect(claims.count == 2)
    _ = try await vault.finishRotation(takingIn: Set(claims.map(\.id)))
    let taken = try Vault.open(at: locations)
    let planted = try #require(await taken.cards.first { $0.name == "Planted" })
    #expect(try await taken.pictures(of: planted.id) == [[0xFF, 0xD8, 0xFF, 1, 2, 3]])
    #expect(try photos().count == 1)
  }

  @Test(arguments: [false, true])
  func `if a save cannot be read, no photo is lost`(isTakenIn: Bool) async throws {
    try await Vault.create(at: locations).save([card])
    let old = try Vault.open(at: locations)
    _ = try await Vault.open(at: locations).rotate()
    try await old.putPhotoForTests()
    let newer = Cardvault_Vault_Segment.with {
      $0.device = 9
      $0.sequence = 1
      $0.revisions = [
        Data(
          Cardvault_Vault_Revision.with {
            $0.card = Data(card.id.bytes)
            $0.kind = 99
          }.bytes)
      ]
    }
    let identity = ContentHash(of: newer.bytes.span)
    let file = try await old.sealForTests(newer.bytes, as: .segment)
    try restore(file, to: "vault/segments/\(ContentHash(of: file.span)).segment")
    _ = try await Vault.open(at: locations).finishRotation(takingIn: isTakenIn ? [identity] : [])
    let epochs = try photos().map { try folder.read("vault/photos/\($0)")[12] }
    #expect(epochs == [isTakenIn ? 1 : 0])
  }

  @Test func `a photo under a finished key counts only if an unclaimed save refers to it`()
    async throws
  {
    try await photoPlanted()
    let claims = try await Vault.open(at: locations).finishingPlan().claimedSegments
    let name = try #require(try photos().first)
    let bytes = try folder.read("vault/photos/\(name)")
    try FileManager.default.removeItem(
      atPath: locations.vault.appending("photos/\(name)").string)
    _ = try await Vault.open(at: locations).finishRotation(takingIn: Set(claims.map(\.id)))
    try restore(bytes, to: "vault/photos/\(name)")
    #expect(try await Vault.open(at: locations).verify().late == ["photos/\(name)"])
  }

  @Test func `what cannot be read under a finished key is late, and stays`() async throws {
    let vault = try Vault.create(at: locations)
    try await vault.save([card])
    let kinds: [(EnvelopeKind, StoredKind)] = [
      (.segment, .segment), (.pack, .pack), (.photo, .photo),
    ]
    var files: [(path: String, bytes: [UInt8])] = []
    for (sealed, kind) in kinds {
      let file = try await vault.sealForTests([0xFF], as: sealed)
      files.append((StoredFile(kind, ContentHash(of: file.span)).path, file))
    }
    _ = try await vault.rotate()
    _ = try await Vault.open(at: locations).finishRotation()
    for (path, bytes) in files { try restore(bytes, to: "vault/\(path)") }
    try await Vault.open(at: locations).save([.sample("Zoo", id: 2)])
    let found = try await Vault.open(at: locations).verify()
    #expect(found.late == files.map(\.path).sorted())
  }

  @Test func `a damaged photo is called damaged after its key was finished, too`() async throws {
    let vault = try Vault.create(at: locations)
    let photo = try await vault.store(PhotoFile(Self.picture), showing: .front)
    try await vault.save([card.with { $0.photos = [photo] }])
    let path = "photos/\(try #require(try photos().first))"
    var bytes = try folder.read("vault/\(path)")
    bytes[bytes.count - 1] ^= 1
    try folder.write(bytes, to: "vault/\(path)")
    _ = try await Vault.open(at: locations).rotate()
    _ = try await Vault.open(at: locations).finishRotation()
    let found = try await Vault.open(at: locations).verify()
    #expect(found.late.isEmpty && found.damaged == [.init(path: path, loss: .unknown)])
    #expect(found.missingPhotos.map(\.identity.bytes) == [photo.identity])
  }

  @Test func `a photo that arrives late can be used, and finishing again seals it`() async throws {
    let vault = try Vault.create(at: locations)
    let photo = try await vault.store(PhotoFile(Self.picture), showing: .front)
    try await vault.save([card.with { $0.photos = [photo] }])
    let path = "photos/\(try #require(try photos().first))"
    let bytes = try folder.read("vault/\(path)")
    try FileManager.default.removeItem(atPath: locations.vault.appending(path).string)
    let plan = try await Vault.open(at: locations).rotationPlan()
    #expect(plan.missingPhotos.map(\.identity.bytes) == [photo.identity])
    _ = try await Vault.open(at: locations).rotate()
    _ = try await Vault.open(at: locations).finishRotation()
    try restore(bytes, to: "vault/\(path)")
    let found = try await Vault.open(at: locations).verify()
    #expect(found.outdated == [path] && found.late.isEmpty)
    #expect(found.missingPhotos.isEmpty && found.pendingPhotos.isEmpty)
    #expect(try await Vault.open(at: locations).outdatedPhotoCount() == 1)
    #expect(try await Vault.open(at: locations).file(of: photo) == PhotoFile(Self.picture))
    #expect(try await Vault.open(at: locations).rotationPlan().missingPhotos.isEmpty)
    _ = try await Vault.open(at: locations).finishRotation()
    let after = try await Vault.open(at: locations).verify()
    #expect(after.outdated.isEmpty && after.missingPhotos.isEmpty)
    #expect(try await Vault.open(at: locations).outdatedPhotoCount() == 0)
    #expect(try await Vault.open(at: locations).file(of: photo) == PhotoFile(Self.picture))
  }

  private static let picture = KeptPicture(
    bytes: [0xFF, 0xD8, 0xFF, 1, 2, 3, 0xFF, 0xD9])
}

extension Vault {
  /// The payload of a save's own file.
  fileprivate func openForTests(_ file: [UInt8]) throws -> [UInt8] {
    Array(try keys.current.open(file.span, as: .segment))
  }

  /// The payload of a save of the same device that follows another one.
  fileprivate func successorForTests(of identity: ContentHash) throws -> [UInt8] {
    let last = try #require(history.segments.first { $0.identity == identity })
    return Segment.payload(
      device: last.device, sequence: last.sequence + 1,
      previous: Segment.Previous(
        sequence: last.sequence, identity: identity, cards: TouchedCards([])),
      seen: history.seen, clock: history.clock.next(at: now()), wall: now(), revisions: [],
      undoes: nil)
  }

  /// How many saves are marked as accepted.
  fileprivate func marks() throws -> Int { try entriesForTests().count(where: \.isClaimed) }
}
