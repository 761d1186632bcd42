import Cards
import Sealing
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

@Suite struct VaultTests {
  private let folder: VaultFolder

  init() throws {
    folder = try VaultFolder()
  }

  @Test func `a new vault is empty and opens again with the same fingerprint`() async throws {
    #expect(!Vault.exists(at: folder.locations().vault))
    let made = try Vault.create(at: folder.locations())
    #expect(await made.cards.isEmpty)
    #expect(Vault.exists(at: folder.locations().vault))
    let opened = try Vault.open(at: folder.locations())
    #expect(opened.fingerprint == made.fingerprint)
    #expect(opened.locations.keyFile == made.locations.keyFile)
  }

  @Test func `cards are read back completely, by name`() async throws {
    let full = Card.sample("library", number: "4006381333931").with {
      $0.printedNumber = "40 0638"
      $0.tags = ["books", "town"]
      $0.note = "üñî\n2nd floor"
      $0.validFrom = CalendarDate("2024-02-29")
      $0.expires = CalendarDate("2031-12-31")
      $0.isOneTime = true
      $0.usedAt = Timestamp(milliseconds: -5)
      $0.balance = Balance(thousandths: -12_340, currency: "EUR")
      $0.isFavourite = true
      $0.isArchived = true
      $0.colour = 0x12ab00
      $0.kind = .library
      $0.review = .doubtfulDraft
      $0.origin = "photo"
      $0.lastUsed = Timestamp(milliseconds: 1_750_000_000_001)
      $0.codes.append(
        Barcode(
          symbology: .qrCode, bytes: [0, 255, 10], text: "?",
          traits: SymbolTraits(
            aimIdentifier: "]Q1", errorCorrection: "M", version: "3", mask: 7, eci: 26, gs1: true,
            readerInitialisation: true, addOn: "12345", columns: 4,
            part: .init(index: 2, count: 3, id: "77"))))
    }
    let now = Timestamp(milliseconds: 1_800_000_000_000)
    let vault = try Vault.create(at: folder.locations(), now: { now })
    try await vault.save([.sample("Zoo"), full])
    let expected = full.with { ($0.added, $0.changed) = (now, now) }
    #expect(await vault.cards.first == expected)
    let cards = try await Vault.open(at: folder.locations()).cards
    #expect(cards.map(\.name) == ["library", "Zoo"])
    #expect(cards.first == expected)
    #expect(try folder.segmentNames().count == 1)
  }

