import Cards
import Exchange
import Testing
import VaultStore
import Wallet
import Wording

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

  private func plan(_ text: String = Self.table) async throws -> ForeignImport {
    guard case .text(let reading) = try #require(try ForeignFile(Array(text.utf8))) else {
      throw ForeignProblem.notText
    }
    return await ForeignImport(reading, into: vault)
  }

  @Test func `a preview names every card, and stores nothing`() async throws {
    let plan = try await plan()
    #expect(plan.words == "Catima: 3 new, 1 not readable")
    #expect(
      plan.entries.map(\.words) == [
        "Baker: new", "Gym: new", "Library: new draft; it has no barcode",
        "card 4: not readable, because it has no name",
      ])
    #expect(await vault.cards.isEmpty)
  }

  @Test func `one undo takes the import back, and it can be repeated`() async throws {
    try await plan().store(in: vault)
    let cards = await vault.cards
    #expect(cards.map(\.name) == ["Baker", "Gym", "Library"])
    #expect(cards.map(\.review) == [.accepted, .accepted, .draft])
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
    #expect(again.words == "Catima: 0 new, 3 already there, 1 not readable")
    #expect(again.cardsToSave.isEmpty)
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
    #expect(try await plan().cardsToSave.isEmpty)
  }

  @Test func `a card that a person removed stays removed`() async throws {
    try await plan().store(in: vault)
    let gym = try #require(await vault.cards.first { $0.name == "Gym" })
    try await vault.remove([gym.id])
    let again = try await plan()
    #expect(again.entries.map(\.words)[1] == "Gym: stays removed")
  }

  @Test func `another person's file is not taken for the first one's`() async throws {
    try await plan().store(in: vault)
    let theirs = try await plan(
      "_id,store,cardid,barcodetype\n1,Shoes,S-1,CODE_128\n2,Gym,B-8,CODE_128\n3,Pool,9,\n")
    #expect(theirs.words == "Catima: 3 new")
    try await theirs.store(in: vault)
    #expect(await vault.cards.count == 6)
    let again = try await plan(
      "_id,store,cardid,barcodetype\n1,Shoes,S-1,CODE_128\n2,Gym,B-8,CODE_128\n3,Pool,9,\n")
    #expect(again.words == "Catima: 0 new, 3 already there")
    #expect(try await plan().cardsToSave.isEmpty)
  }

  @Test func `two cards of a file with one id are both kept`() async throws {
    let table = "_id,store,cardid,barcodetype\n1,Shoes,S-1,CODE_128\n1,Gym,B-8,CODE_128\n"
    try await plan(table).store(in: vault)
    #expect(await vault.cards.map(\.name) == ["Gym", "Shoes"])
    #expect(try await plan(table).cardsToSave.isEmpty)
  }

  @Test func `a corrected code is found by what was imported`() async throws {
    try await plan().store(in: vault)
    var gym = try #require(await vault.cards.first { $0.name == "Gym" })
    gym.name = "Sport"
    gym.codes = [.code128("A-8")]
    try await vault.save([gym])
    #expect(try await plan().cardsToSave.isEmpty)
  }

  @Test func `a card without a code that a person removed stays removed`() async throws {
    try await plan().store(in: vault)
    let library = try #require(await vault.cards.first { $0.name == "Library" })
    try await vault.remove([library.id])
    let again = try await plan()
    #expect(again.entries.map(\.words)[2] == "Library: stays removed; it has no barcode")
    #expect(again.cardsToSave.isEmpty)
  }

  @Test func `cards that share a code stay two, and either can be removed`() async throws {
    let table = "_id,store,cardid,barcodetype\n1,Alpha,X-1,CODE_128\n2,Beta,X-1,CODE_128\n"
    try await plan(table).store(in: vault)
    let cards = await vault.cards
    #expect(cards.map(\.name) == ["Alpha", "Beta"])
    #expect(try await plan(table).cardsToSave.isEmpty)
    try await vault.remove([cards[1].id])
    let again = try await plan(table)
    #expect(again.entries.map(\.words) == ["Alpha: already there", "Beta: stays removed"])
  }

  @Test func `a card that joins a file later stays apart from the one with its code`() async throws
  {
    let table = "_id,store,note,cardid,barcodetype\n1,Alpha,,X-1,CODE_128\n"
    try await plan(table).store(in: vault)
    let longer = try await plan(table + "2,Beta,mine,X-1,CODE_128\n")
    #expect(longer.entries.map(\.words) == ["Alpha: already there", "Beta: new"])
  }

  @Test func `the line of a changed card names it, and what it gets`() async throws {
    let code = Barcode.ean13("4006381333931")
    var card = Card(id: await vault.id(for: code), name: "Bread", codes: [code])
    card.isFavourite = true
    try await vault.save([card])
    #expect(
      try await plan().entries[0].words == "Bread: gets what it lacks (note) from Baker")
  }

  @Test func `a number that a spreadsheet rounded is a doubtful draft`() async throws {
    let table = "store,cardid,barcodetype\na,4.00638E+12,CODE_128\nb,1E+5,\nc,E+5,CODE_128\n"
    let plan = try await plan(table)
    #expect(plan.cardsToSave.map(\.review) == [.doubtfulDraft, .doubtfulDraft, .accepted])
    #expect(plan.entries[0].words == "a: new draft; a spreadsheet has rounded its number")
  }

  @Test func `a vault's key is not imported`() async throws {
    let plan = try await plan(
      "store,cardid,barcodetype\nKey,cardvault-key1qqqqqqqqqqqq,QR_CODE\n")
    #expect(plan.cardsToSave.isEmpty)
    #expect(plan.entries.map(\.standing) == [.key])
  }
}
