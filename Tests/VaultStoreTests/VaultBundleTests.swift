import Cards
import CommandLineSupport
import Foundation
import Sealing
import SwiftProtobuf
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

@Suite struct VaultBundleTests {
  private let folder: VaultFolder

  init() throws {
    folder = try VaultFolder()
  }

  private func bundle(_ bytes: [UInt8]) throws -> FilePath {
    let path = folder.path.appending("bundle-\(UUID())")
    try Data(bytes).write(to: URL(filePath: path.string))
    return path
  }

  private func exported(_ vault: Vault, _ cards: [CardID]? = nil) async throws -> [UInt8] {
    let path = folder.path.appending("bundle-\(UUID())")
    _ = try await vault.export(cards, to: path)
    return Array(try Data(contentsOf: URL(filePath: path.string)))
  }

  @Test func `any altered byte or length of a bundle is damage, and nothing is written`()
    async throws
  {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([.sample("Gym", id: 1)])
    let bundle = try await exported(vault)
    let files = try folder.files().filter { $0.key.hasPrefix("vault/") }
    for offset in offsetsToAlter(bundle.count, head: EnvelopeHeader.byteCount) {
      var altered = bundle
      altered[offset] ^= 1
      let problem = await problem(merging: try self.bundle(altered), into: vault)
      // The magic bytes, the key's name, everything else.
      let expected: BundleProblem =
        offset < 7 ? .notABundle : (16..<32).contains(offset) ? .ofAnotherVault : .damaged
      #expect(problem == .bundle(expected), "byte \(offset)")
    }
    for length in offsetsToAlter(bundle.count, head: EnvelopeHeader.byteCount) {
      let problem = await problem(
        merging: try self.bundle(Array(bundle[..<length])), into: vault)
      #expect(problem == .bundle(length < 7 ? .notABundle : .damaged), "length \(length)")
    }
    #expect(try folder.files().filter { $0.key.hasPrefix("vault/") } == files)
    #expect(try await vault.merge(at: try self.bundle(bundle)) == MergeOutcome())
  }

  @Test func `other files of the vault are not bundles`() async throws {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([.sample("Gym", id: 1)])
    for name in try folder.files().keys where name.hasPrefix("vault/") {
      let problem = await problem(merging: folder.path.appending(name), into: vault)
      #expect(problem == .bundle(.notABundle), "\(name)")
    }
  }