  @Test func `an invalid add-on is left out, and nothing else is lost`() async throws {
    let good = Card.sample("Gym", id: 1).with { $0.codes[0].traits.addOn = "05" }
    for addOn in ["\u{1B}[2J", "123", "1٢", ""] {
      let bad = good.with { $0.codes[0].traits.addOn = addOn }
      #expect(
        Barcode(stored: bad.codes[0].stored)
          == good.with { $0.codes[0].traits.addOn = nil }.codes[0])
    }
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([good.with { $0.codes[0].traits.addOn = "\u{1B}[2J" }])
    let card = try #require(try await Vault.open(at: folder.locations()).cards.first)
    #expect(card.name == "Gym" && card.codes.map(\.text) == good.codes.map(\.text))
    #expect(card.codes[0].traits.addOn == nil)
    let again = try Vault.open(at: folder.locations())
    try await again.save([card.with { $0.note = "other" }])
    #expect(await again.cards.first?.codes == card.codes)
    // It can be replaced, too.
    try await again.save([card.with { $0.codes = good.codes }])
    #expect(await again.cards.first?.codes == good.codes)
  }

  @Test func `every field can be changed and cleared`() async throws {
    let bare = Card.sample("Gym", id: 1)
    let full = bare.with {
      $0.tags = ["a", "b"]
      $0.note = "n"
      $0.expires = CalendarDate("2031-12-31")
      $0.usedAt = Timestamp(milliseconds: 9)
      $0.balance = Balance(thousandths: 1, currency: "")
      $0.colour = 1
      $0.kind = .other
      $0.review = .draft
      $0.lastUsed = Timestamp(milliseconds: 9)
      $0.codes = []
    }
    let vault = try Vault.create(at: folder.locations())
    for card in [bare, full, bare, full.with { $0.usedAt = Timestamp(milliseconds: 20) }, bare] {
      try await vault.save([card])
      let stored = try #require(await Vault.open(at: folder.locations()).cards.first)
      #expect(stored.with { ($0.added, $0.changed) = (nil, nil) } == card)
      #expect(await vault.conflictCount(of: card.id) == 0)
    }
    #expect(try folder.segmentNames().count == 5)
  }

  @Test func `a card keeps the time when the vault first stored it`() async throws {
    let moments = [10, 20, 30, 40].map { Timestamp(milliseconds: 1_800_000_000_000 + $0) }
    let card = Card.sample("Gym", id: 1)
    let vault = try Vault.create(at: folder.locations(), now: { moments[0] })
    #expect(card.added == nil && card.changed == nil)
    try await vault.save([card.with { $0.added = Timestamp(milliseconds: 0) }])
    #expect(await vault.cards.map(\.added) == [moments[0]])
    // Imported again, restored, and merely changed: its time is still the first one.
    let second = try Vault.open(at: folder.locations("second"), now: { moments[1] })
    try await second.save([card.with { $0.note = "n" }])
    try await second.remove([card.id])
    let third = try Vault.open(at: folder.locations("second"), now: { moments[2] })
    try await third.save([card.with { $0.added = moments[3] }])
    let stored = try await Vault.open(at: folder.locations()).cards.first
    #expect(stored?.added == moments[0] && stored?.changed == moments[2])
  }

  @Test func `saving no change writes nothing`() async throws {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([])
    try await vault.save([.sample("Gym", id: 1)])
    try await vault.save(await vault.cards)
    try await vault.remove([Card.sample("none").id])
    #expect(try folder.segmentNames().count == 1)
  }

  @Test func `a condition selects cards in their order; removed ones do not count`() async throws {
    let vault = try Vault.create(at: folder.locations())
    let cards = ["Zoo", "bakery", "Äpfel", "Gym"].map { Card.sample($0) }
    try await vault.save(cards)
    try await vault.remove([cards[3].id])
    #expect(await vault.cards.map(\.name) == ["Äpfel", "bakery", "Zoo"])
    #expect(await vault.cards { $0.name != "bakery" }.map(\.name) == ["Äpfel", "Zoo"])
    #expect(await vault.cards { $0.name == "Gym" }.isEmpty)
    #expect(await vault.cardCount == 3)
  }

  @Test func `a removed card is gone, and comes back when it is added again`() async throws {
    let vault = try Vault.create(at: folder.locations())
    let card = Card.sample("Gym", id: 1)
    try await vault.save([card, .sample("Zoo", id: 2)])
    try await vault.remove([card.id, card.id])
    #expect(await vault.cards.map(\.name) == ["Zoo"])
    #expect(await vault.cards(with: card.codes[0]).map(\.name) == ["Zoo"])
    let again = try Vault.open(at: folder.locations())
    #expect(await again.cards.map(\.name) == ["Zoo"])
    try await again.save([card.with { $0.note = "new" }])
    let revived = try await Vault.open(at: folder.locations()).cards.first
    #expect(revived?.name == "Gym" && revived?.note == "new" && revived?.codes == card.codes)
    try await again.remove([card.id])
    try await again.save([card.with { $0.note = "new" }])
    #expect(try await Vault.open(at: folder.locations()).cards.count == 2)
  }

  @Test func `a removed card comes back even if only its last use is new`() async throws {
    let vault = try Vault.create(at: folder.locations())
    let card = Card.sample("Gym", id: 1)
    try await vault.save([card])
    let added = await vault.cards.first?.added
    try await vault.remove([card.id])
    let used = Timestamp(milliseconds: 2_000_000_000_000)
    try await vault.save([card.with { $0.lastUsed = used }])
    let revived = try await Vault.open(at: folder.locations()).cards.first
    #expect(revived?.name == "Gym" && revived?.lastUsed == used && revived?.added == added)
  }

  @Test func `one code has one id in a vault and another in the next`() async throws {
    let code = Card.sample("", number: "0036000291452").codes[0]
    let american = Barcode(symbology: .upcA, bytes: Array("036000291452".utf8), text: "")
    let vault = try Vault.create(at: folder.locations())
    let id = await vault.id(for: code)
    #expect(await vault.id(for: american) == id)
    #expect(try await Vault.open(at: folder.locations("second")).id(for: code) == id)
    let other = try VaultFolder()
    #expect(try await Vault.create(at: other.locations()).id(for: code) != id)
    try await vault.save([Card(id: id, name: "US", codes: [american])])
    #expect(await vault.cards(with: code).map(\.id) == [id])
    let twin = Card.sample("Again", id: 3).with { $0.codes = [code] }
    try await vault.save([twin, .sample("Other", id: 4)])
    #expect(await vault.cards(with: american).map(\.name) == ["Again", "US"])
  }

  @Test func `the folder contains no plaintext, and is private`() async throws {
    let vault = try Vault.create(at: folder.locations())
    let card = Card.sample("Bibliotheque", number: "4006381333931").with {
      $0.tags = ["geheimnis"]
      $0.note = "upstairs-left"
      $0.printedNumber = "99887766"
    }
    try await vault.save([card])
    try await vault.remove([card.id])
    let files = try folder.files()
    #expect(files.count == 6)  // header, two segments, key, state, lock
    for (name, bytes) in files {
      for text in ["Bibliotheque", "4006381333931", "geheimnis", "upstairs-left", "99887766"] {
        #expect(!contains(bytes, Array(text.utf8)), "\(name)")
      }
      #expect(!contains(bytes, card.id.bytes), "\(name)")
      #expect(try folder.mode(name) == 0o600, "\(name)")
    }
    for name in ["vault", "vault/segments", "keys", "state-first"] {
      #expect(try folder.mode(name) == 0o700, "\(name)")
    }
  }

  @Test func `a change that would not fit one file is refused before it is written`()
    async throws
  {
    let vault = try Vault.create(at: folder.locations())
    let huge = Card.sample("Gym").with { $0.note = String(repeating: "x", count: 65 << 20) }
    let refusal = await failure { () async throws(VaultError) in try await vault.save([huge]) }
    guard case .tooLarge = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(await vault.cards.isEmpty)
    #expect(try folder.files().keys.filter { $0.hasSuffix(".segment") }.isEmpty)
  }

  private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.indices.dropLast(part.count - 1).contains { bytes[$0...].starts(with: part) }
  }
}
