import Cards
import Testing
import VaultStore
import Wallet
import WalletFiles

/// What this program wrote for Catima is known where it came from, also what Catima has no place for.
@Suite struct OwnCatimaTests {
  private let folder: WalletFolder
  private var vault: Vault { folder.vault }

  init() throws { folder = try WalletFolder() }

  private func plan(_ text: String) async throws -> ImportOutcome {
    await ImportOutcome(try ForeignReading(text), into: vault)
  }

  private static func code(_ symbology: Symbology) -> Barcode {
    let text =
      switch symbology {
      case .ean13: "4006381333931"
      case .ean8: "96385074"
      case .upcA: "036000291452"
      case .upcE: "01234565"
      case .codabar: "A12345B"
      case .itf: "123456"
      case .dataBar, .dataBarStacked, .dataBarStackedOmni, .dataBarLimited: "0104006381333931"
      case .aztecRune: "25"
      default: "A-7"
      }
    return Barcode(symbology: symbology, bytes: Array(text.utf8), text: text)
  }

  private static func addOn(_ digits: String, to symbology: Symbology = .ean13) -> Barcode {
    var code = code(symbology)
    code.traits.addOn = digits
    return code
  }

  /// Saves cards, and has the vault compared with its own table, and with its own links.
  private func expectKnown(_ cards: [Card]) async throws {
    try await vault.save(cards)
    let saved = await vault.cards
    let table = try await plan(CatimaFile.writing(saved).text)
    #expect(table.items.map(\.outcome) == saved.map { ImportItem.Outcome.known($0) })
    for card in saved {
      let link = try await plan(CatimaLinkText.writing(card).text)
      #expect(link.items.map(\.outcome) == [.known(card)])
    }
  }

  @Test(arguments: Symbology.allCases, ["", "photo a.jpg"])
  func `a card of any kind is known`(symbology: Symbology, origin: String) async throws {
    let card = Card.sample("Gym").with { ($0.codes, $0.origin) = ([Self.code(symbology)], origin) }
    try await expectKnown([card])
  }

  @Test(
    arguments: [
      addOn("05"), addOn("51995"), addOn("05", to: .upcA), addOn("05", to: .upcE),
      .init(symbology: .ean13, bytes: Array("40063813339?1".utf8), text: "40063813339?1"),
      .init(
        symbology: .code128, bytes: Array("0104006381333931".utf8), text: "(01)04006381333931",
        traits: .init(gs1: true)),
      .init(symbology: .microQRCode, bytes: [0x83, 0x4A], text: "カ", traits: .init(eci: 20)),
      .init(symbology: .qrCode, bytes: [0x61, 0, 0x62], text: "a\u{0}b"),
    ] as [Barcode])
  func `a card whose code Catima cannot hold completely is known`(code: Barcode) async throws {
    try await expectKnown([Card.sample("Gym").with { $0.codes = [code] }])
  }

  @Test func `a card is known that has no number, or no barcode`() async throws {
    let bare = Card.sample("Pool", id: 1)
    let numbered = Card.sample("Zoo", id: 2).with { $0.printedNumber = "No. 7" }
    let both = Card.sample("Film", id: 3).with {
      ($0.codes, $0.printedNumber) = ([Self.code(.telepen)], "No. 8")
    }
    try await expectKnown([both, bare, numbered])
  }

  @Test func `cards of one name that differ only in what Catima has no place for stay as they are`()
    async throws
  {
    let kinds: [Symbology] = [.qrCode, .microQRCode, .rmqrCode, .ean13]
    let codes = kinds.map(Self.code) + [Self.addOn("01"), Self.addOn("02")]
    try await vault.save(codes.map { code in Card.sample("Gym").with { $0.codes = [code] } })
    let text = CatimaFile.writing(await vault.cards).text
    #expect(try await plan(text).words == "Catima, 6 cards: 6 already there")
  }

