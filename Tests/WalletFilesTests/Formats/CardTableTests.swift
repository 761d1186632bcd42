import Cards
import Testing

@testable import WalletFiles

/// Our own table reads back as it was, and no spreadsheet calculates it.
@Suite struct CardTableTests {
  private func full() -> Card {
    var card = OddCards.full
    card.codes[0].traits.addOn = "12345"
    card.holder = "Ann"
    card.pin = "0012"
    card.webAddress = "https://example.org/?a=b,c"
    card.kind = .gift
    card.isOneTime = true
    card.usedAt = Timestamp(milliseconds: 1_700_000_000_123)
    card.lastUsed = Timestamp(milliseconds: 1_700_000_001_000)
    return card
  }

  @Test func `every column comes back`() throws {
    let card = full()
    let writing = CardTable.writing([card])
    #expect(writing.leftOut.isEmpty)
    let reading = try ForeignReading(writing.text)
    #expect(reading.source == .cardvault)
    let read = try #require(reading.cards.first)
    #expect(read.sourceID == card.id.description)
    #expect(read.name == card.name)
    #expect(read.codes == card.codes)
    #expect(read.number == card.printedNumber)
    #expect(read.holder == card.holder)
    #expect(read.pin == card.pin)
    #expect(read.webAddress == card.webAddress)
    #expect(read.note == card.note)
    #expect(read.tags == card.tags)
    #expect(read.validFrom == card.validFrom)
    #expect(read.expires == card.expires)
    #expect(read.balance == card.balance)
    #expect(read.colour == card.colour)
    #expect(read.kind == card.kind)
    #expect(read.isFavourite && read.isArchived && read.isOneTime)
    #expect(read.usedAt == card.usedAt)
    #expect(read.lastUsed == card.lastUsed)
    #expect(read.doubts.isEmpty && read.leftOut.isEmpty)
  }

  @Test(arguments: OddCards.texts) func `texts come back as they were`(text: String) throws {
    var card = Card(id: OddCards.id(1), name: "x", codes: [OddCards.code(.code128, text)])
    card.note = text
    card.tags = [text].filter { $0.trimmed == $0 }
    let read = try #require(try ForeignReading(CardTable.writing([card]).text).cards.first)
    #expect(read.note == text)
    #expect(read.codes == card.codes)
    #expect(read.tags == card.tags)
  }

  @Test func `bytes come back that are not the text's`() throws {
    let code = Barcode(symbology: .qrCode, bytes: [0, 0xE9, 0xFF], text: "\u{0}éÿ")
    let card = Card(id: OddCards.id(2), name: "x", codes: [code])
    let read = try #require(try ForeignReading(CardTable.writing([card]).text).cards.first)
    #expect(read.codes.map(\.bytes) == [[0, 0xE9, 0xFF]])
    #expect(read.codes.map(\.text) == ["éÿ"])
  }

