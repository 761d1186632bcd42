import Cards
import Testing

@testable import Exchange

/// Passes.
@Suite struct PassTests {
  private static let pass = """
    {"formatVersion": 1, "passTypeIdentifier": "pass.example", "serialNumber": "S1",
     "organizationName": "org", "logoText": "Coffee", "description": "Coffee card",
     "voided": "true", "expirationDate": "2026-12-31T23:59-01:00", "relevantDate": "soon",
     "backgroundColor": "rgb(1, 2, 3)", "authenticationToken": "t",
     "barcode": {"format": "PKBarcodeFormatCode128", "message": "old"},
     "barcodes": [{"format": "PKBarcodeFormatQR", "message": "é", "altText": "No. 7",
       "messageEncoding": "iso-8859-1"},],
     "storeCard": {
       "primaryFields": [{"key": "balance", "label": "left", "value": 21.75, "currencyCode": "USD"}],
       "secondaryFields": [{"key": "memberName", "value": "Ann"}, {"key": "PIN", "value": "1234"}],
       "backFields": [{"label": "more", "attributedValue": "see <a href='x'>here</a>"}]},}
    """

  private func card(_ members: [String: String]) throws -> ForeignCard {
    let reading = try ForeignFile.reading(
      members.mapValues { Array($0.utf8) }, languages: ["de", "en"])
    return try #require(reading.cards.first)
  }

  @Test func `every field has its place`() throws {
    let card = try card([
      "pass.json": Self.pass, "logo.png": "", "logo@2x.png": "", "icon.png": "",
      "de.lproj/pass.strings": #"/* "c" */ "org" = "Kaffeehaus"; "more" = "Mehr \"dazu\"";"#,
    ])
    #expect(card.sourceID == "pass.example S1")
    #expect(card.name == "Kaffeehaus")
    #expect(card.kind == .loyalty)
    #expect(card.isArchived)
    #expect(card.expires == CalendarDate("2026-12-31"))
    #expect(card.validFrom == nil)
    #expect(card.colour == 0x010203)
    #expect(card.codes.map(\.symbology) == [.qrCode])
    #expect(card.codes.map(\.bytes) == [[0xE9]])
    #expect(card.number == "No. 7")
    #expect(card.balance == Balance(thousandths: 21_750, currency: "USD"))
    #expect(card.holder == "Ann")
    #expect(card.pin == "1234")
    #expect(card.note == "Coffee\nCoffee card\nMehr \"dazu\": see here")
    #expect(card.photos == [.init(side: .other, member: "logo@2x.png", picture: "logo")])
    #expect(card.leftOut == ["relevantDate", "barcodes", "authenticationToken"])
  }

  @Test(
    arguments: [
      (#""barcodes": [{"format": "New", "message": "a"}, {"format": "QR", "message": "b"}]"#, "b"),
      (
        #""barcodes": [{"format": "New", "message": "a"}], "barcode": {"format": "QR", "message": "b"}"#,
        "b"
      ),
      (#""barcodes": [{"format": "QR"}, {"format": "Aztec", "message": "b"}]"#, "b"),
      (#""barcode": {"type": "PKBarcodeFormatPDF417", "message": "b"}"#, "b"),
    ])
  func `the first barcode of a known kind is drawn`(barcodes: String, text: String) throws {
    let card = try card([
      "pass.json": #"{"formatVersion":1,"organizationName":"x",\#(barcodes)}"#
    ])
    #expect(card.codes.map(\.text) == [text])
    #expect(card.doubts.isEmpty)
    #expect(card.leftOut == (barcodes.contains("New") ? ["barcodes"] : []))
  }

  @Test func `a barcode of an unknown kind is the number where there is no other`() throws {
    let card = try card([
      "pass.json":
        #"{"formatVersion":1,"organizationName":"x","barcode":{"format":"New","message":"7"}}"#
    ])
    #expect(card.codes.isEmpty && card.number == "7")
    #expect(card.doubts == [.unknownSymbology("New")])
  }

  @Test func `what a label calls a PIN is kept as one, and what nobody reads is named`() throws {
    let card = try card([
      "pass.json": #"""
      {"formatVersion":1,"organizationName":"x","locations":[],"nfc":null,
       "coupon":{"backFields":[{"key":"f1","label":"P.I.N.","value":"0042"}]}}
      """#
    ])
    #expect(card.pin == "0042" && card.note.isEmpty)
    #expect(card.leftOut == ["locations"])
  }

  @Test func `thousands of fields with one long translation fill no memory`() throws {
    let fields = (0..<5_000).map { #"{"label": "\#($0)", "value": "k"}"# }.joined(separator: ",")
    let text = String(repeating: "x", count: 100_000)
    let card = try card([
      "pass.json":
        #"{"formatVersion":1,"organizationName":"Gym","storeCard":{"backFields":[\#(fields)]}}"#,
      "en.lproj/pass.strings": #""k" = " \#(text) ";"#,
    ])
    #expect(card.note.hasPrefix("0: xxx"))
    #expect(card.note.utf8.count < 1 << 20)
    #expect(card.leftOut == ["backFields"])
  }

  @Test(arguments: [("balance", [.noCurrency]), ("points", [])] as [(String, [ForeignCard.Doubt])])
  func `a balance without a currency is doubted, unless it counts points`(
    key: String, doubts: [ForeignCard.Doubt]
  ) throws {
    let card = try card([
      "pass.json": #"""
      {"formatVersion":1,"organizationName":"x","barcode":{"format":"QR","message":"7"},
       "storeCard":{"primaryFields":[{"key":"\#(key)","value":21.75}]}}
      """#
    ])
    #expect(card.balance == Balance(thousandths: 21_750, currency: ""))
    #expect(card.doubts == doubts)
  }

  @Test func `a pass without a barcode is doubtful`() throws {
    let card = try card(["pass.json": #"{"formatVersion":1,"organizationName":"x"}"#])
    #expect(card.doubts == [.noCode])
    #expect(card.name == "x")
  }

  @Test func `translations in UTF-16 are read`() {
    let units = Array(#""a" = "ü";"#.utf16)
    let mark: [UInt8] = [0xFF, 0xFE]
    let bytes = mark + units.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    #expect(PassStrings.texts(bytes) == ["a": "ü"])
  }

  @Test func `translations may have numbered characters`() {
    let text = #""a" = "Caf\U00e9 \U12"; "b" = "\\n \n";"#
    #expect(PassStrings.texts(Array(text.utf8)) == ["a": "Café U12", "b": #"\n"#])
  }

  @Test(
    arguments: [("rgba(1, 2, 3, 0.5)", 0x010203), ("#010203", 0x010203), ("teal", nil)]
      as [(String, UInt32?)])
  func `a colour is kept or named`(text: String, colour: UInt32?) throws {
    let card = try card([
      "pass.json": #"{"formatVersion":1,"organizationName":"x","backgroundColor":"\#(text)"}"#
    ])
    #expect(card.colour == colour)
    #expect(card.leftOut == (colour == nil ? ["backgroundColor"] : []))
  }

  @Test func `a pass that ends early is refused at each byte`() {
    let bytes = Array(Self.pass.utf8)
    for length in 0..<bytes.count {
      #expect(throws: ForeignProblem.self) {
        try ForeignFile.reading(["pass.json": Array(bytes[..<length])], languages: [])
      }
    }
  }
}
