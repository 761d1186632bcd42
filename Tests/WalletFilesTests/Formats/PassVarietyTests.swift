import Cards
import Testing

@testable import WalletFiles

/// Passes as they are found: in any language, folder and charset, with comments, and of any style.
@Suite struct PassVarietyTests {
  private static let values =
    #"{"formatVersion":1,"serialNumber":"1","organizationName":"org","generic":{"backFields":"#
    + #"[{"key":"a","label":"k","value":"v"}]},"barcode":{"format":"QR","message":"7"}}"#

  private func card(
    _ members: [String: String], languages: [String] = ["de"]
  ) throws -> ForeignCard {
    let reading = try ForeignFile.reading(
      ofArchive: members.mapValues { Array($0.utf8) }, damage: nil, languages: languages)
    return try #require(reading.cards.first)
  }

  @Test(
    arguments: [
      ("pt_BR", ["pt-BR", "pt", "en"], "pt-BR"), ("pt-br", ["pt_BR", "pt"], "pt_BR"),
      ("pt_PT", ["en", "pt-BR"], "pt-BR"), ("de_DE", ["fr", "en"], "en"),
      ("de", ["it", "fr"], "fr"), ("en_GB", ["en", "en-GB", "fr"], "en-GB"), ("C", ["fr"], "fr"),
    ])
  func `the best translation is chosen`(
    wanted: String, offered: [String], chosen: String
  ) throws {
    var members = ["pass.json": Self.values]
    for language in offered {
      members["\(language).lproj/pass.strings"] = "\"org\" = \"\(language)\";"
    }
    #expect(try card(members, languages: [wanted, "en"]).name == chosen)
  }

  @Test func `what one translation lacks comes from the next`() throws {
    let card = try card(
      [
        "pass.json": Self.values, "de-AT.lproj/pass.strings": #""org" = "Verein";"#,
        "en.lproj/pass.strings": #""org" = "Club"; "k" = "Label";"#,
        "fr.lproj/pass.strings": #""k" = "Titre"; "v" = "valeur";"#,
      ], languages: ["de_DE", "en"])
    #expect(card.name == "Verein" && card.note == "Label: valeur")
  }

  @Test func `every translation is a text of the archive`() {
    for name in ["zh_CN.lproj/pass.strings", "a.pkpass\0fr.lproj/pass.strings", "x/PASS.JSON"] {
      #expect(ForeignFile.isText(name))
    }
    #expect(!ForeignFile.isText("fr.lproj/logo.png"))
    #expect(ForeignFile.isTranslation("fr.lproj/pass.strings"))
  }

  @Test(arguments: ["Gym/pass.json", "./pass.json", "Pass.json", "a/b/PASS.JSON"])
  func `a pass in a folder is read, with its pictures and translations`(name: String) throws {
    let folder = name.dropLast("pass.json".count)
    let card = try card([
      name: Self.values, "\(folder)logo.png": "",
      "\(folder)de.lproj/pass.strings": #""org" = "Verein";"#,
    ])
    #expect(card.name == "Verein")
    #expect(card.photos.map(\.member) == ["\(folder)logo.png"])
  }

  @Test func `of two folders with passes, none is taken for the pass`() {
    #expect(throws: ForeignFile.noWallet) {
      try card(["a/pass.json": Self.values, "b/pass.json": Self.values])
    }
  }

  @Test func `comments are skipped, also one that is never closed`() throws {
    let text = "// one\n/* two */ {/**/\"a\": // b\r\n [1, /*/ 2 */ 3]} /* three"
    #expect(try JSONReader.value(of: text) == .object(["a": .array([.number("1"), .number("3")])]))
    #expect(
      try JSONReader.value(of: #"["//", "/* */"]"#) == .array([.string("//"), .string("/* */")]))
    for wrong in ["[1 / 2]", "[1, /", "[/* 1]"] {
      #expect(throws: ForeignProblem.self) { try JSONReader.value(of: wrong) }
    }
  }

  @Test func `a pass in Latin-1 is read, and its charset reported as a guess`() throws {
    let text = #"{"formatVersion":1,"serialNumber":"1","organizationName":"Café"}"#
    let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    let reading = try ForeignFile.reading(["pass.json": bytes], languages: [])
    #expect(reading.cards.map(\.name) == ["Café"])
    #expect(reading.guessedCharset == "Windows-1252")
  }

  @Test(
    arguments: [
      ("storeCard", "Ann", true), ("generic", "Ann", true), ("coupon", "", false),
      ("eventTicket", "", false), ("boardingPass", "", false),
    ])
  func `only on cards is an amount the balance, and a name the holder's`(
    style: String, holder: String, isBalance: Bool
  ) throws {
    let card = try card([
      "pass.json": """
      {"formatVersion":1,"serialNumber":"1","organizationName":"org","\(style)":{"primaryFields":
       [{"key":"credit","label":"Credit","value":9.99,"currencyCode":"EUR"},
        {"key":"name","value":"Ann"}]}}
      """
    ])
    #expect(card.balance == (isBalance ? Balance(thousandths: 9_990, currency: "EUR") : nil))
    #expect(card.holder == holder)
    #expect(card.note == (isBalance ? "" : "Credit: 9.99 EUR\nAnn"))
  }

  @Test(
    arguments: [
      (
        #"[{"key":"fee","label":"Annual fee","value":49.9,"currencyCode":"EUR"},{"key":"b","label":"Guthaben","value":12.5,"currencyCode":"EUR"}]"#,
        12_500, "Annual fee: 49.90 EUR", []
      ),
      (
        #"[{"key":"s","label":"You saved","value":49.9,"currencyCode":"EUR"},{"key":"points","label":"Points","value":120}]"#,
        120_000, "You saved: 49.90 EUR", []
      ),
      (
        #"[{"key":"v","label":"Worth","value":20,"currencyCode":"EUR"}]"#, nil, "Worth: 20 EUR",
        [.unclearBalance]
      ),
      (
        #"[{"key":"amount","label":"Annual fee","value":49.9,"currencyCode":"EUR"}]"#, nil,
        "Annual fee: 49.90 EUR", [.unclearBalance]
      ),
      (#"[{"key":"name","label":"Reward","value":"Free coffee"}]"#, nil, "Reward: Free coffee", []),
    ] as [(String, Int64?, String, [ForeignCard.Doubt])])
  func `money is the balance only where its name says so`(
    fields: String, thousandths: Int64?, note: String, doubts: [ForeignCard.Doubt]
  ) throws {
    let card = try card([
      "pass.json": """
      {"formatVersion":1,"serialNumber":"1","organizationName":"org",
       "barcode":{"format":"QR","message":"7"},"storeCard":{"headerFields":\(fields),
       "backFields":[{"key":"free","label":"Free delivery from","value":50,"currencyCode":"EUR"}]}}
      """
    ])
    #expect(card.balance?.thousandths == thousandths)
    #expect(card.note == note + "\nFree delivery from: 50 EUR")
    #expect(card.doubts == doubts && card.holder.isEmpty)
  }
}
