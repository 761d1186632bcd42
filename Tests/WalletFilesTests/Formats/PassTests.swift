import Cards
import Testing

@testable import WalletFiles

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

  @Test(arguments: [
    (#""key":"pin","value":"AB 12-x""#, "AB 12-x", ""),
    (#""key":"pin","value":"48 21""#, "48 21", ""),
    (#""label":"Passcode","value":"k7Q""#, "k7Q", ""),
    (#""label":"Código PIN","value":"a-77""#, "a-77", ""),
    (#""key":"pin","label":"Secret","value":"Your PIN is 4821""#, "Your PIN is 4821", ""),
    (#""key":"pin","value":"Ask at the counter""#, "", "Ask at the counter"),
    (#""key":"pin","value":"n/a""#, "", "n/a"), (#""key":"pin","value":"7""#, "", "7"),
    (#""label":"PIN tries left","value":"3 of 5 tries""#, "", "PIN tries left: 3 of 5 tries"),
    (#""label":"PIN valid until","value":"2026-12-31""#, "", "PIN valid until: 2026-12-31"),
    (#""label":"PIN number","value":"48 21""#, "48 21", ""),
    (#""label":"Online PIN","value":"PIN: 4711""#, "PIN: 4711", ""),
    (#""label":"Access code","value":"HJKL-QWER""#, "HJKL-QWER", ""),
    (#""label":"Has lounge access","value":"Yes""#, "", "Has lounge access: Yes"),
    (#""label":"Secrétariat","value":"01 23 45""#, "", "Secrétariat: 01 23 45"),
    (#""label":"Your PIN","value":"AB12""#, "AB12", ""),
    (#""label":"Gift card PIN","value":"1234-5678""#, "1234-5678", ""),
    (#""key":"giftCardPin","label":"Code","value":"ZX81""#, "ZX81", ""),
    (#""key":"giftCardPIN","label":"Code","value":"ZX81""#, "ZX81", ""),
    (#""key":"balance","label":"Balance PIN","value":"1234""#, "1234", ""),
    (#""label":"PIN","value":"42""#, "42", ""), (#""label":"My PIN","value":"42""#, "42", ""),
    (#""label":"PIN tries left","value":"42""#, "", "PIN tries left: 42"),
    (#""label":"PIN valid until","value":"31.12.2026""#, "", "PIN valid until: 31.12.2026"),
    (#""label":"Code secret","value":"AB 12""#, "AB 12", ""),
    (#""label":"Sicherheitscode","value":"AB 12""#, "AB 12", ""),
    (#""label":"Card security code","value":"AB 12""#, "AB 12", ""),
    (#""label":"CVV","value":"123""#, "123", ""), (#""label":"CVC","value":"123""#, "123", ""),
    (#""label":"暗証番号","value":"1234""#, "1234", ""),
    (#""label":"ПИН","value":"1234""#, "1234", ""),
    (#""label":"ПИН-код","value":"1234""#, "1234", ""),
    (#""label":"NIP","value":"1234""#, "1234", ""),
    (#""label":"Password","value":"hunter2!""#, "hunter2!", ""),
    (#""label":"Passwort","value":"mellon""#, "mellon", ""),
    (#""label":"WLAN-Passwort","value":"sesame open""#, "sesame open", ""),
    (#""label":"Mot de passe","value":"soleil""#, "soleil", ""),
    (#""label":"Contraseña","value":"sol""#, "sol", ""),
    (#""key":"loginPassword","value":"01.01.1990""#, "01.01.1990", ""),
    (#""label":"User name","value":"ann7""#, "", "User name: ann7"),
    (#""label":"Day pass","value":"Adult 2""#, "", "Day pass: Adult 2"),
    (#""key":"passType","label":"Pass","value":"Gold 12""#, "", "Pass: Gold 12"),
  ])
  func `a field that is called a PIN hides what has a digit, and no sentence without one`(
    field: String, pin: String, note: String
  ) throws {
    let card = try card([
      "pass.json":
        #"{"formatVersion":1,"organizationName":"x","coupon":{"backFields":[{\#(field)}]}}"#
    ])
    #expect(card.pin == pin && card.note == note)
  }

  @Test func `several PINs are kept together, and one that is too long is in no note`() throws {
    let long = "4821 " + String(repeating: "x", count: 60)
    let fields = ["See desk 3", "0042", long].map { #"{"key":"pin","value":"\#($0)"}"# }
      .joined(separator: ",")
    let card = try card([
      "pass.json":
        #"{"formatVersion":1,"organizationName":"x","coupon":{"backFields":[\#(fields)]}}"#
    ])
    #expect(card.pin == "See desk 3, 0042" && card.note.isEmpty && card.leftOut == ["pin"])
  }

  @Test func `a sentence about passwords is no secret, as it is longer than one`() throws {
    let text = String(repeating: "word ", count: 20) + "end"
    let card = try card([
      "pass.json":
        #"{"formatVersion":1,"organizationName":"x","coupon":{"backFields":[{"label":"Password","value":"\#(text)"}]}}"#
    ])
    #expect(card.pin.isEmpty && card.note == "Password: \(text)" && card.leftOut.isEmpty)
  }

  @Test(
    arguments: [
      (["Card PIN": "4321"], "4321", []),
      (["Card PIN": "4321", "Login PIN": "9999"], "Card PIN: 4321, Login PIN: 9999", []),
      (["Card PIN": "4321", "Login PIN": "4321"], "4321", []),
      (["Card PIN": "4321", "Password": "mellon"], "Card PIN: 4321, Password: mellon", []),
      (
        [
          "The PIN of your gift card at the till": "4321", "The PIN for the login at home": "9999",
        ],
        "4321, 9999", []
      ),
      (
        ["PIN": "1234567890123456789012345678901234567890", "Your PIN": "98765432109876543210987"],
        "98765432109876543210987", ["pin"]
      ),
    ] as [(KeyValuePairs<String, String>, String, [String])])
  func `several PINs keep their labels where there is room`(
    pins: KeyValuePairs<String, String>, pin: String, leftOut: [String]
  ) throws {
    let fields = pins.map { #"{"label":"\#($0)","value":"\#($1)"}"# }.joined(separator: ",")
    let card = try card([
      "pass.json":
        #"{"formatVersion":1,"organizationName":"x","storeCard":{"backFields":[\#(fields)]}}"#
    ])
    #expect(card.pin == pin && card.note.isEmpty && card.leftOut == leftOut)
  }

  private static let eur = #""currencyCode":"EUR""#

  @Test(
    arguments: [
      "Previous balance", "Minimum balance", "Initial balance", "Opening balance",
      "Pending balance", "Balance due", "No balance", "Altes Guthaben", "Guthaben verfallen",
      "Ancien solde", "Saldo anterior", "Letzter Saldo", "Remaining value", "Punkte bis Gold",
      "Points to next level", "Points expiring", "Points card", "Credit account", "Points 2025",
      "Amount", "Reward amount",
    ], ["balance", "points", "f1"])
  func `an amount is not the balance where one word of its label says something else`(
    label: String, key: String
  ) throws {
    let other = #"{"key":"\#(key)","label":"\#(label)","value":99,\#(Self.eur)}"#
    let alone = try amounts(other)
    #expect(alone.balance == nil && alone.doubts == [.unclearBalance])
    #expect(alone.note == "\(label): 99 EUR")
    let surely = #"{"key":"f2","label":"Balance","value":10,\#(Self.eur)}"#
    for fields in ["\(other),\(surely)", "\(surely),\(other)"] {
      let card = try amounts(fields)
      #expect(card.balance == Balance(thousandths: 10_000, currency: "EUR"))
      #expect(card.note == "\(label): 99 EUR" && card.doubts.isEmpty)
    }
  }

  @Test(arguments: [
    "Balance", "Your card balance", "Available Balance:", "Account balance", "Gift card balance",
    "Ihr aktuelles Guthaben", "Verfügbares Guthaben", "Kontostand", "Restwert", "Votre solde",
    "Solde de la carte", "Solde disponible", "Su saldo actual", "Saldo tarjeta", "Saldo attuale",
    "Uw tegoed", "Huidig saldo", "Twoje punkty", "Saldo disponível", "Remaining", "Amount left",
    "残高",
  ])
  func `an amount is the balance where each word of its label says so`(label: String) throws {
    let card = try amounts(#"{"key":"f1","label":"\#(label)","value":10,\#(Self.eur)}"#)
    #expect(card.balance == Balance(thousandths: 10_000, currency: "EUR"))
    #expect(card.note.isEmpty && card.doubts.isEmpty)
  }

  @Test(
    arguments: [
      (#"{"key":"points","label":"Punkte bis Gold","value":250},"#, "Punkte", "1250"),
      (#"{"key":"points","label":"Points to next level","value":"250"},"#, "Your points", "1,250"),
      ("", "Punktestand", "1250"), ("", "Stars", "1250"), ("", "Loyalty points", #""1.250""#),
    ])
  func `points are those whose label says nothing else`(
    other: String, label: String, value: String
  ) throws {
    let number = value.allSatisfy(\.isNumber) || value.hasPrefix("\"") ? value : "\"\(value)\""
    let card = try amounts(#"\#(other){"key":"f1","label":"\#(label)","value":\#(number)}"#)
    #expect(card.balance == Balance(thousandths: 1_250_000, currency: ""))
    #expect(card.doubts.isEmpty && card.note.isEmpty == other.isEmpty)
  }

  @Test(
    arguments: [
      (#"{"label":"Balance","value":"10 €"},{"label":"Guthaben","value":"10,00 EUR"}"#, true, ""),
      (
        #"{"label":"Balance","value":"10 €"},{"label":"Guthaben","value":"12 €"}"#, false,
        "Balance: 10 €\nGuthaben: 12 €"
      ),
      (
        #"{"label":"Balance","value":"10 €"},{"label":"Points","value":10}"#, false,
        "Balance: 10 €\nPoints: 10"
      ),
    ])
  func `of two balances that differ, none is sure`(
    fields: String, isSure: Bool, note: String
  ) throws {
    let card = try amounts(fields)
    #expect(card.balance == (isSure ? Balance(thousandths: 10_000, currency: "EUR") : nil))
    #expect(card.doubts == (isSure ? [] : [.unclearBalance]) && card.note == note)
  }

  private func amounts(_ fields: String) throws -> ForeignCard {
    try card([
      "pass.json": """
      {"formatVersion":1,"organizationName":"x","barcode":{"format":"QR","message":"7"},
       "storeCard":{"primaryFields":[\(fields)]}}
      """
    ])
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
        #""key":"b","label":"Remaining balance","value":1999.9999999999998,"currencyCode":"JPY""#,
        2_000_000, "JPY", "", []
      ),
      (#""key":"balance","value":"25,50 €""#, 25_500, "EUR", "", []),
      (#""key":"f1","label":"Guthaben","value":"25,50 €""#, 25_500, "EUR", "", []),
      (#""key":"f1","label":"Guthaben","value":"250""#, 250_000, "", "", [.noCurrency]),
      (#""key":"f1","label":"Guthaben","value":250"#, 250_000, "", "", [.noCurrency]),
      (
        #""key":"f1","label":"Guthaben","value":"25,50""#, nil, "", "Guthaben: 25,50",
        [.unclearBalance]
      ),
      (
        #""key":"f1","label":"Altes Guthaben","value":"nichts""#, nil, "", "Altes Guthaben: nichts",
        []
      ),
      (#""key":"currentBalance","value":8,"currencyCode":"EUR""#, 8_000, "EUR", "", []),
      (
        #""key":"minimumBalance","value":8,"currencyCode":"EUR""#, nil, "", "8 EUR",
        [.unclearBalance]
      ),
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

  @Test func `an event's time is not repeated`() throws {
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
