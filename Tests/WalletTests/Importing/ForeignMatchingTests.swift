import Cards
import Testing
import VaultStore
import Wallet
import WalletFiles

/// Cards without an id of their own are found again, and every doubt is told.
@Suite struct ForeignMatchingTests {
  private let folder: WalletFolder
  private var vault: Vault { folder.vault }

  init() throws { folder = try WalletFolder() }

  private func plan(_ text: String) async throws -> ImportOutcome {
    await ImportOutcome(try ForeignReading(text), into: vault)
  }

  @Test func `a link without a barcode comes in once, and another with its number is another card`()
    async throws
  {
    let link = "https://catima.app/share?store=Pool&note=&cardid=12"
    try await plan(link).store(in: vault)
    #expect(try await plan(link).items.map(\.line) == ["Pool: already there; it has no barcode"])
    #expect(try await plan(link.replacing("Pool", with: "Gym")).words == "Catima, 1 card: 1 new")
  }

  @Test func `FidMe's cards are known in any order`() async throws {
    let header = "Retailer;Program;Added At;Reference;Firstname;Lastname\n"
    try await plan(header + "Shop;Club;;123;;\nShop;Club;;124;;\n").store(in: vault)
    let turned = try await plan(header + "Shop;Club;;124;;\nShop;Club;;123;;\n")
    #expect(turned.words == "FidMe, 2 cards: 2 already there")
  }