  @Test(arguments: ["sep=;\r\n", "SEP=;\n", ""])
  func `a spreadsheet's first line may say what separates the fields`(first: String) throws {
    let card = Card(id: OddCards.id(3), name: "Gym", codes: [OddCards.code(.code128, "A7")])
    let table = first + CardTable.writing([card]).text.replacing(",", with: ";")
    let reading = try ForeignReading(table)
    #expect(reading.source == .cardvault)
    #expect(reading.cards.map(\.codes) == [card.codes])
    #expect(throws: ForeignProblem.damagedLine(first.isEmpty ? 3 : 4)) {
      try ForeignReading(table + "\"a\"b\n")
    }
  }

  @Test func `what was changed in a spreadsheet is read or named`() throws {
    let card = try #require(
      try ForeignReading(
        """
        name,symbology,code,bytes,validFrom,expires,balance,currency,kind,colour,usedAt,id,Shelf
        Gym,,A-7,,01.02.2026,2026-12-31,5,Euro,gold,red,today,x,3
        """
      ).cards.first)
    #expect(card.number == "A-7")
    #expect(card.doubts == [.unreadDay, .unclearBalance, .unknownSymbology("")])
    #expect(card.expires == CalendarDate("2026-12-31"))
    #expect(card.note == "Valid from: 01.02.2026\nBalance: 5 Euro")
    #expect(card.leftOut == ["colour", "kind", "usedAt", "Shelf"])
  }

  @Test
  func `a retail number that lost a zero is doubtful, and so is a code that was hard to read`()
    throws
  {
    var card = Card(id: OddCards.id(4), name: "x", codes: [OddCards.code(.upcA, "036000291452")])
    card.review = .doubtfulDraft
    let text = CardTable.writing([card]).text
    #expect(try ForeignReading(text).cards.first?.doubts == [.hardToRead])
    let cut = text.replacing("036000291452", with: "36000291452")
    #expect(
      try ForeignReading(cut).cards.first?.doubts == [.hardToRead, .wrongCheckDigit])
  }

  @Test func `of very many tags, one more is read than a card has`() throws {
    let tags = (1...80).map { "tag \($0)" }
    var card = full()
    card.tags = ["Tag 1"] + tags
    let text = CardTable.writing([card]).text
    let reading = try ForeignReading(text)
    #expect(reading.cards.map(\.tags.count) == [CardLimits.tagCount + 1])
  }

  @Test func `a card without a code has none`() throws {
    let card = Card(id: OddCards.id(3), name: "Library", codes: [])
    let read = try #require(try ForeignReading(CardTable.writing([card]).text).cards.first)
    #expect(read.codes.isEmpty && read.doubts.isEmpty)
  }

  @Test func `further codes and marks are listed`() {
    var card = full()
    card.codes.append(OddCards.code(.code39, "2"))
    card.codes[0].traits.eci = 26
    #expect(CardTable.writing([card]).leftOut.map(\.details) == [[.symbolMarks, .furtherCodes]])
  }

  @Test func `no field begins like a formula, except numbers`() throws {
    for text in OddCards.texts {
      let written = FormulaGuard.guarded(text)
      #expect(FormulaGuard.original(written) == text)
      let first = try #require(written.unicodeScalars.first)
      let isNumber = WrittenValue.thousandths(text) != nil
      #expect(isNumber || !"=+-@\t\r\n＝".unicodeScalars.contains(first), "\(text)")
    }
    #expect(FormulaGuard.guarded("-5") == "-5")
    #expect(FormulaGuard.guarded("=1") == "'=1")
    #expect(FormulaGuard.original("'tis") == "'tis")
    for text in [
      "'5", "''5", "'-5", "'=1", "=\"1\"", "'=\"1\"", "\t5\t", "5\t", "'\t5", "'", "''", "=\"\"",
      "'t Hoekje",
    ] {
      #expect(FormulaGuard.original(FormulaGuard.guarded(text)) == text, "\(text)")
    }
    #expect(FormulaGuard.guarded("'t Hoekje") == "'t Hoekje" && FormulaGuard.guarded("5") == "5")
  }

  @Test(
    arguments: [
      ("QR Code,,,", .noNumber), ("QR Code,a,6,", .notACard),
      ("EAN-13,4006381333931,,1", .notACard),
      ("QR Code,a,\(String(repeating: "61", count: Barcode.maxByteCount + 1)),", .codeTooLong),
    ] as [(String, ForeignReading.Unreadable.Reason)])
  func `a code that no symbol can have is reported with its reason`(
    code: String, reason: ForeignReading.Unreadable.Reason
  ) throws {
    let reading = try ForeignReading("name,id,symbology,code,bytes,addOn\nGym,,\(code)\n")
    #expect(reading.unreadable == [.init(name: "Gym", reason: reason)])
  }

  @Test func `a table that ends early gives a part of its cards or a reason`() throws {
    let text = CardTable.writing([full(), full()]).text
    let bytes = Array(text.utf8)
    for length in 0..<bytes.count {
      do throws(ForeignProblem) {
        guard case .text(let reading)? = try ForeignFile(Array(bytes[..<length])) else { continue }
        #expect(reading.cards.count <= 2)
      } catch {}
    }
  }
}
