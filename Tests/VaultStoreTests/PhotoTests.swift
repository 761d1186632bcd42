import Cards
import Foundation
import Sealing
import SwiftProtobuf
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Photos that a person keeps with a card.
@Suite struct PhotoTests {
  private let folder: VaultFolder
  private let gym = Card.sample("Gym", id: 1)
  private let front = KeptPicture(
    bytes: [0xFF, 0xD8, 0xFF, 1, 2, 3, 0xFF, 0xD9])
  private let back = KeptPicture(bytes: [0xFF, 0xD8, 0xFF, 9, 0xFF, 0xD9])

  init() throws { folder = try VaultFolder() }

  /// A vault whose only card has a photo of its front.
  private func vault() async throws -> (Vault, CardPhoto) {
    let vault = try Vault.create(at: folder.locations())
    let photo = try await vault.store(PhotoFile(front), showing: .front)
    try await vault.save([gym.with { $0.photos = [photo] }])
    return (vault, photo)
  }

  @Test func `a stored photo is sealed, and opens as it was`() async throws {
    let (_, photo) = try await vault()
    let again = try Vault.open(at: folder.locations())
    #expect(await again.card(gym.id)?.photos == [photo])
    #expect(
      try await again.file(of: photo) == PhotoFile(front))
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.locations().vault.string)
    for file in files where file.hasSuffix(".photo") {
      let path = folder.locations().vault.appending(file)
      let sealed = try Data(contentsOf: URL(filePath: path.string))
      #expect(sealed.range(of: Data([1, 2, 3, 0xFF, 0xD9])) == nil)
    }
    #expect(await again.health.isGood)
  }

  @Test func `photos are added, removed and brought back like any other field`() async throws {
    let (vault, photo) = try await vault()
    let other = try await vault.store(PhotoFile(back), showing: .back)
    try await vault.save([gym.with { $0.photos = [photo, other] }])
    #expect(await vault.card(gym.id)?.photos == [photo, other])
    try await vault.save([gym])
    #expect(await vault.card(gym.id)?.photos == [])
    _ = try await vault.undo()
    #expect(await vault.card(gym.id)?.photos == [photo, other])
    _ = try await vault.undo()
    #expect(await vault.card(gym.id)?.photos == [photo])
    #expect(await vault.changes(of: gym.id).map { $0.card?.photos.count } == [1, 2, 0, 2, 1])
    #expect(try await vault.file(of: other)?.bytes == back.bytes)
  }

  @Test func `a joined card has the photos of both`() async throws {
    let (vault, photo) = try await vault()
    let other = try await vault.store(PhotoFile(back), showing: .back)
    let zoo = Card.sample("Zoo", id: 2).with { $0.photos = [other] }
    try await vault.save([zoo])
    let card = try #require(await vault.card(gym.id))
    _ = try await vault.join(zoo.id, into: card.joined(with: zoo))
    #expect(await vault.card(gym.id)?.photos == [photo, other])
  }

  @Test func `a photo reaches another device`() async throws {
    let devices = try Devices()
    let one = try Vault.create(at: devices.locations("a"))
    let photo = try await one.store(PhotoFile(front), showing: .front)
    try await one.save([gym.with { $0.photos = [photo] }])
    try await devices.sync("a")
    try await devices.sync("b")
    let two = try Vault.open(at: devices.locations("b"))
    #expect(await two.card(gym.id)?.photos == [photo])
    #expect(try await two.file(of: photo)?.bytes == front.bytes)
  }

  @Test func `a missing or damaged photo is nil, and the card opens`() async throws {
    let (_, photo) = try await vault()
    let photos = folder.locations().vault.appending("photos")
    let names = try FileManager.default.contentsOfDirectory(atPath: photos.string)
    let path = photos.appending(try #require(names.first))
    var bytes = try Data(contentsOf: URL(filePath: path.string))
    bytes[bytes.count - 1] ^= 1
    try bytes.write(to: URL(filePath: path.string))
    let again = try Vault.open(at: folder.locations())
    #expect(await again.card(gym.id)?.photos == [photo])
    #expect(try await again.file(of: photo) == nil)
    try FileManager.default.removeItem(atPath: path.string)
    #expect(try await Vault.open(at: folder.locations()).file(of: photo) == nil)
  }

  @Test func `a photo that this device stored and lost is missing, until it is forgotten`()
    async throws
  {
    let (vault, photo) = try await vault()
    try lose(folder.locations().vault)
    for vault in [vault, try Vault.open(at: folder.locations())] {
      let found = try await vault.verify()
      #expect(
        found.missingPhotos.map(\.identity.bytes) == [photo.identity] && found.pendingPhotos.isEmpty
      )
    }
    let again = try Vault.open(at: folder.locations())
    try await again.forgetMissing(try await again.verify())
    for vault in [again, try Vault.open(at: folder.locations())] {
      let found = try await vault.verify()
      #expect(
        found.missingPhotos.isEmpty && found.pendingPhotos.map(\.identity.bytes) == [photo.identity]
      )
    }
  }

  @Test func `a photo that came by sync, or that verify saw, is missing once it is lost`()
    async throws
  {
    let devices = try Devices()
    let one = try Vault.create(at: devices.locations("a"))
    let photo = try await one.store(PhotoFile(front), showing: .front)
    try await one.save([gym.with { $0.photos = [photo] }])
    // Sealed again, its file no longer has the name that the card refers to.
    _ = try await one.changeKey()
    try await devices.sync("a")
    try await devices.sync("b")
    let copy = devices.folder.path.appending("vault-c")
    try FileManager.default.copyItem(
      atPath: devices.locations("b").vault.string, toPath: copy.string)
    _ = try await devices.open("c").verify()
    for device in ["b", "c"] {
      try lose(devices.locations(device).vault)
      let found = try await devices.open(device).verify()
      #expect(found.missingPhotos.count == 1 && found.pendingPhotos.isEmpty, "\(device)")
    }
  }

  /// Removes the only photo's file from a vault's folder.
  private func lose(_ vault: FilePath) throws {
    let photos = vault.appending("photos")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: photos.string).first)
    try FileManager.default.removeItem(atPath: photos.appending(name).string)
  }

  @Test func `a side of a newer program is kept, and counts as another side`() throws {
    let identity = [UInt8](repeating: 7, count: 32)
    let element =
      try Cardvault_Vault_PhotoReference.with {
        $0.photo = Data(identity)
        $0.side = 9
      }.serializedBytes() as [UInt8]
    let change = FieldChange(field: 19, mergeClass: .set, operation: .add, value: element)
    let fields = MergedFields(merging: [
      Revision(
        card: gym.id, dot: Dot(device: 1, sequence: 1), seen: VersionVector([]),
        clock: HybridClock(1), wall: Timestamp(milliseconds: 0), kind: .edit, changes: [change])
    ])
    let card = Card(id: gym.id, fields: fields)
    #expect(card.photos == [CardPhoto(identity: identity, side: .other)])
    // Unchanged, it is not written again; removed, exactly its element goes.
    #expect(CardChanges(from: fields, to: card).list.isEmpty)
    let removal = CardChanges(from: fields, to: card.with { $0.photos = [] }).list
    #expect(removal.map(\.value) == [element] && removal.map(\.operation) == [.remove])
    #expect(CardPhoto(stored: [1, 2, 3]) == nil)
  }
}