  @Test func `a bundle has removed cards, also after a change of the key`() async throws {
    let vault = try Vault.create(at: folder.locations())
    let card = Card.sample("Gym", id: 1)
    try await vault.save([card])
    try await vault.remove([card.id])
    let bundle = try self.bundle(try await exported(vault))
    let before = try await vault.contents(of: bundle)
    #expect(before.segments.count == 2)
    _ = try await vault.changeKey()
    let finished = try Vault.open(at: folder.locations())
    let later = try self.bundle(try await exported(finished))
    #expect(
      Set(try await finished.contents(of: later).segments.map(\.identity))
        == Set(before.segments.map(\.identity)))
    // An earlier bundle still opens; its contents are known, so nothing comes back.
    #expect(try await finished.merge(at: bundle) == MergeOutcome())
  }

  @Test func `saves in a bundle under another key of the vault are merged only if wanted`()
    async throws
  {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([.sample("Gym", id: 1)])
    let thief = folder.locations("second")
    let late = try Vault.open(at: thief)
    let here = try folder.files()
    try await late.save([.sample("Late", id: 2), .sample("Later", id: 3)])
    _ = try await late.putPicture([2], on: #require(late.cards.first { $0.name == "Late" }).id)
    try await late.save([.sample("Left out", id: 4)])
    let path = folder.path.appending("late")
    _ = try await late.export(to: path)
    try folder.become(here.merging(["late": try folder.read("late")]) { $1 })
    try await Vault.open(at: folder.locations()).changeKey()
    let changed = try Vault.open(at: folder.locations())
    let refusal = await failure { () async throws(VaultError) in try await changed.merge(at: path) }
    guard case .retiredSaves(let saves) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(saves.count == 3)
    #expect(try await changed.summary(of: path).origin == .thisVault)
    let none = try await changed.merge(try BundleFile(at: path), takingIn: [])
    #expect(none == MergeOutcome())
    let wanted = saves.filter { $0.cards.first?.bytes.first != 4 }
    let outcome = try await changed.merge(
      try BundleFile(at: path), takingIn: Set(wanted.map(\.id)))
    #expect(outcome.addedCount == 2)
    let merged = try Vault.open(at: folder.locations())
    #expect(await merged.cards.map(\.name) == ["Gym", "Late", "Later"])
    let pictured = try #require(await merged.cards.first { $0.name == "Late" })
    #expect(try await merged.pictures(of: pictured.id).count == 1)
    #expect(await merged.health.isGood)
  }

  @Test func `a bundle of chosen cards has whole segments, their photos, and no others`()
    async throws
  {
    let vault = try Vault.create(at: folder.locations())
    let cards = (1...3).map { Card.sample("Card \($0)", id: UInt8($0)) }
    try await vault.save(cards)
    try await vault.save([cards[2].with { $0.note = "other" }])
    let photo = try await vault.putPicture(Array("one".utf8), on: cards[0].id)
    _ = try await vault.putPicture(Array("two".utf8), on: cards[1].id)
    let path = folder.path.appending("chosen")
    let summary = try await vault.export([cards[0].id], to: path)
    #expect(summary.cardCount == 1 && summary.segmentCount == 2 && summary.photoCount == 1)
    let checked = try await vault.summary(of: path)
    #expect(checked == summary)
    var opened = try await vault.contents(of: path)
    #expect(opened.photos == [photo])
    #expect(opened.chosen == [cards[0].id])
    opened.segments.sort { $0.sequence < $1.sequence }
    #expect(opened.segments.map(\.sequence) == [1, 3])
  }

  @Test func `a bundle and its key restore the vault, including photos`() async throws {
    let vault = try Vault.create(at: folder.locations())
    let cards = (1...3).map { Card.sample("Card \($0)", id: UInt8($0)) }
    try await vault.save(cards)
    _ = try await vault.putPicture(Array("one".utf8), on: cards[0].id)
    try await vault.remove([cards[1].id])
    _ = try await vault.changeKey()
    let rotated = try Vault.open(at: folder.locations())
    let path = folder.path.appending("all")
    _ = try await rotated.export(to: path)

    var elsewhere = folder.locations("second")
    elsewhere.vault = folder.path.appending("again")
    try Vault.restore(from: try BundleFile(at: path), at: elsewhere)
    // Stopped here, it is a vault without cards, and restoring continues.
    let again = try Vault.open(at: elsewhere)
    #expect(await again.cards.isEmpty)
    let outcome = try await again.merge(at: path)
    #expect(outcome.addedCount == 2)
    #expect(await again.cards == rotated.cards)
    #expect(await again.removedCards.map(\.id) == rotated.removedCards.map(\.id))
    #expect(again.fingerprint == rotated.fingerprint)
    let verified = try await Vault.open(at: elsewhere).verify()
    #expect(verified.damaged.isEmpty && verified.foreign.isEmpty && verified.pending.isEmpty)
    #expect(try await again.photoIdentities() == rotated.photoIdentities())
    #expect(try await again.merge(at: path) == MergeOutcome())
  }

  @Test func `cards removed here are named even if the bundle brings something new`()
    async throws
  {
    let vault = try Vault.create(at: folder.locations())
    let (gym, zoo) = (Card.sample("Gym", id: 1), Card.sample("Zoo", id: 2))
    try await vault.save([gym, zoo])
    var elsewhere = folder.locations("second")
    elsewhere.vault = folder.path.appending("again")
    let first = try bundle(try await exported(vault))
    try Vault.restore(from: try BundleFile(at: first), at: elsewhere)
    let other = try Vault.open(at: elsewhere)
    _ = try await other.merge(at: first)
    try await other.save([.sample("Library", id: 3)])
    try await vault.remove([gym.id, zoo.id])
    let second = try bundle(try await exported(other))
    let outcome = try await vault.merge(at: second)
    #expect(outcome.addedCount == 1 && outcome.staysRemoved == [gym.id, zoo.id])
    // A later change there brings a card back, so it does not stay removed.
    let kept = try #require(await other.card(zoo.id))
    try await other.save([kept.with { $0.note = "upstairs" }])
    let third = try bundle(try await exported(other))
    let again = try await vault.merge(at: third)
    #expect(again.fileCount == 1 && again.staysRemoved == [gym.id])
    #expect(await vault.cards.map(\.name) == ["Library", "Zoo"])
  }

  @Test func `no vault is made without the key, from damage, or where something is`() async throws {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([.sample("Gym", id: 1)])
    let bytes = try await exported(vault)
    var elsewhere = folder.locations("second")
    elsewhere.vault = folder.path.appending("again")
    var keyless = elsewhere
    keyless.keyDirectory = folder.path.appending("no-keys")
    for (bytes, locations, expected) in [
      (bytes, keyless, BundleProblem.ofAnotherVault),
      (Array(bytes.dropLast()), elsewhere, .damaged),
    ] {
      let path = try bundle(bytes)
      let problem = await failure { () async throws(VaultError) in
        try Vault.restore(from: try BundleFile(at: path), at: locations)
      }
      #expect(problem == .bundle(expected))
      #expect(!FileManager.default.fileExists(atPath: elsewhere.vault.string))
    }
    let path = try bundle(bytes)
    let exists = await failure { () async throws(VaultError) in
      try Vault.restore(from: try BundleFile(at: path), at: folder.locations())
    }
    #expect(exists == .vaultExists(folder.locations().vault))
  }

  @Test(arguments: [1_000, 65_527, 65_528, 65_529, 300_000])
  func `the streamed file equals the one sealed as a whole`(byteCount: Int) async throws {
    let root = try RootKey.generate()
    let payload = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let path = folder.path.appending("stream-\(byteCount)")
    var numbers = SystemRandomNumberGenerator()
    var file = try UnnamedFile(path.lastComponent?.string ?? "", in: folder.path.string)
    var writer = try EnvelopeWriter(
      try root.envelopeKey(.bundle), payloadByteCount: byteCount, to: file.descriptor,
      using: &numbers)
    for start in stride(from: 0, to: byteCount, by: 999) {
      try writer.write(payload[start..<min(start + 999, byteCount)].span)
    }
    try writer.finish()
    try file.place()
    let bytes = Array(try Data(contentsOf: URL(filePath: path.string)))
    #expect(bytes.count == EnvelopeWriter.fileByteCount(payloadByteCount: byteCount))
    #expect(try root.envelopeKey(.bundle).open(bytes.span) == payload[...])
    var reader = try EnvelopeReader(
      try EnvelopeFile(path.string), try root.envelopeKey(.bundle))
    for _ in 0..<2 {
      var read = [try reader.byte()]
      while reader.payloadLeft > 0 { read += try reader.bytes(min(1_234, reader.payloadLeft)) }
      try reader.finish()
      #expect(read == payload)
      reader.rewind()
    }
  }

  private func problem(merging path: FilePath, into vault: Vault) async -> VaultError? {
    await failure { () async throws(VaultError) in try await vault.merge(at: path) }
  }
}

