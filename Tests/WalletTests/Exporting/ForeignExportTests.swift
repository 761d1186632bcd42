import Cards
import Testing
import VaultStore
import WalletFiles

@testable import Wallet

/// Cards leave the vault for other programs, and what does not fit is told.
@Suite struct ForeignExportTests {
  private let folder: WalletFolder
  private var vault: Vault { folder.vault }

  init() throws { folder = try WalletFolder() }

  private func exported(_ form: ExportForm, of cards: [Card]? = nil) async throws -> ForeignExport {
    let all = await vault.cards
    return try await ForeignExport(
      of: cards ?? all, in: vault, as: form,
      .init(today: .someDay, now: Timestamp(milliseconds: 0), onMissing: { _ in }))
  }

  /// Two cards, one of them with something in every field.
  private func addCards() async throws {
    var code = Barcode(
      symbology: .qrCode, bytes: [0xE9, 0x00, 0xFF], text: "é\u{0}ÿ",
      traits: SymbolTraits(
        aimIdentifier: "]Q2", errorCorrection: "H", version: "4", mask: 5, eci: 20, gs1: true,
        readerInitialisation: true))
    code.traits.columns = 3
    code.traits.part = .init(index: 1, count: 2, id: "9")
    let picture = KeptPicture(bytes: [0xFF, 0xD8, 0xFF, 1, 0xFF, 0xD9])
    var card = Card.sample("Bookshop", "4006381333931", id: 7)
    card.codes.append(code)
    card.printedNumber = "0012"
    card.holder = "Ann"
    card.pin = "0099"
    card.webAddress = "https://example.org"
    card.tags = ["a, b", "c"]
    card.note = "=1+1\n\"two\""
    card.validFrom = CalendarDate("2026-01-01")
    card.expires = CalendarDate("2027-01-01")
    card.isOneTime = true
    card.usedAt = Timestamp(milliseconds: 1_700_000_000_123)
    card.lastUsed = Timestamp(milliseconds: 1_700_000_000_456)
    card.balance = Balance(thousandths: 12_345, currency: "EUR")
    card.isFavourite = true
    card.isArchived = true
    card.colour = 0x0102FE
    card.kind = .gift
    card.review = .doubtfulDraft
    card.origin = "photo shop.jpg"
    card.photos = [try await vault.store(PhotoFile(picture), showing: .front)]
    try await vault.save([card, .sample("Gym", "5901234123457", id: 8)])
  }

  @Test func `our JSON holds all of a card, and changes nothing where it came from`() async throws {
    try await addCards()
    let export = try await exported(.json)
    #expect(export.leftOut.isEmpty && export.photoCount == 1 && export.pinCount == 1)
    let plan = await ImportOutcome(try ForeignReading(export.bytes), into: vault)
    #expect(plan.savedCards.isEmpty)
    #expect(plan.words == "cardvault, 2 cards: 2 already there")
  }

