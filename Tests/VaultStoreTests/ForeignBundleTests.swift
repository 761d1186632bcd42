import Cards
import Foundation
import Sealing
import SwiftProtobuf
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Cards from other vaults.
@Suite struct ForeignBundleTests {
  private let (mine, theirs): (VaultFolder, VaultFolder)

  init() throws {
    (mine, theirs) = (try VaultFolder(), try VaultFolder())
  }

  private func bytes(_ path: FilePath) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path.string)))
  }

  private func bundle(_ bytes: [UInt8]) throws -> FilePath {
    let path = theirs.path.appending("bundle-\(UUID())")
    try Data(bytes).write(to: URL(filePath: path.string))
    return path
  }

  private func merge(_ path: FilePath, _ vault: Vault, _ words: String) async throws -> MergeOutcome
  {
    try await vault.merge(try BundleFile(at: path), keyProvider: typing(words))
  }

  @Test func `the drafts of one bundle on two devices undo no review`() async throws {
    let path = theirs.path.appending("for-you")
    let vault = try Vault.create(at: theirs.locations())
    try await vault.save([.sample("Gym", id: 1)])
    _ = try await vault.export(to: path, passphrase: try Passphrase("words"), cost: .least)
    _ = try Vault.create(at: mine.locations())
    let second = try Vault.open(
      at: mine.locations("second"), now: { Timestamp(milliseconds: 9_999_999_999_999) })
    let first = try Vault.open(at: mine.locations())
    _ = try await merge(path, first, "words")
    let draft = try #require(await first.cards.first)
    try await first.save([draft.with { ($0.name, $0.review) = ("Mine", .accepted) }])
    #expect(try await merge(path, second, "words").addedCount == 1)
    let card = try await Vault.open(at: mine.locations()).cards.first
    #expect(card?.name == "Mine" && card?.review == .accepted)
  }

  @Test func `someone else's cards become drafts once, no matter what happens to these`()
    async throws
  {
    let vault = try Vault.create(at: theirs.locations())
    let shared = Card.sample("Gym", id: 1).with {
      $0.tags = ["town"]
      $0.note = "upstairs"
      $0.isFavourite = true
      $0.lastUsed = Timestamp(milliseconds: 5)
      $0.origin = "photo"
    }
    try await vault.save([shared, .sample("Secret", id: 2), .sample("Gone", id: 3)])
    try await vault.remove([CardID([UInt8](repeating: 3, count: 16))].compactMap { $0 })
    _ = try await vault.putPicture(Array("front".utf8), on: shared.id)
    let path = theirs.path.appending("for-you")
    let summary = try await vault.export(
      [shared.id], to: path, passphrase: try Passphrase("words"), cost: .least)
    #expect(summary.cardCount == 1 && summary.photoCount == 1 && summary.origin == .passphrase)
    #expect(try theirs.mode("for-you") == 0o600)

    let own = try Vault.create(at: mine.locations())
    let outcome = try await merge(path, own, "words")
    #expect(outcome.addedCount == 1 && outcome.draftCount == 1 && outcome.leftOutCount == 0)
    let card = try #require(await own.cards.first)
    #expect(await own.cards.count == 1)
    #expect(card.id != shared.id && card.isDraft)
    #expect(card.name == "Gym" && card.tags == ["town"] && card.note == "upstairs")
    #expect(card.codes == shared.codes && card.origin == "bundle")
    #expect(!card.isFavourite && card.lastUsed == nil)
    #expect(
      try await own.pictures(of: card.id) == [[0xFF, 0xD8, 0xFF] + Array("front".utf8)])
    #expect(try await merge(path, own, "words") == MergeOutcome())
    try await own.save([card.with { $0.name = "Mine now" }])
    #expect(try await merge(path, own, "words") == MergeOutcome())
    #expect(await own.card(card.id)?.name == "Mine now")
    try await own.remove([card.id])
    let again = try Vault.open(at: mine.locations())
    let kept = try await merge(path, again, "words")
    #expect(kept.fileCount == 0 && kept.staysRemoved == [card.id])
    #expect(await again.cards.isEmpty)
    // Cards shared later arrive as well, and the same card from another export is the same.
    let all = theirs.path.appending("all-for-you")
    _ = try await vault.export(to: all, passphrase: try Passphrase("words"), cost: .least)
    #expect(try await merge(all, again, "words").addedCount == 1)
    #expect(await again.cards.map(\.name) == ["Secret"])
  }

  @Test func `a bundle for someone else reveals nothing of the vault`() async throws {
    let vault = try Vault.create(at: theirs.locations())
    let card = Card.sample("Old name", id: 1)
    try await vault.save([card, .sample("Other card", id: 2)])
    try await vault.save([card.with { $0.name = "New name" }])
    _ = try await vault.putPicture(Array("front".utf8), on: card.id)
    let path = theirs.path.appending("for-you")
    _ = try await vault.export(
      [card.id], to: path, passphrase: try Passphrase("w"), cost: .least)
    let file = try BundleFile(at: path)
    let wrapped = file.wrappedKey
    let root = try typing("w")(#require(wrapped))
    let envelope = Array(try bytes(path).dropFirst(225))
    let payload = try root.envelopeKey(.bundle).open(envelope.span)
    let contents = Data(payload)
    let headers = try theirs.files().filter { $0.key.hasSuffix(".vault") }.map(\.value)
    let photos = try theirs.files().keys.compactMap { name in
      name.hasSuffix(".photo") ? ContentHash(hexadecimal: name.dropLast(6).suffix(64)) : nil
    }
    #expect(headers.count == 1 && photos.count == 1)
    let device = await vault.memory.state.device
    var telling: [[UInt8]] = [vault.keyID.bytes, Array("Old name".utf8), Array("Other card".utf8)]
    telling.append((0..<8).map { UInt8(truncatingIfNeeded: device >> (8 * UInt64($0))) })
    telling.append(await vault.rootBytes())
    telling += photos.map(\.bytes) + headers
    for bytes in telling { #expect(contents.range(of: Data(bytes)) == nil) }
    #expect(contents.range(of: Data("New name".utf8)) != nil)
  }

  @Test
  func `an altered or cut bundle for someone else is damaged; a wrong passphrase is reported`()
    async throws
  {
    let vault = try Vault.create(at: theirs.locations())
    try await vault.save([.sample("Gym", id: 1)])
    let path = theirs.path.appending("for-you")
    _ = try await vault.export(to: path, passphrase: try Passphrase("w"), cost: .least)
    let whole = try bytes(path)
    let own = try Vault.create(at: mine.locations())
    let files = try mine.files().count
    let wrong = await failure { () async throws(VaultError) in
      try await own.merge(try BundleFile(at: path), keyProvider: typing("W"))
    }
    #expect(wrong == .bundle(.wrongPassphrase))
    // Derived once: each guess takes time.
    let wrapped = try BundleFile(at: path).wrappedKey
    let key = try #require(wrapped)
    let root = try typing("w")(key)
    let opened = KeyHolder(root)
    let known: @Sendable (WrappedKey) throws(VaultError) -> sending RootKey = {
      (asked) throws(VaultError) in
      guard asked == key else { throw .wrongPassphrase }
      return try opened.copy()
    }
    func problem(_ bytes: [UInt8]) async throws -> VaultError? {
      let path = try bundle(bytes)
      return await failure { () async throws(VaultError) in
        try await own.merge(try BundleFile(at: path), keyProvider: known)
      }
    }
    // The line of the wrapped key, and the header.
    let head = 231 + EnvelopeHeader.byteCount
    for offset in offsetsToAlter(whole.count, head: head) {
      var altered = whole
      altered[offset] ^= 1
      #expect(
        try await problem(altered) == .bundle(offset < 22 ? .notABundle : .damaged),
        "byte \(offset)")
    }
    for length in offsetsToAlter(whole.count, head: head) {
      let problem = try await problem(Array(whole[..<length]))
      #expect(problem == .bundle(length < 22 ? .notABundle : .damaged), "length \(length)")
    }
    #expect(try mine.files().count == files)
    #expect(try await own.merge(try BundleFile(at: path), keyProvider: known).addedCount == 1)
  }

  @Test func `a bundle that comes back adds only what is new here`() async throws {
    let vault = try Vault.create(at: mine.locations())
    try await vault.save([.sample("Gym", id: 1), .sample("Zoo", id: 2)])
    let path = mine.path.appending("for-you")
    _ = try await vault.export(to: path, passphrase: try Passphrase("w"), cost: .least)
    #expect(try await merge(path, vault, "w") == MergeOutcome())
    // The same vault elsewhere, without these cards.
    let other = try mine.vaultElsewhere()
    #expect(try await merge(path, other, "w").draftCount == 2)
  }

  @Test func `another vault's bundle opens with its key, even after rotation, as the same cards`()
    async throws
  {
    let vault = try Vault.create(at: theirs.locations())
    let card = Card.sample("Gym", id: 1)
    try await vault.save([card, .sample("Zoo", id: 2)])
    let shared = theirs.path.appending("for-you")
    _ = try await vault.export([card.id], to: shared, passphrase: try Passphrase("w"), cost: .least)
    _ = try await vault.changeKey()
    let rotated = try Vault.open(at: theirs.locations())
    let path = theirs.path.appending("all")
    _ = try await rotated.export(to: path)
    let own = try Vault.create(at: mine.locations())
    let keyless = await failure { () async throws(VaultError) in
      try await own.merge(try BundleFile(at: path))
    }
    #expect(keyless == .bundle(.ofAnotherVault))
    for (name, bytes) in try theirs.files() where name.hasPrefix("keys/") {
      try bytes.write(to: mine.path.appending(name))
    }
    #expect(try await own.summary(of: path).origin == .anotherVault)
    #expect(try await own.merge(try BundleFile(at: path)).draftCount == 2)
    #expect(try await merge(shared, own, "w") == MergeOutcome())
  }

  @Test func `invalid fields are left out, doubtful codes become drafts to check`()
    async throws
  {
    let good = Card.sample("Good", id: 1)
    let key = "cardvault-key1" + String(repeating: "q", count: 66)
    let bad: [(inout Card) -> Void] = [
      { $0.name = String(repeating: "x", count: 801) },
      { $0.note = "see \(key)" },
      { $0.tags = (0..<33).map { "tag \($0)" } },
      { $0.balance = Balance(thousandths: 1, currency: "euro") },
      { $0.codes = [Barcode(symbology: .qrCode, bytes: [], text: "")] },
      {
        $0.codes = [
          Barcode(symbology: .qrCode, bytes: [UInt8](repeating: 1, count: 8_193), text: "")
        ]
      },
      { $0.codes[0].traits.errorCorrection = String(repeating: "L", count: 33) },
      { $0.codes = (0..<65).map { Barcode(symbology: .code128, bytes: [$0], text: "") } },
    ]
    var cards = [good]
    for (index, change) in bad.enumerated() {
      var card = Card.sample("Bad", id: UInt8(index + 10))
      change(&card)
      cards.append(card)
    }
    cards.append(.sample("Wrong check digit", number: "5901234123450", id: 90))
    cards.append(.sample("Letters", number: "590123412345x", id: 91))
    let vault = try Vault.create(at: theirs.locations())
    try await vault.save(cards)
    let path = theirs.path.appending("for-you")
    _ = try await vault.export(to: path, passphrase: try Passphrase("w"), cost: .least)
    let own = try Vault.create(at: mine.locations())
    let outcome = try await merge(path, own, "w")
    #expect(outcome.leftOutCount == bad.count && outcome.addedCount == 3)
    let states = Dictionary(
      uniqueKeysWithValues: await own.cards.map { ($0.name, $0.review) })
    #expect(
      states == ["Good": .draft, "Wrong check digit": .doubtfulDraft, "Letters": .doubtfulDraft])
  }

  @Test func `a card with an invalid add-on is rejected`() throws {
    // This program never writes one, so the test plays a stranger's program.
    let revisions = ["05", "\u{1B}[2J"].enumerated().map { index, addOn in
      let card = Card.sample("Card", id: UInt8(index + 1)).with { $0.codes[0].traits.addOn = addOn }
      let changes = CardChanges(from: MergedFields(merging: []), to: card)
      return SegmentRevision(card: card.id, kind: .edit, changes: changes.list)
    }
    let payload = Segment.payload(
      device: 1, sequence: 1, previous: nil, seen: [], clock: HybridClock(1),
      wall: Timestamp(milliseconds: 1), revisions: revisions, undoes: nil)
    let segment = try Segment(payload: payload[...])
    let cards = ForeignCards(OpenedBundle.Contents(segments: [segment]))
    #expect(cards.found.map(\.card.codes[0].traits.addOn) == ["05"] && cards.leftOutCount == 1)
  }
}

extension [UInt8] {
  fileprivate func write(to path: FilePath) throws {
    _ = FileManager.default.createFile(
      atPath: path.string, contents: Data(self), attributes: [.posixPermissions: 0o600])
  }
}

/// A root key that several calls open.
final class KeyHolder: Sendable {
  private let bytes: [UInt8]

  init(_ root: borrowing RootKey) {
    bytes = root.withBytes { root in root.indices.map { root[$0] } }
  }

  func copy() throws(VaultError) -> RootKey {
    do throws(SealingError) {
      let secret = try SecretBytes(byteCount: bytes.count)
      secret.withMutableBytes { for index in bytes.indices { $0[index] = bytes[index] } }
      return RootKey(secret)
    } catch {
      throw .noGuardedMemory
    }
  }
}
