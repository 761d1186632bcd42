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
    // 2026-12-31T23:59-01:00
    let moment = try #require(Timestamp("2027-01-01T00:59:00Z"))
    #expect(card.expires == LocalDay.clock(at: moment)?.day)
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
    #expect(card.leftOut == ["barcodes", "authenticationToken", "relevantDate"])
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
    let card = try self.card([
      "pass.json": #"""
      {"formatVersion":1,"organizationName":"x","locations":[],"nfc":null,
       "coupon":{"backFields":[{"key":"f3","label":"PIN","value":"at the desk"},
         {"key":"f2","label":"PIN tries left","value":"3"},{"key":"f1","label":"P.I.N.","value":"0042"}]}}
      """#
    ])
    #expect(card.pin == "0042" && card.note == "PIN: at the desk\nPIN tries left: 3")
    let labelled = try self.card([
      "pass.json":
        #"{"formatVersion":1,"organizationName":"x","coupon":{"backFields":[{"label":"Your PIN","value":"4821"}]}}"#
    ])
    #expect(labelled.pin == "4821" && labelled.note.isEmpty)
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

  @Test(
    arguments: [
      (#""key":"balance","value":21.75"#, nil, "", "21.75", [.unclearBalance]),
      (#""key":"balance","value":21"#, 21_000, "", "", [.noCurrency]),
      (#""key":"balance","value":"21""#, 21_000, "", "", [.noCurrency]),
      (#""key":"balance","value":"$25.50""#, nil, "", "$25.50", [.unclearBalance]),
      (#""key":"balance","value":"$25.50","currencyCode":"CAD""#, 25_500, "CAD", "", []),
      (#""key":"balance","value":"50 zł""#, 50_000, "PLN", "", []),
      (#""key":"balance","value":"10% off""#, nil, "", "10% off", [.unclearBalance]),
      (
        #""key":"balance","value":12.50,"currencyCode":"JPY""#, nil, "", "12.50 JPY",
        [.unclearBalance]
      ),
      (#""key":"points","value":1250"#, 1_250_000, "", "", []),
      (#""key":"points","label":"Points","value":"1,250""#, 1_250_000, "", "", []),
      (#""key":"points","label":"Punkte","value":"1.250""#, 1_250_000, "", "", []),
      (#""key":"balance","label":"Puntos","value":"12.345.678""#, 12_345_678_000, "", "", []),
      (#""key":"balance","value":"3,100 pts""#, 3_100_000, "", "", []),
      (#""key":"points","value":21.75"#, nil, "", "21.75", [.unclearBalance]),
      (
        #""key":"points","label":"Points","value":"12,5""#, nil, "", "Points: 12,5",
        [.unclearBalance]
      ),
      (
        #""key":"balance","label":"B","value":"1,250","currencyCode":"USD""#, nil, "",
        "B: 1,250 USD", [.unclearBalance]
      ),
      (
        #""key":"x","label":"B","value":"2.500","currencyCode":"CHF""#, nil, "", "B: 2.500 CHF",
        [.unclearBalance]
      ),
      (#""key":"balance","value":"1,250""#, nil, "", "1,250", [.unclearBalance]),
      (#""key":"balance","value":"1,250 €""#, nil, "", "1,250 €", [.unclearBalance]),
      (#""key":"balance","value":"1,250","currencyCode":"JPY""#, 1_250_000, "JPY", "", []),
      (#""key":"balance","value":1.250,"currencyCode":"USD""#, 1_250, "USD", "", []),
      (
        #""key":"b","label":"Guthaben","value":17.299999999999997,"currencyCode":"EUR""#, 17_300,
        "EUR", "", []
      ),
      (#""key":"credit","value":8.209999999999999,"currencyCode":"GBP""#, 8_210, "GBP", "", []),
      (
        #""key":"b","label":"Remaining value","value":1999.9999999999998,"currencyCode":"JPY""#,
        2_000_000, "JPY", "", []
      ),
      (#""key":"balance","value":"25,50 €""#, 25_500, "EUR", "", []),
      (#""key":"balance","value":"£1,234.50""#, 1_234_500, "GBP", "", []),
      (#""key":"balance","value":"CHF 12.-""#, 12_000, "CHF", "", []),
      (#""key":"balance","value":"Gold""#, nil, "", "Gold", []),
    ] as [(String, Int64?, String, String, [ForeignCard.Doubt])])
  func `an amount is read by the rule of tables, or stays in the note with a doubt`(
    field: String, thousandths: Int64?, currency: String, note: String,
    doubts: [ForeignCard.Doubt]
  ) throws {
    let card = try card([
      "pass.json": """
      {"formatVersion":1,"organizationName":"x","barcode":{"format":"QR","message":"7"},
       "storeCard":{"primaryFields":[{\(field)}]}}
      """
    ])
    #expect(card.balance == thousandths.map { Balance(thousandths: $0, currency: currency) })
    #expect(card.note == note)
    #expect(card.doubts == doubts)
  }

  @Test func `a price keeps the decimals of its currency`() throws {
    let card = try card([
      "pass.json": #"""
      {"formatVersion":1,"organizationName":"x","coupon":{"primaryFields":[
       {"key":"p","label":"Price","value":17.299999999999997,"currencyCode":"EUR"},
       {"key":"q","label":"Rest","value":"1.234,50","currencyCode":"EUR"}]}}
      """#
    ])
    #expect(card.balance == nil && card.note == "Price: 17.30 EUR\nRest: 1.234,50 EUR")
  }

  private func event(_ dates: String, _ fields: String = "") throws -> ForeignCard {
    try card([
      "pass.json":
        #"{"formatVersion":1,"organizationName":"x","eventTicket":{"backFields":[\#(fields)]},\#(dates)}"#
    ])
  }

  @Test(
    arguments: [
      (#""relevantDate":"2026-12-04T18:30""#, "When: 4 Dec 2026 18:30"),
      (
        #""relevantDates":[{"startDate":"2026-12-04T18:30","endDate":"2026-12-04T23:00"}]"#,
        "When: 4 Dec 2026 18:30"
      ),
      (#""relevantDates":[{"date":"2026-12-04"}]"#, ""),
      (
        #""relevantDates":[{"startDate":"2026-12-05T20:00"},{"startDate":"2026-12-04T20:00"},{"startDate":"2026-12-04T10:00"}]"#,
        "When: 4 Dec 2026 10:00\nWhen: 4 Dec 2026 20:00\nWhen: 5 Dec 2026 20:00"
      ),
    ])
  func `an event keeps its day and its time of day`(dates: String, note: String) throws {
    let card = try event(dates)
    #expect(card.validFrom == CalendarDate("2026-12-04"))
    #expect(card.note == note && card.leftOut.isEmpty)
  }

  @Test(arguments: [
    #""relevantDates":[{"endDate":1}]"#, #""relevantDates":"soon""#,
    #""relevantDates":[{"startDate":"soon"},{"startDate":"2026-12-04T10:00"}]"#,
  ])
  func `dates of an event that cannot be read are named`(dates: String) throws {
    #expect(try event(dates).leftOut.contains("relevantDates") == !dates.contains("endDate"))
  }

  @Test(
    arguments: [
      (
        #""value":"2026-12-04T17:30","dateStyle":"PKDateStyleMedium","timeStyle":"PKDateStyleShort""#,
        "4 Dec 2026 17:30"
      ),
      (#""value":"2026-12-04T17:30","dateStyle":"PKDateStyleShort""#, "4 Dec 2026 17:30"),
      (
        #""value":"2026-12-04T17:30","dateStyle":"PKDateStyleShort","timeStyle":"PKDateStyleNone""#,
        "4 Dec 2026"
      ),
      (#""value":"2026-12-04T00:00","dateStyle":"PKDateStyleShort""#, "4 Dec 2026"),
      (
        #""value":"2026-12-04","dateStyle":"PKDateStyleFull","timeStyle":"PKDateStyleFull""#,
        "4 Dec 2026"
      ),
      (
        #""value":"2026-12-04T17:30-09:00","dateStyle":"PKDateStyleShort","ignoresTimeZone":true"#,
        "4 Dec 2026 17:30"
      ),
      (#""value":"2026-12-04T17:30""#, "4 Dec 2026 17:30"),
      (#""value":"2026-12-04""#, "2026-12-04"),
      (#""value":"soon","dateStyle":"PKDateStyleShort""#, "soon"),
      (#""value":"2026-12-04 and later""#, "2026-12-04 and later"),
    ])
  func `a date field is a date for people`(field: String, text: String) throws {
    let card = try event(#""voided":false"#, #"{"key":"d","label":"Doors",\#(field)}"#)
    #expect(card.note == "Doors: \(text)")
  }

  @Test func `an event's time is not told twice`() throws {
    let card = try event(
      #""relevantDate":"2026-12-04T17:30""#,
      #"{"key":"d","label":"Doors","value":"2026-12-04T17:30","dateStyle":"PKDateStyleShort"}"#)
    #expect(card.note == "Doors: 4 Dec 2026 17:30")
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

  @Test(arguments: [true, false], ["Grün \"Gold\"", "会员卡", "Карта"])
  func `translations in UTF-16 need no byte order mark, and keys no quotes`(
    isLittle: Bool, value: String
  ) {
    let escaped = value.replacing("\"", with: "\\\"")
    let text = "/* \"c\" = 1; */\n\"L_A\" = \"\(escaped)\"; // x\r\nORG = \"b\";\nK.1-a_b=Gold ;\n"
    for tail in [[], [0]] as [[UInt8]] {
      let bytes = text.utf16.flatMap { unit -> [UInt8] in
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
        return isLittle ? [low, high] : [high, low]
      }
      #expect(PassStrings.texts(bytes + tail) == ["L_A": value, "ORG": "b", "K.1-a_b": "Gold"])
    }
    #expect(PassStrings.texts(Array(text.utf8)) == ["L_A": value, "ORG": "b", "K.1-a_b": "Gold"])
  }

  @Test func `a translation that is broken leaves the others`() {
    let text = #""a" = ; "b" "c"; = "d"; "e" = "f" "g" = "h"; "i";"j"="k";"open" = "x"#
    #expect(PassStrings.texts(Array(text.utf8)) == ["e": "f", "g": "h", "j": "k"])
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
