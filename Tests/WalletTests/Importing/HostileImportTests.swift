import Cards
import Testing
import VaultStore
import Wallet
import WalletFiles

/// Files that are made to cost time or memory: what comes of them is small.
@Suite struct HostileImportTests {
  private let folder: WalletFolder
  private var vault: Vault { folder.vault }

  init() throws { folder = try WalletFolder() }

  private func plan(_ text: String) async throws -> ImportOutcome {
    await ImportOutcome(try ForeignReading(text), into: vault)
  }

  /// Marks over a letter, flags, and one emoji of many.
  @Test(arguments: ["\u{301}", "\u{1F1E6}", "👨\u{200D}"])
  func `few characters of very many bytes are cut`(part: String) async throws {
    let long = "a" + String(repeating: part, count: 100_000)
    let plan = try await plan(
      "store,note,cardid,barcodetype\n\(long),\(long),1,QR_CODE\n,,\(long),\n\(long),,,\n")
    let card = try #require(plan.savedCards.first)
    #expect(card.name.utf8.count <= 3_200)
    #expect(card.note.utf8.count <= 160_000)
    #expect(plan.items[0].shortened == ["name", "note"])
    #expect(plan.items.allSatisfy { $0.name.utf8.count <= 3_200 })
    try await plan.store(in: vault)
    #expect(try await self.plan("store,cardid,barcodetype\n\(long),1,QR_CODE\n").savedCards == [])
  }

  @Test func `very many cards with one code, or one id, come in once`() async throws {
    let header = "_id,store,cardid,barcodetype\n"
    let rows = { (row: (Int) -> String) in header + (1...2_000).map(row).joined() }
    let sameCode = rows { "\($0),Shop \($0),12345,CODE_128\n" }
    let sameID = rows { "1,Shop \($0),\($0)99,CODE_128\n" }
    for table in [sameCode, sameID] {
      let plan = try await plan(table)
      #expect(plan.savedCards.count == 2_000)
      try await plan.store(in: vault)
      #expect(try await self.plan(table).savedCards.isEmpty)
    }
  }

  @Test func `a file with too many cards is refused`() {
    let row = "Shop,1,QR_CODE\n"
    let table = "store,cardid,barcodetype\n" + String(repeating: row, count: 20_001)
    #expect(throws: ForeignProblem.tooMany(.cards, limit: 20_000)) {
      try ForeignFile(Array(table.utf8))
    }
    let list =
      #"[{"uuid":"1","codeType":"QR"}"# + String(repeating: ",1", count: 20_000) + "]"
    #expect(throws: ForeignProblem.tooMany(.cards, limit: 20_000)) {
      try ForeignFile(Array(list.utf8))
    }
    let lines =
      "[a, 1, 2, 3, 4, CardType.ean13, false]\n"
      + String(repeating: "[,,,,,CardType.x,]\n", count: 20_001)
    #expect(throws: ForeignProblem.tooMany(.cards, limit: 20_000)) {
      try ForeignFile(Array(lines.utf8))
    }
  }

  @Test func `a file whose cards have too many tags or codes together is refused`() throws {
    let rows = { (count: Int) in
      "Name,Code,Tags\n" + (1...count).map { "Shop \($0),A-\($0),a;b;c;d;e\n" }.joined()
    }
    for (count, isRefused) in [(16_000, false), (16_001, true)] {
      let file = try ForeignFile(Array(rows(count).utf8))
      guard case .table(let table)? = file else { throw ForeignProblem.notText }
      if isRefused {
        #expect(throws: ForeignProblem.tooMany(.tags, limit: 80_000)) {
          try table.reading(as: table.guess)
        }
      } else {
        #expect(try table.reading(as: table.guess).cards.count == count)
      }
    }
    let code = #"{"symbology":"QR Code","text":"1"}"#
    let codes = Array(repeating: code, count: 64).joined(separator: ",")
    let card =
      #"{"id":"00112233445566778899aabbccddeeff","name":"Gym","symbologies":[],"#
      + #""codes":[\#(codes)]}"#
    let list = "[" + Array(repeating: card, count: 626).joined(separator: ",") + "]"
    #expect(throws: ForeignProblem.tooMany(.codes, limit: 40_000)) {
      try ForeignFile(Array(list.utf8))
    }
  }

  @Test func `what a file has too many of is said`() {
    #expect(ForeignProblem.tooMany(.levels, limit: 32).words.hasSuffix("32 levels of nesting"))
    #expect(ForeignProblem.tooMany(.cards, limit: 20_000).words == "it has more than 20000 cards")
    #expect(ForeignProblem.tooMany(.tags, limit: 9).words == "it has more than 9 tags")
    #expect(ForeignProblem.tooMany(.codes, limit: 9).words == "it has more than 9 codes")
    #expect(ForeignProblem.bomb.words == "it expands far beyond its size")
    #expect(ForeignProblem.damagedArchive.words == "it is damaged")
  }
}