/// The offsets of bytes that tests alter in a file: in a long run all, otherwise all before its chunks, every 16th in these,
/// and the last one.
func offsetsToAlter(_ byteCount: Int, head: Int) -> [Int] {
  if LongRun.isOn { return Array(0..<byteCount) }
  let chunks = stride(from: head, to: byteCount, by: 16)
  return Array(0..<head) + Array(chunks) + [byteCount - 1]
}

extension Vault {
  nonisolated func merge(at path: FilePath) async throws(VaultError) -> MergeOutcome {
    try await merge(try BundleFile(at: path))
  }

  nonisolated func summary(of path: FilePath) async throws(VaultError) -> BundleSummary {
    try await summary(of: try BundleFile(at: path))
  }

  /// The contents of a bundle of this vault.
  func contents(of path: FilePath) throws(VaultError) -> OpenedBundle.Contents {
    var opened = try OpenedBundle(try BundleFile(at: path), by: keys.current, .thisVault)
    return try opened.check()
  }

  /// Puts a made-up picture into the vault and on a card.
  func putPicture(_ words: [UInt8], on card: CardID) throws(VaultError) -> ContentHash {
    let folder = try Self.openFolder(locations.vault)
    let photo = Cardvault_Vault_Photo.with {
      $0.mediaType = "image/jpeg"
      $0.content = Data([0xFF, 0xD8, 0xFF] + words)
    }
    var outcome = MergeOutcome()
    let hash = try put(photo, in: folder, &outcome)
    let change = PhotoReferences.addition(of: hash, side: 1)
    try write([CardEdit(card: card, kind: .edit, changes: [change])], at: now())
    return hash
  }

  func photoIdentities() throws(VaultError) -> Set<ContentHash> {
    Set(try judgedAnew().payloads.keys)
  }

  /// The contents of a card's photos.
  func pictures(of card: CardID) throws -> [[UInt8]] {
    let folder = try Self.openFolder(locations.vault)
    let stored = try judgedAnew().payloads
    return try PhotoReferences(fields(of: card)).list.map { reference in
      let photo = try #require(stored[reference.identity])
      let message = try payload(reference.identity, photo, in: folder)
      return Array(try Cardvault_Vault_Photo(serializedBytes: message).content)
    }
  }
}