  @Test func `our JSON gives another vault the same cards`() async throws {
    try await addCards()
    let reading = try ForeignReading(try await exported(.json).bytes)
    let other = try WalletFolder()
    try await ImportOutcome(reading, into: other.vault).store(in: other.vault)
    let mine = await vault.cards
    for (own, their) in zip(mine, await other.vault.cards) {
      // Ids, origins and reviews are those of the other vault, and photos are stored anew.
      var expected = own
      expected.photos = []
      expected.origin = ""
      expected.review = their.review
      var found = their
      found.photos = []
      #expect(
        found.origin == (own.origin.isEmpty ? "" : "\(own.origin); ") + "cardvault, \(own.id)")
      found.origin = ""
      #expect(found.with(id: own.id) == expected.with(id: own.id))
      #expect(their.review == (own.review == .accepted ? .draft : .doubtfulDraft))
    }
    let photo = try #require(reading.cards.first?.photos.first)
    #expect(photo.side == .front && photo.bytes == [0xFF, 0xD8, 0xFF, 1, 0xFF, 0xD9])
  }

  @Test(
    arguments: [
      (12_345, "12.345"), (-3_500, "-3.5"), (5_000, "5"), (100_000, "100"), (0, "0"),
      (9_007_199_254_740_993, "9007199254740.993"),
      (999_999_999_999_999_999, "999999999999999.999"),
    ] as [(Int64, String)])
  func `our JSON has every digit of a balance`(thousandths: Int64, digits: String) async throws {
    let balance = Balance(thousandths: thousandths, currency: "EUR")
    let export = try await exported(.json, of: [Card.sample("Shop").with { $0.balance = balance }])
    #expect(String(decoding: export.bytes, as: UTF8.self).contains("\"amount\":\(digits),"))
    #expect(try ForeignReading(export.bytes).cards.first?.balance == balance)
  }

  @Test func `a table names what it does not hold, and tells of PINs`() async throws {
    try await addCards()
    let export = try await exported(.csv)
    #expect(
      export.leftOut.map(\.words) == ["Bookshop: further codes and photos left out"])
    #expect(export.words == "2 cards")
    #expect(
      export.warning(isEncrypted: false)
        == "It is not sealed: anyone who gets it can read and use these cards. It contains the PIN of 1 card."
    )
    let plan = await ImportOutcome(try ForeignReading(export.bytes), into: vault)
    #expect(plan.savedCards.isEmpty)
  }

  @Test func `a calendar has the cards that expire, without a list of the rest`() async throws {
    try await vault.save([
      .sample("Gym", "5901234123457"),
      .sample("Zoo").with { $0.expires = CalendarDate("2026-12-31") },
    ])
    let export = try await exported(.ics)
    #expect(export.cards.map(\.name) == ["Zoo"])
    #expect(export.leftOut.isEmpty && export.absent.isEmpty)
    #expect(
      export.warning(isEncrypted: false)
        == "It is not sealed: anyone who gets it can read the names and last days of these cards.")
  }

  @Test func `what cannot be written is refused`() async throws {
    await #expect(throws: ExportRefusal.noCards) { try await exported(.csv) }
    try await vault.save([.sample("Gym", "5901234123457"), .sample("Zoo")])
    await #expect(throws: ExportRefusal.noneExpires) { try await exported(.ics) }
    await #expect(throws: ExportRefusal.severalCards(2)) { try await exported(.link) }
    let search = CardSearch(cards: await vault.cards)
    #expect(throws: ExportRefusal.noCard(query: "pool")) {
      try search.cards(matchingAny: ["gym", "pool"])
    }
    #expect(try search.cards(matchingAny: ["zoo", "gym", "zoo"]).map(\.name) == ["Gym", "Zoo"])
    #expect(try search.cards(matchingAny: []).count == 2)
  }

  @Test func `all that a file lacks is told`() throws {
    let doubtful = AbsentCard(.sample("Pool", id: 2), .doubtfulCode)
    let nameless = AbsentCard(.sample("", id: 3), .noNameOrNumber)
    #expect([].failure(missingPhotoCount: 0) == nil)
    let failure = try #require([doubtful, nameless].failure(missingPhotoCount: 1))
    #expect(failure.what == "the file lacks 2 cards and 1 photo")
    #expect(
      failure.because
        == "1 card has a doubtful code, which the other program would show as checked; "
        + "1 card has neither a name nor a number; "
        + "the photo is missing from the vault's folder, or damaged")
    #expect(failure.status == .partlyDone)
    #expect(
      failure.advice.page
        == "for the doubtful codes, review the drafts; or for what has no name, name the cards; "
        + "or in a terminal, cardvault verify (for the photos)"
    )
    #expect(
      [doubtful, nameless].lines == [
        "Pool: not in the file, as its code is doubtful",
        "Card 03030303: not in the file, as it has neither a name nor a number",
      ])
  }

  @Test func `a link of one doubtful card says why there is none`() async throws {
    let pool = Card.sample("Pool", "4006381333931", id: 2).with { $0.review = .doubtfulDraft }
    try await vault.save([pool, .sample("Gym", "5901234123457", id: 1)])
    await #expect(throws: ExportRefusal.noneFits([AbsentCard(pool, .doubtfulCode)])) {
      try await exported(.link, of: [pool])
    }
    // Two cards are two, even if one of them could not be in it.
    await #expect(throws: ExportRefusal.severalCards(2)) { try await exported(.link) }
  }

  @Test func `photos of which the vault has no file are missing, not forgotten`() async throws {
    let lost = CardPhoto(identity: [UInt8](repeating: 1, count: 32), side: .front)
    try await vault.save([Card.sample("Gym", "5901234123457").with { $0.photos = [lost] }])
    let export = try await exported(.json)
    #expect(export.missingPhotoCount == 1 && export.photoCount == 0)
    #expect(export.leftOut.map(\.words) == ["Gym: photos left out"])
    #expect(export.photoSuggestion == nil)
    #expect(export.failure?.status == .partlyDone)
  }

  @Test func `thousands of cards come back, and a file that import does not read says so`()
    async throws
  {
    let note = String(repeating: "x", count: 10_000)
    let large = (0..<2_000).map { _ in Card.sample("Shop").with { $0.note = note } }
    for form in [ExportForm.json, .csv] {
      let export = try await exported(form, of: large)
      #expect(export.isTooLargeToImport)
      #expect(export.warning(isEncrypted: false).hasSuffix("write fewer cards into each file."))
    }
    let many = (0..<3_000).map { _ in
      Card.sample("Shop", "4006381333931").with {
        $0.holder = "Ann"
        $0.tags = ["a", "b", "c"]
        $0.balance = Balance(thousandths: 1, currency: "EUR")
      }
    }
    let export = try await exported(.json, of: many)
    #expect(!export.isTooLargeToImport && export.bytes.count < ForeignFile.maxTextByteCount)
    #expect(try ForeignReading(export.bytes).cards.count == 3_000)
  }

  @Test func `photos that are too many or too large for a file are named, and the rest is in it`()
    async throws
  {
    var cards: [Card] = []
    for (place, count) in [10, 5_000, 10, 10].enumerated() {
      let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, UInt8(place)] + [UInt8](repeating: 1, count: count)
      let picture = KeptPicture(bytes: bytes + [0xFF, 0xD9])
      let photo = try await vault.store(PhotoFile(picture), showing: .front)
      cards.append(Card.sample("Card \(place)").with { $0.photos = [photo] })
    }
    try await vault.save(cards)
    let photos = try await ExportedPhotos(of: cards, in: vault, room: 4_000, limit: 2) { $0 }
    #expect(photos.chosen.map(\.card) == [cards[0].id, cards[2].id])
    #expect(photos.incomplete == [cards[1].id, cards[3].id] && photos.missingCount == 0)
  }

  @Test func `more passes than an import opens are refused at once`() async throws {
    let limit = PassArchive.maxPassCount
    let refusal = ExportRefusal.tooManyPasses(limit + 1, limit: limit)
    let cards = [Card](repeating: .sample("Gym"), count: limit + 1)
    await #expect(throws: refusal) { try await exported(.pass, of: cards) }
    #expect(
      refusal.failure.because == "a file holds at most 1000 passes, and these are 1001 cards")
  }

  @Test func `photos are written as far as the file can be read again`() async throws {
    let start: [UInt8] = [0xFF, 0xD8, 0xFF]
    let end: [UInt8] = [0xFF, 0xD9]
    var cards: [Card] = []
    // Each takes 1.3 MB of the 16 MB.
    for place in UInt8(0)..<14 {
      let bytes = start + [UInt8](repeating: place, count: 1_000_000) + end
      var card = Card.sample("Card \(place)", id: place)
      card.photos = [
        try await vault.store(
          PhotoFile(KeptPicture(bytes: bytes)), showing: .front)
      ]
      cards.append(card)
    }
    try await vault.save(cards)
    let export = try await exported(.json)
    #expect(export.photoCount == 12 && export.leftOut.count == 2)
    let limit = "A JSON file may be at most \(ForeignFile.maxTextByteCount >> 20) MB"
    #expect(export.photoSuggestion?.purpose.hasPrefix(limit) == true)
    #expect(try await exported(.json, of: Array(cards.prefix(1))).photoSuggestion == nil)
    #expect(export.bytes.count <= ForeignFile.maxTextByteCount)
  }
}
