import Cards
import ReaderLink
import Testing
import VaultStore
import Wallet
import WalletFiles

/// Files of other wallets come into the vault in one change, and only once.
@Suite struct ForeignImportTests {
  private static let table = """
    _id,store,note,cardid,barcodetype,starstatus
    1,Baker,fresh,4006381333931,EAN_13,1
    2,Gym,,A-7,CODE_128,0
    3,Library,,12345,,0
    4,,,1,,0
    """

  private let folder: WalletFolder
  private var vault: Vault { folder.vault }

  init() throws { folder = try WalletFolder() }

  private func reading(_ text: String = Self.table) throws -> ForeignReading {
    try ForeignReading(text)
  }

  private func plan(_ text: String = Self.table) async throws -> ImportOutcome {
    await ImportOutcome(try reading(text), into: vault)
  }

  @Test func `a preview names every card, and stores nothing`() async throws {
    let plan = try await plan()
    #expect(plan.words == "Catima, 4 cards: 3 new, 1 left out (it has no name)")
    #expect(
      plan.items.map(\.line) == [
        "Baker: new", "Gym: new", "Library: new; it has no barcode",
        "card 4: not readable, because it has no name",
      ])
    #expect(await vault.cards.isEmpty)
  }

  @Test func `many cards with the same words share a line`() async throws {
    let rows = (1...11).map { "\($0),Shop \($0),,A-\($0),CODE_128,0" }
    let table = ["_id,store,note,cardid,barcodetype,starstatus"] + rows + ["12,Zoo,,12345,,0"]
    let plan = try await plan(table.joined(separator: "\n"))
    let words = "“Shop 1”, “Shop 2”, “Shop 3” and 8 more: new"
    #expect(plan.items.lines == [words, "Zoo: new; it has no barcode"])
    #expect(Array(plan.items.prefix(10)).lines == plan.items.prefix(10).map(\.line))
  }

  @Test func `a number without a barcode is no draft, unless the file leaves its kind open`()
    async throws
  {
    let plan = try await plan("store,cardid,barcodetype\na,1,\nb,2,NEW_CODE\n")
    #expect(plan.savedCards.map(\.review) == [.accepted, .doubtfulDraft])
    #expect(plan.savedCards.map(\.printedNumber) == ["1", "2"])
    let table = "Retailer;Program;Reference\nShop;Club;3\n"
    #expect(try await self.plan(table).savedCards.map(\.review) == [.doubtfulDraft])
  }

  @Test func `one undo takes the import back, and it can be repeated`() async throws {
    try await plan().store(in: vault)
    let cards = await vault.cards
    #expect(cards.map(\.name) == ["Baker", "Gym", "Library"])
    #expect(cards.map(\.review) == [.accepted, .accepted, .accepted])
    #expect(cards.map(\.origin) == ["Catima, card 1", "Catima, card 2", "Catima, card 3"])
    _ = try await vault.undo()
    #expect(await vault.cards.isEmpty)
    try await plan().store(in: vault)
    #expect(await vault.cards.count == 3)
  }

  @Test func `the same file again changes nothing, and never overwrites an edit`() async throws {
    try await plan().store(in: vault)
    var baker = try #require(await vault.cards.first)
    baker.name = "My baker"
    baker.note = ""
    try await vault.save([baker])
    let again = try await plan()
    #expect(again.words == "Catima, 4 cards: 3 already there, 1 left out (it has no name)")
    #expect(again.savedCards.isEmpty)
  }

  @Test func `a card from a photo gets what it lacks, once`() async throws {
    let code = Barcode.ean13("4006381333931")
    var card = Card(id: await vault.id(for: code), name: "Bread", codes: [code])
    card.origin = "photo a.jpg"
    card.review = .draft
    try await vault.save([card])
    try await plan().store(in: vault)
    var merged = try #require(await vault.card(card.id))
    #expect(merged.name == "Bread")
    #expect(merged.note == "fresh")
    #expect(merged.origin == "photo a.jpg; Catima, card 1")
    #expect(merged.review == .accepted)
    merged.note = ""
    try await vault.save([merged])
    #expect(try await plan().savedCards.isEmpty)
  }

  @Test func `a card that a person removed stays removed`() async throws {
    try await plan().store(in: vault)
    let gym = try #require(await vault.cards.first { $0.name == "Gym" })
    try await vault.remove([gym.id])
    let again = try await plan()
    #expect(again.items.map(\.line)[1] == "Gym: stays removed")
  }

  @Test func `another person's file is not taken for the first one's`() async throws {
    try await plan().store(in: vault)
    let theirs = try await plan(
      "_id,store,cardid,barcodetype\n1,Shoes,S-1,CODE_128\n2,Gym,B-8,CODE_128\n3,Pool,9,\n")
    #expect(theirs.words == "Catima, 3 cards: 3 new")
    try await theirs.store(in: vault)
    #expect(await vault.cards.count == 6)
    let again = try await plan(
      "_id,store,cardid,barcodetype\n1,Shoes,S-1,CODE_128\n2,Gym,B-8,CODE_128\n3,Pool,9,\n")
    #expect(again.words == "Catima, 3 cards: 3 already there")
    #expect(try await plan().savedCards.isEmpty)
  }

  @Test func `two cards of a file with one id are both kept`() async throws {
    let table = "_id,store,cardid,barcodetype\n1,Shoes,S-1,CODE_128\n1,Gym,B-8,CODE_128\n"
    try await plan(table).store(in: vault)
    #expect(await vault.cards.map(\.name) == ["Gym", "Shoes"])
    #expect(try await plan(table).savedCards.isEmpty)
  }

  @Test func `a corrected code is found by what was imported`() async throws {
    try await plan().store(in: vault)
    var gym = try #require(await vault.cards.first { $0.name == "Gym" })
    gym.name = "Sport"
    gym.codes = [.code128("A-8")]
    try await vault.save([gym])
    #expect(try await plan().savedCards.isEmpty)
  }

  @Test func `a card without a code that a person removed stays removed`() async throws {
    try await plan().store(in: vault)
    let library = try #require(await vault.cards.first { $0.name == "Library" })
    try await vault.remove([library.id])
    let again = try await plan()
    #expect(again.items.map(\.line)[2] == "Library: stays removed; it has no barcode")
    #expect(again.savedCards.isEmpty)
  }

  @Test func `cards that share a code stay two, and either can be removed`() async throws {
    let table = "_id,store,cardid,barcodetype\n1,Alpha,X-1,CODE_128\n2,Beta,X-1,CODE_128\n"
    try await plan(table).store(in: vault)
    let cards = await vault.cards
    #expect(cards.map(\.name) == ["Alpha", "Beta"])
    #expect(try await plan(table).savedCards.isEmpty)
    try await vault.remove([cards[1].id])
    let again = try await plan(table)
    #expect(again.items.map(\.line) == ["Alpha: already there", "Beta: stays removed"])
  }

  @Test func `a card that joins a file later stays apart from the one with its code`() async throws
  {
    let table = "_id,store,note,cardid,barcodetype\n1,Alpha,,X-1,CODE_128\n"
    try await plan(table).store(in: vault)
    let longer = try await plan(table + "2,Beta,mine,X-1,CODE_128\n")
    #expect(longer.items.map(\.line) == ["Alpha: already there", "Beta: new"])
  }

  @Test func `the line of a changed card names it, and what it gets`() async throws {
    let code = Barcode.ean13("4006381333931")
    var card = Card(id: await vault.id(for: code), name: "Bread", codes: [code])
    card.isFavourite = true
    try await vault.save([card])
    #expect(
      try await plan().items[0].line == "Bread: gets what it lacks (note) from Baker")
  }

  @Test func `a number that a spreadsheet rounded is a doubtful draft`() async throws {
    let table = "store,cardid,barcodetype\na,4.00638E+12,CODE_128\nb,1E+5,\nc,E+5,CODE_128\n"
    let plan = try await plan(table)
    #expect(plan.savedCards.map(\.review) == [.doubtfulDraft, .doubtfulDraft, .accepted])
    #expect(plan.items[0].line == "a: new draft; a spreadsheet has rounded its number")
  }

  @Test func `our own cards are known by their id in their vault, and drafts in another`()
    async throws
  {
    let gym = Card.sample("Gym", "4006381333931")
    let list = #"""
      [{"id": "\#(gym.id)", "name": "Gym", "symbologies": [], "note": "older"},
       {"id": "00112233445566778899aabbccddeeff", "name": "Pool", "symbologies": ["QR Code"],
        "codes": [{"symbology": "QR Code", "text": "a", "bytes": "61"}]}]
      """#
    try await vault.save([gym.with { $0.note = "mine" }])
    let plan = try await plan(list)
    #expect(plan.items.map(\.line) == ["Gym: already there", "Pool: new draft"])
    try await plan.store(in: vault)
    let cards = await vault.cards
    #expect(cards.map(\.note) == ["mine", ""])
    #expect(cards.map(\.review) == [.accepted, .draft])
    #expect(cards[1].origin == "cardvault, 00112233445566778899aabbccddeeff")
    #expect(try await self.plan(list).savedCards.isEmpty)
    // A card that a person removed stays removed, whatever its file says.
    try await vault.remove([gym.id, cards[1].id])
    #expect(
      try await self.plan(list).items.map(\.outcome.name) == ["staysRemoved", "staysRemoved"])
  }

  @Test func `a text that is cut is named, and a number is never cut`() async throws {
    let long = { (count: Int) in String(repeating: "x", count: count) }
    let table =
      "store,note,cardid,barcodetype\n\(long(201)),\(long(10_001)),1,\nb,,\(long(10_001)),\n"
    let plan = try await plan(table)
    #expect(plan.items[0].shortened == ["name", "note"])
    #expect(plan.items[0].line.hasSuffix("; shortened: name, note"))
    #expect(plan.items[1].outcome == .leftOut(.unreadable(.numberTooLong)))
    let pass = #"""
      [{"id": "00112233445566778899aabbccddeeff", "name": "a", "symbologies": [],
        "pin": "\#(long(65))"},
       {"id": "00112233445566778899aabbccddee00", "name": "b", "symbologies": [],
        "webAddress": "https://\#(long(2_000)).example"}]
      """#
    let others = try await self.plan(pass)
    #expect(others.items[0].outcome == .leftOut(.unreadable(.numberTooLong)))
    #expect(others.items[1].leftOut == ["web address"])
    #expect(others.savedCards.map(\.webAddress) == [""])
  }

  @Test func `tags that differ only in case are one, also with those of a card here`() async throws
  {
    let list = { (tags: String) in
      #"[{"id": "b1", "name": "Gym", "tags": \#(tags), "barcode": "#
        + #"{"data": "4006381333931", "type": "CodeEAN13"}}]"#
    }
    let plan = try await plan(list(#"["Food", "food", "Drinks"]"#))
    #expect(plan.savedCards.map(\.tags) == [["Drinks", "Food"]])
    try await vault.save([Card.sample("Gym", "4006381333931").with { $0.tags = ["FOOD"] }])
    let joined = try await self.plan(list(#"["food", "Drinks"]"#))
    #expect(joined.savedCards.map(\.tags) == [["Drinks", "FOOD"]])
  }

  @Test func `a web address is kept as if it was typed, and what is none is left out`() async throws
  {
    let plan = try await plan(
      #"""
      [{"id": "00112233445566778899aabbccddeeff", "name": "a", "symbologies": [],
        "webAddress": " shop.example/a "},
       {"id": "00112233445566778899aabbccddee00", "name": "b", "symbologies": [],
        "webAddress": "javascript:alert(1)"},
       {"id": "00112233445566778899aabbccddee01", "name": "c", "symbologies": [],
        "webAddress": "ask at the till"}]
      """#)
    #expect(plan.savedCards.map(\.webAddress) == ["https://shop.example/a", "", ""])
    #expect(plan.items.map(\.leftOut) == [[], ["web address"], ["web address"]])
  }

  @Test func `a balance without a currency stays without one, which is said`() async throws {
    let plan = try await plan(
      #"[{"uuid": "u", "description": "Gift", "code": "1", "codeType": "QR", "balance": 3}]"#)
    #expect(
      plan.items.map(\.line) == [
        "Gift: new; its balance has no currency, so it counts as points"
      ])
    #expect(plan.savedCards[0].balance == Balance(thousandths: 3_000, currency: ""))
    #expect(plan.savedCards[0].review == .accepted)
  }

  @Test func `a vault's key is not imported`() async throws {
    let plan = try await plan(
      "store,cardid,barcodetype\nKey,cardvault-key1qqqqqqqqqqqq,QR_CODE\n")
    #expect(plan.savedCards.isEmpty)
    #expect(plan.items.map(\.outcome) == [.leftOut(.key)])
  }

  @Test func `what several files brought is counted wallet by wallet`() async throws {
    let one = try await plan("store,cardid,barcodetype\nA,1,\n")
    let pass = #"{"formatVersion":1,"serialNumber":"1","organizationName":"Cinema"}"#
    let plans = [one, try await plan(pass), try await plan("store,cardid,barcodetype\nB,2,\n")]
    #expect(ImportOutcome(plans).words == "Catima, 2 cards: 2 new; Pass, 1 card: 1 new")
  }

  @Test func `a file in memory is recognised by what is in it`() async throws {
    guard
      case .foreign(let file) = try await RecognisedFile(Array(Self.table.utf8), in: vault)
    else {
      Issue.record("a table is not recognised")
      return
    }
    #expect(file.reading.cards.count == 3 && file.skipped.isEmpty && file.table == nil)
    for bytes: [UInt8] in [[0xFF, 0xD8, 0xFF, 0xE0], Array("not a card".utf8), []] {
      // Perhaps a picture, which goes to the reader, if there is one beside these tests.
      do throws(any Error) {
        guard case .picture(let outcome) = try await RecognisedFile(bytes, in: vault) else {
          Issue.record("these bytes are no wallet's file")
          continue
        }
        #expect(outcome.failure != nil && outcome.codes.isEmpty)
      } catch ReaderLinkError.readerMissing {}
    }
    await #expect(throws: ForeignProblem.openQuotes(line: 2)) {
      _ = try await RecognisedFile(Array("store,cardid\n\"a".utf8), in: vault)
    }
  }
}
