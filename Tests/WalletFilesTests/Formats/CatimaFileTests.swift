import Cards
import Testing

@testable import WalletFiles

/// What is written for Catima reads back as it was.
@Suite struct CatimaFileTests {
  @Test func `every field that Catima has comes back`() throws {
    let card = OddCards.full
    let writing = CatimaFile.writing([card])
    #expect(writing.leftOut.isEmpty && writing.absent.isEmpty)
    let read = try #require(try ForeignReading(writing.text).cards.first)
    #expect(read.sourceID == "card 1")
    #expect(read.name == card.name)
    #expect(read.codes == card.codes)
    #expect(read.number == card.printedNumber)
    #expect(read.note == card.note)
    #expect(read.tags == card.tags.sorted())
    #expect(read.validFrom == card.validFrom)
    #expect(read.expires == card.expires)
    #expect(read.balance == card.balance)
    #expect(read.colour == card.colour)
    #expect(read.isFavourite && read.isArchived)
    #expect(read.lastUsed == card.lastUsed)
    #expect(read.doubts.isEmpty && read.leftOut.isEmpty)
  }

  @Test(arguments: ["1965-01-01", "1966-10-31", "1973-03-04", "2026-12-31"])
  func `days come back, long before 1970 too`(day: String) throws {
    var card = Card(id: OddCards.id(2), name: "Gym", codes: [OddCards.code(.code128, "A-7")])
    card.validFrom = CalendarDate(day)
    let read = try #require(try ForeignReading(CatimaFile.writing([card]).text).cards.first)
    #expect(read.validFrom == CalendarDate(day) && read.doubts.isEmpty)
  }

  @Test func `the file has the documented columns and sections`() {
    var card = Card(id: OddCards.id(2), name: "Gym", codes: [OddCards.code(.code128, "A-7")])
    card.tags = ["Sport"]
    #expect(
      CatimaFile.writing([card]).text == """
        2\r
        \r
        _id\r
        Sport\r
        \r
        _id,store,note,validfrom,expiry,balance,balancetype,cardid,barcodeid,barcodetype,\
        barcodeencoding,headercolor,starstatus,lastused,archive\r
        1,Gym,,,,0,,A-7,,CODE_128,,,0,0,0\r
        \r
        cardId,groupId\r
        1,Sport\r

        """)
  }

  @Test(arguments: OddCards.texts) func `texts come back as they were`(text: String) throws {
    var card = Card(id: OddCards.id(3), name: "x", codes: [OddCards.code(.qrCode, text)])
    card.note = text
    let read = try #require(try ForeignReading(CatimaFile.writing([card]).text).cards.first)
    #expect(read.note == text)
    #expect(read.codes.map(\.bytes) == [Array(text.utf8)])
    #expect(read.codes.map(\.text) == [text])
    #expect(read.number.isEmpty)
  }

  @Test(
    arguments: [
      ([0xE9, 0x80, 0xFF], nil, "", false), ([0xC3, 0xA9], nil, "", false),
      ([0xC3, 0xA9], 26, "UTF-8", false), ([0xE9], 3, "ISO-8859-1", true),
      ([0x83, 0x4A], 20, "", true), (Array("4711".utf8), 26, "UTF-8", true),
    ] as [([UInt8], Int?, String, Bool)])
  func `bytes come back as they were, whatever they mean`(
    bytes: [UInt8], eci: Int?, encoding: String, isCharsetLost: Bool
  ) throws {
    let code = Barcode(
      symbology: .qrCode, bytes: bytes, text: "read", traits: SymbolTraits(eci: eci))
    let card = Card(id: OddCards.id(4), name: "x", codes: [code])
    let writing = CatimaFile.writing([card])
    let read = try #require(try ForeignReading(writing.text).cards.first?.codes.first)
    #expect(read.bytes == bytes)
    #expect(read.traits.eci == (isCharsetLost ? nil : eci))
    #expect(CatimaValues(card)?[.barcodeencoding] == encoding)
    #expect(writing.leftOut.map(\.details) == (isCharsetLost ? [[.symbolMarks]] : []))
  }

  @Test func `what Catima has no place for is listed`() {
    var card = OddCards.full
    card.codes = [
      Barcode(
        symbology: .dataBarLimited, bytes: Array("1".utf8), text: "1",
        traits: SymbolTraits(gs1: true, addOn: "12")),
      OddCards.code(.code39, "2"),
    ]
    card.holder = "Ann"
    card.pin = "1234"
    card.webAddress = "https://example.org"
    card.kind = .gift
    card.isOneTime = true
    card.usedAt = Timestamp(milliseconds: 1)
    card.review = .draft
    #expect(
      CatimaFile.writing([card]).leftOut.map(\.details) == [
        [
          .barcode, .symbolMarks, .furtherCodes, .addOn, .holder, .pin, .webAddress, .oneTime,
          .usedAt, .kind, .draft,
        ]
      ])
  }

  @Test func `a kind with the same content stands in, and is listed`() {
    let card = Card(id: OddCards.id(5), name: "x", codes: [OddCards.code(.microQRCode, "1")])
    let writing = CatimaFile.writing([card])
    #expect(writing.leftOut.map(\.details) == [[.symbology]])
    #expect(CatimaValues(card)?[.barcodetype] == "QR_CODE")
  }

  @Test func `Catima gets a name and a number of every card`() throws {
    var unnamed = Card(id: OddCards.id(6), name: "", codes: [])
    let named = Card(id: OddCards.id(7), name: "Only a name", codes: [])
    #expect(CatimaFile.writing([unnamed]).cards.isEmpty)
    unnamed.printedNumber = "42"
    let read = try ForeignReading(CatimaFile.writing([unnamed, named]).text).cards
    #expect(read.map(\.name) == ["42", "Only a name"])
    #expect(read.map(\.number) == ["42", "Only a name"])
  }

  @Test func `digits that could not be read are no barcode`() throws {
    let code = OddCards.code(.ean13, "40063813339?1")
    let writing = CatimaFile.writing([Card(id: OddCards.id(8), name: "x", codes: [code])])
    #expect(writing.leftOut.map(\.details) == [[.barcode]])
    #expect(try ForeignReading(writing.text).cards.first?.number == "40063813339?1")
  }

  @Test func `pictures have the names that Catima requires`() {
    #expect(CatimaFile.pictureName(ofCardAt: 0, .front) == "card_1_front.png")
    #expect(CatimaFile.pictureName(ofCardAt: 11, .back) == "card_12_back.png")
    #expect(CatimaFile.pictureName(ofCardAt: 0, .other) == nil)
  }

  @Test(arguments: OddCards.texts) func `a link comes back as it was`(text: String) throws {
    var card = OddCards.full
    card.note = text
    let writing = CatimaLinkText.writing(card)
    let read = try #require(try ForeignReading(writing.text).cards.first)
    #expect(read.name == card.name)
    #expect(read.note == text)
    #expect(read.codes == card.codes)
    #expect(read.number == card.printedNumber)
    #expect(read.expires == card.expires)
    #expect(read.balance == card.balance)
    #expect(read.colour == card.colour)
    #expect(writing.leftOut.map(\.details) == [[.tags, .lastUsed, .favourite, .archived]])
  }

  @Test func `a link is encoded twice, and sends nothing to a server`() {
    let card = Card(id: OddCards.id(9), name: "A b&c", codes: [OddCards.code(.code39, "12345")])
    #expect(
      CatimaLinkText.writing(card).text
        == "https://catima.app/share#store%3DA%2Bb%2526c%26note%3D%26balance%3D0%26cardid%3D12345"
        + "%26barcodetype%3DCODE_39")
  }
}
