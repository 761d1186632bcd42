import Cards
import Foundation
import Sealing
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Cards of other vaults that were later changed there, and other people's forgeries of them.
@Suite struct ChangedForeignCardTests {
  private let (mine, theirs): (VaultFolder, VaultFolder)
  private let gym = Card.sample("Gym", id: 1).with { $0.tags = ["town"] }

  init() throws {
    (mine, theirs) = (try VaultFolder(), try VaultFolder())
  }

  /// Exports a vault's cards for others.
  private func export(_ vault: Vault, _ chosen: [CardID]? = nil) async throws -> FilePath {
    let path = theirs.path.appending("bundle-\(UUID())")
    let passphrase = try Passphrase("w")
    _ = try await vault.export(chosen, to: path, passphrase: passphrase, cost: .least)
    return path
  }

  private func merge(_ path: FilePath, _ vault: Vault) async throws -> MergeOutcome {
    try await vault.merge(try BundleFile(at: path), keyProvider: typing("w"))
  }

  @Test func `a corrected card is a draft next to the older one, which stays as it is`()
    async throws
  {
    let vault = try Vault.create(at: theirs.locations())
    try await vault.save([gym])
    let first = try await export(vault)
    try await vault.save([
      gym.with { $0.note = "members' number 7" }, .sample("Zoo", number: "5012345678900"),
    ])
    let second = try await export(vault)

    let own = try Vault.create(at: mine.locations())
    #expect(try await merge(first, own).duplicateCount == 0)
    let older = try #require(await own.cards.first)
    try await own.save([older.with { $0.review = .accepted }])
    let outcome = try await merge(second, own)
    #expect(outcome.draftCount == 2 && outcome.duplicateCount == 1 && outcome.conflictCount == 0)
    let kept = try #require(await own.card(older.id))
    #expect(kept.note == "" && !kept.isDraft)
    let corrected = try #require(await own.cards.first { $0.note == "members' number 7" })
    #expect(corrected.isDraft && corrected.id != older.id)
    #expect(await own.duplicates.map { Set($0.cards.map(\.id)) } == [[older.id, corrected.id]])
    for path in [first, second] { #expect(try await merge(path, own) == MergeOutcome()) }
    // Once joined, they are recognised by either.
    _ = try await own.join(corrected.id, into: kept.joined(with: corrected))
    for path in [first, second] { #expect(try await merge(path, own) == MergeOutcome()) }
  }

  @Test func `a forged card with the same source and id does not displace the genuine one`()
    async throws
  {
    let vault = try Vault.create(at: theirs.locations())
    // For the recipient, forged and genuine differ only in what they show.
    try await vault.save([gym.with { $0.name = "Forged" }])
    let forged = try await export(vault)
    try await vault.save([gym])
    let genuine = try await export(vault)
    let own = try Vault.create(at: mine.locations())
    for path in [forged, genuine, forged, genuine] { _ = try await merge(path, own) }
    #expect(await own.cards.map(\.name) == ["Forged", "Gym"])
  }

  @Test func `changes that bundles do not carry make no second card`() async throws {
    let vault = try Vault.create(at: theirs.locations())
    let card = gym.with { $0.review = .doubtfulDraft }
    try await vault.save([card])
    _ = try await vault.putPicture(Array("front".utf8), on: card.id)
    let first = try await export(vault)
    let stored = try #require(await vault.card(card.id))
    try await vault.save([
      stored.with {
        $0.review = .accepted
        $0.isFavourite = true
        $0.isArchived = true
        $0.lastUsed = Timestamp(milliseconds: 5)
        $0.usedAt = Timestamp(milliseconds: 5)
        $0.origin = "photo"
      }, .sample("Zoo", number: "5012345678900"),
    ])
    let own = try Vault.create(at: mine.locations())
    #expect(try await merge(first, own).draftCount == 1)
    #expect(try await merge(try await export(vault), own).draftCount == 1)
    // By that vault's key, too.
    for (name, bytes) in try theirs.files() where name.hasPrefix("keys/") {
      _ = FileManager.default.createFile(
        atPath: mine.path.appending(name).string, contents: Data(bytes),
        attributes: [.posixPermissions: 0o600])
    }
    let whole = theirs.path.appending("whole")
    _ = try await vault.export(to: whole)
    #expect(try await merge(whole, own) == MergeOutcome())
    // Another photo is a real difference.
    _ = try await vault.putPicture(Array("back".utf8), on: card.id)
    #expect(try await merge(try await export(vault), own).draftCount == 1)
    #expect(try await merge(try await export(vault), own) == MergeOutcome())
  }

  @Test func `two devices that merge one bundle have the same cards`() async throws {
    let vault = try Vault.create(at: theirs.locations())
    try await vault.save([gym, .sample("Zoo", number: "5012345678900")])
    let path = try await export(vault)
    let own = try Vault.create(at: mine.locations())
    let other = try mine.vaultElsewhere()
    #expect(try await merge(path, own).draftCount == 2)
    #expect(try await merge(path, other).draftCount == 2)
    let ids = await other.cards.map(\.id)
    #expect(await own.cards.map(\.id) == ids)
  }

  @Test func `a bundle that comes back changed adds drafts, and changes no own card`()
    async throws
  {
    let vault = try Vault.create(at: mine.locations())
    let zoo = Card.sample("Zoo", number: "5012345678900", id: 2)
    try await vault.save([gym, zoo])
    _ = try await vault.putPicture(Array("front".utf8), on: gym.id)
    let path = try await export(vault)
    #expect(try await merge(path, vault) == MergeOutcome())
    // A change there has the same effect as one here: both show something else.
    try await vault.save([gym.with { $0.note = "upstairs" }])
    try await vault.remove([zoo.id])
    let outcome = try await merge(path, vault)
    #expect(outcome.draftCount == 1 && outcome.duplicateCount == 1)
    #expect(await vault.cards.map(\.note).sorted() == ["", "upstairs"])
    #expect(await vault.card(gym.id)?.note == "upstairs")
    let again = try await merge(path, vault)
    #expect(again.fileCount == 0 && again.staysRemoved == [zoo.id])
    _ = try await vault.putPicture(Array("back".utf8), on: gym.id)
    let pictured = try await export(vault, [gym.id])
    #expect(try await merge(pictured, vault) == MergeOutcome())
  }

  @Test func `a removed card does not come back after a change of the key`() async throws {
    let vault = try Vault.create(at: mine.locations())
    try await vault.save([gym])
    let path = try await export(vault)
    try await vault.remove([gym.id])
    _ = try await vault.changeKey()
    let finished = try Vault.open(at: mine.locations())
    let outcome = try await merge(path, finished)
    #expect(outcome.fileCount == 0 && outcome.staysRemoved == [gym.id])
  }

  @Test func `many cards are merged in few saves`() async throws {
    let vault = try Vault.create(at: theirs.locations())
    try await vault.save((0..<2_500).map { .sample("Card \($0)") })
    let own = try Vault.create(at: mine.locations())
    let outcome = try await merge(try await export(vault), own)
    #expect(outcome.draftCount == 2_500 && outcome.fileCount == 1)
  }

  @Test func `photos whose names begin alike are distinguished quickly`() {
    // Names that a stranger may choose: comparing them one by one would take hours.
    let names = (0..<UInt64(200_000)).compactMap { number in
      let bytes = [UInt8](repeating: 0, count: 24) + number.bigEndianBytes
      return ContentHash(bytes.span)
    }
    #expect(Set(names).count == 200_000)
  }
}