  @Test func `a doubtful draft says what is in doubt, by where it came from`() async throws {
    let header = "Retailer;Program;Added At;Reference;Firstname;Lastname\n"
    let fidMe = try await plan(header + "Shop;Club;;123;;\n")
    try await fidMe.store(in: vault)
    let draft = try #require(await vault.cards.first)
    #expect(draft.review == .doubtfulDraft && draft.printedNumber == "123")
    #expect(draft.doubtWords?.hasPrefix("Its kind of barcode is not known") == true)
    // Accepted without a look, it would have no barcode for good.
    var review = DraftReview(ReviewQueue([[draft.id]]), of: [draft])
    #expect(try review.take(.acceptSure) == [.say("No sure drafts to accept.")])
    let code = Barcode.code128("123")
    _ = try await review.take(.code(code, at: 0), in: vault)
    #expect(await vault.cards.map(\.codes) == [[code]])
    let table = try await plan("store,cardid,barcodetype\nb,40063813,EAN_13\n").savedCards
    #expect(
      table.map(\.doubtWords)
        == ["Its number or its kind of barcode may be wrong: compare both with the card."])
    let photo = Card.sample("Gym", "4006381333931").with {
      ($0.review, $0.origin) = (.doubtfulDraft, "photo CSV, 1.jpg")
    }
    #expect(photo.doubtWords == "The code was hard to read: compare the number with the card.")
  }

  @Test func `a code that cannot be drawn says so`() async throws {
    let plan = try await plan("store,cardid,barcodetype\na,12345,ITF\nb,40063813,EAN_13\n")
    #expect(
      plan.items.map(\.line) == [
        "a: new draft; its code cannot be drawn as ITF",
        "b: new draft; its check digit is wrong",
      ])
    #expect(plan.savedCards.map(\.review) == [.doubtfulDraft, .doubtfulDraft])
  }

  @Test func `a card without a barcode is known by its name and number, whatever its origin`()
    async throws
  {
    var card = Card.sample("Städtische Bücherei", id: 9)
    card.printedNumber = "No. 12-34"
    try await vault.save([card])
    let table = { (name: String, number: String) in
      "_id,store,cardid,barcodetype\n1,\(name),\(number),\n"
    }
    for number in ["No. 12-34", "no 1234"] {
      let plan = try await plan(table("stadtische bucherei", number))
      #expect(plan.words == "Catima, 1 card: 1 already there", "\(number)")
    }
    // Neither a name nor a number alone is enough.
    #expect(try await plan(table("Städtische Bücherei", "1235")).words == "Catima, 1 card: 1 new")
    #expect(try await plan(table("Gym", "No. 12-34")).words == "Catima, 1 card: 1 new")
    let pass = #"{"formatVersion":1,"serialNumber":"1","organizationName":"Städtische Bücherei"}"#
    #expect(try await plan(pass).words == "Pass, 1 card: 1 new")
    try await vault.remove([card.id])
    let removed = try await plan(table("Städtische Bücherei", "No. 12-34"))
    #expect(removed.items.map(\.outcome.name) == ["staysRemoved"])
  }

  @Test func `a number without a barcode finds the card that has it as a code`() async throws {
    let upc = Barcode(symbology: .upcA, bytes: Array("036000291452".utf8), text: "036000291452")
    try await vault.save([
      Card.sample("Baker", "4006381333931"), Card.sample("Fish").with { $0.codes = [upc] },
    ])
    let table = """
      Retailer;Program;Added At;Reference;Firstname;Lastname
      BAKER;Club;;4006381333931;;
      Fish;;;036000291452;;
      Fish;;;0036000291452;;
      Fish;;;036000291453;;
      Gym;;;4006381333931;;

      """
    let plan = try await plan(table)
    #expect(plan.words == "FidMe, 5 cards: 2 doubtful, 1 changed, 2 already there")
  }

  @Test func `a card that is known by its number gets what it lacks`() async throws {
    var card = Card.sample("Gym", id: 9)
    card.printedNumber = "A-7"
    try await vault.save([card, .sample("Baker", "4006381333931")])
    let table =
      "_id,store,cardid,barcodetype,note\n1,Gym,A-7,,Row 3\n2,Baker,4006381333931,,At the back\n"
    try await plan(table).store(in: vault)
    #expect(await vault.cards.map(\.note).sorted() == ["At the back", "Row 3"])
    #expect(await vault.cards.allSatisfy { $0.printedNumber == "A-7" || $0.printedNumber.isEmpty })
    #expect(try await plan(table).words == "Catima, 2 cards: 2 already there")
  }

  @Test func `two cards of a file with one name and number are both kept, once`() async throws {
    let table = "_id,store,cardid,barcodetype\n1,Gym,7,\n2,Gym,7,\n"
    try await plan(table).store(in: vault)
    #expect(await vault.cards.count == 2)
    #expect(try await plan(table).words == "Catima, 2 cards: 2 already there")
    let turned = "_id,store,cardid,barcodetype\n8,Gym,7,\n9,Gym,7,\n"
    #expect(try await plan(turned).savedCards.isEmpty)
  }

  @Test func `a pass that this program made is known, and one that only claims it changes nothing`()
    async throws
  {
    try await vault.save([.sample("Gym", id: 9), .sample("Baker", "4006381333931", id: 8)])
    let signed = PassText.Issuer(passType: "pass.org.example", team: "A1B2C3D4E5")
    for card in await vault.cards {
      for issuer in [PassText.Issuer.unsigned, signed] {
        let pass = PassText.writing(card, by: issuer).text
        #expect(try await plan(pass).items.map(\.outcome) == [.known(card)])
      }
    }
    let card = try #require(await vault.cards.first { $0.name == "Gym" })
    let claim = """
      {"formatVersion":1,"passTypeIdentifier":"pass.cardvault","serialNumber":"\(card.id)",
       "organizationName":"Pool","description":"new",
       "barcode":{"format":"PKBarcodeFormatCode128","message":"A-7"}}
      """
    #expect(try await plan(claim).items.map(\.outcome) == [.known(card)])
    let other = claim.replacing("\(card.id)", with: String(repeating: "0a", count: 16))
    #expect(try await plan(other).words == "Pass, 1 card: 1 new")
    let elsewhere = try WalletFolder()
    let apart = await ImportOutcome(try ForeignReading(claim), into: elsewhere.vault)
    #expect(apart.words == "Pass, 1 card: 1 new")
    try await vault.remove([card.id])
    #expect(try await plan(claim).items.map(\.outcome.name) == ["staysRemoved"])
  }

  @Test func `a picture that is left out is called what it is`() async throws {
    let table = Array("_id,store,cardid,barcodetype\n1,Kino 7,A-7,CODE_128\n".utf8)
    let members: [String: [UInt8]] = [
      "catima.csv": table, "card_1_front.png": [], "card_1_icon.png": [],
    ]
    let reading = try ForeignFile.reading(members, languages: [])
    let entry = try #require(await ImportOutcome(reading, into: vault).items.first)
    #expect(entry.line == "Kino 7: new; without icon")
    #expect(entry.photos.map(\.side) == [.front])
  }

  @Test func `a preview names three of the fields that are left out`() async throws {
    let keys = (1...6).map { "\"key\($0)\": 1" }.joined(separator: ",")
    let plan = try await plan(
      "{\"formatVersion\":1,\"serialNumber\":\"1\",\"organizationName\":\"Gym\",\(keys)}")
    #expect(
      plan.items.map(\.line) == [
        "Gym: new; it has no barcode; without key1, key2, key3 and 3 more"
      ])
    #expect(plan.items[0].leftOut.count == 6)
  }

  @Test func `the cards of a damaged archive can be imported, and its rest is shown with them`()
    async throws
  {
    let table = Array("_id,store,cardid,barcodetype\n1,Gym,A-7,CODE_128\n".utf8)
    let reading = try ForeignFile.reading(
      ofArchive: ["catima.csv": table], damage: .cutOff, languages: [])
    let plan = await ImportOutcome(reading, into: vault)
    #expect(
      plan.words
        == "Catima, 2 cards: 1 new, 1 left out (it is cut off; it was probably not copied completely)"
    )
    #expect(
      plan.items.map(\.line) == [
        "Gym: new",
        "rest of the file: not readable, because it is cut off; it was probably not copied completely",
      ])
    #expect(plan.items.map(\.reason?.name) == [nil, "unreadable"])
    try await plan.store(in: vault)
    #expect(await vault.cards.map(\.name) == ["Gym"])
  }

  @Test func `a row with too many values becomes a doubtful draft`() async throws {
    let plan = try await plan("store,note,cardid,barcodetype\nGym,fresh, cheap,A-7,CODE_128\n")
    #expect(plan.savedCards.map(\.review) == [.doubtfulDraft])
    #expect(
      plan.items[0].line.contains("its row has more values than there are columns"))
  }

  @Test func `an archive inside another one is told, with what helps`() async throws {
    let members: [String: [UInt8]] = [
      "catima.csv": Array("store,cardid\nGym,1\n".utf8), "old.zip": [],
    ]
    let reading = try ForeignFile.reading(
      ofArchive: members, damage: nil, languages: [])
    let entry = try #require(await ImportOutcome(reading, into: vault).items.last)
    #expect(
      entry.line == "old.zip: not readable, because an archive inside another one is not opened")
    #expect(entry.advice == "unpack it, and import that file as well")
  }

  @Test func `where a name or number lacks, the advice is to add it`() async throws {
    let plan = try await plan("store,cardid,barcodetype\n,1,\nGym,,\n")
    #expect(
      plan.items.map(\.advice) == [
        "add its name to the file", "add its number to the file",
      ])
  }
}