  @Test func `another card with a similar text is another card`() async throws {
    try await vault.save([
      Card.sample("Gym").with { $0.codes = [Self.code(.microQRCode)] },
      Card.sample("Gym").with { $0.codes = [Self.addOn("05")] },
    ])
    let header = "_id,store,cardid,barcodetype\n"
    for row in [
      "Pool,A-7,QR_CODE", "Gym,a-7,QR_CODE", "Gym,A7,QR_CODE", "Gym,A-7,CODE_128",
      "Gym,4006381333948,EAN_13", "Pool,4006381333931,EAN_13",
    ] {
      #expect(try await plan("\(header)1,\(row)\n").words == "Catima, 1 card: 1 new", "\(row)")
    }
    let pass = #"""
      {"formatVersion":1,"serialNumber":"1","organizationName":"Gym",
       "barcode":{"format":"PKBarcodeFormatQR","message":"A-7"}}
      """#
    #expect(try await plan(pass).words == "Pass, 1 card: 1 new")
  }

  @Test func `a card that Catima holds in another form gets what it lacks, but no second code`()
    async throws
  {
    let code = Self.code(.microQRCode)
    try await vault.save([Card.sample("Gym").with { $0.codes = [code] }])
    let table = "_id,store,note,cardid,barcodetype\n1,Gym,Row 3,A-7,QR_CODE\n"
    try await plan(table).store(in: vault)
    let card = try #require(await vault.cards.first)
    #expect(card.codes == [code] && card.note == "Row 3" && card.printedNumber.isEmpty)
    #expect(try await plan(table).items.map(\.outcome) == [.known(card)])
    try await vault.remove([card.id])
    #expect(try await plan(table).items.map(\.outcome.name) == ["staysRemoved"])
  }

  @Test func `an older file brings no code back that a person corrected`() async throws {
    let (old, new) = (Barcode.ean13("4006381333931"), Barcode.ean13("5901234123457"))
    let card = Card(id: await vault.id(for: old), name: "Gym", codes: [old])
    try await vault.save([card])
    let row = { (name: String, code: Barcode) in "\(name),\(code.text),EAN_13" }
    let table = { (rows: [String]) in
      "_id,store,cardid,barcodetype\n"
        + rows.enumerated().map { "\($0 + 1),\($1)\n" }.joined()
    }
    try await vault.save([card.with { $0.codes = [new] }])
    for rows in [[row("Gym", old)], [row("Gym", old), row("Gym", new)]] {
      #expect(try await plan(table(rows)).savedCards.isEmpty)
    }
    // Another card may have had the number all along.
    #expect(try await plan(table([row("Pool", old)])).words == "Catima, 1 card: 1 new")
  }

  @Test func `what a person took away stays away, whatever file has it`() async throws {
    let card = Card.sample("Baker", "4006381333931").with {
      ($0.note, $0.tags, $0.isFavourite) = ("fresh", ["Bread", "Food"], true)
      ($0.printedNumber, $0.origin) = ("No. 7", "photo a.jpg")
    }
    try await vault.save([card])
    let older = CatimaFile.writing(await vault.cards).text
    var edited = try #require(await vault.cards.first)
    (edited.note, edited.tags, edited.isFavourite) = ("", ["Food"], false)
    edited.printedNumber = ""
    try await vault.save([edited])
    edited = try #require(await vault.cards.first)
    #expect(try await plan(older).items.map(\.outcome) == [.known(edited)])
    // What it never had is still added.
    let more = older.replacing(",0,,No. 7,", with: ",5,EUR,No. 7,")
    let gained = try #require(try await plan(more).savedCards.first)
    #expect(gained.balance == Balance(thousandths: 5_000, currency: "EUR"))
    #expect(gained.note.isEmpty && gained.tags == ["Food"] && !gained.isFavourite)
  }

  @Test func `photos that a person took away stay away`() async throws {
    let picture = KeptPicture(bytes: [0xFF, 0xD8, 0xFF, 1, 0xFF, 0xD9])
    let photo = try await vault.store(PhotoFile(picture), showing: .front)
    let card = Card.sample("Baker", "4006381333931", id: 9).with { $0.photos = [photo] }
    let members: [String: [UInt8]] = [
      "catima.csv": Array(CatimaFile.writing([card]).text.utf8), "card_1_front.png": [],
    ]
    let reading = try ForeignFile.reading(members, languages: [])
    try await vault.save([card.with { $0.photos = [] }])
    let lacking = await ImportOutcome(reading, into: vault)
    #expect(lacking.items.map { $0.photos.map(\.side) } == [[.front]])
    try await vault.save([card])
    try await vault.save([card.with { $0.photos = [] }])
    #expect(await ImportOutcome(reading, into: vault).savedCards.isEmpty)
    let wished = await ImportOutcome(reading, into: vault, keepsPhotos: true)
    #expect(wished.items.map { $0.photos.map(\.side) } == [[.front]])
  }

  @Test func `an import that completed a card can be undone, and repeated`() async throws {
    try await vault.save([Card.sample("Baker", "4006381333931").with { $0.origin = "photo a.jpg" }])
    let table = "_id,store,note,cardid,barcodetype\n1,Baker,fresh,4006381333931,EAN_13\n"
    for _ in 1...2 {
      try await plan(table).store(in: vault)
      #expect(await vault.cards.map(\.note) == ["fresh"])
      _ = try await vault.undo()
      #expect(await vault.cards.map(\.note) == [""])
    }
  }

  @Test func `a card renamed in our JSON is known in another vault, wherever that one had it from`()
    async throws
  {
    let json = """
      [{"id":"\(String(repeating: "0a", count: 16))","name":"Bread","symbologies":["EAN-13"],
        "origin":"Catima, card 7","codes":[{"symbology":"EAN-13","text":"4006381333931"}]}]
      """
    try await plan(json).store(in: vault)
    #expect(await vault.cards.first?.origin.hasPrefix("Catima, card 7; cardvault, ") == true)
    let table = "_id,store,note,cardid,barcodetype\n1,Baker,fresh,4006381333931,EAN_13\n"
    let plan = try await plan(table)
    #expect(plan.words == "Catima, 1 card: 1 changed")
    try await plan.store(in: vault)
    // From now on, this vault knows itself which card of Catima it is: another voucher may have its code.
    let other = table.replacing("1,Baker", with: "2,Pool")
    #expect(try await self.plan(other).words == "Catima, 1 card: 1 new")
  }

  @Test func `a card of Catima that our JSON completed is still that card of Catima`()
    async throws
  {
    let table = "_id,store,cardid,barcodetype\n1,Baker,4006381333931,EAN_13\n"
    try await plan(table).store(in: vault)
    let json = """
      [{"id":"\(String(repeating: "0a", count: 16))","name":"Baker","symbologies":["EAN-13"],
        "note":"fresh","codes":[{"symbology":"EAN-13","text":"4006381333931"}]}]
      """
    try await plan(json).store(in: vault)
    #expect(await vault.cards.map(\.note) == ["fresh"])
    #expect(
      try await plan(table.replacing("1,Baker", with: "2,Pool")).words
        == "Catima, 1 card: 1 new")
  }
}
