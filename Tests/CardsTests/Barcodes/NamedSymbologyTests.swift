import Testing

@testable import Cards

/// Names of kinds of barcodes as people, files and programs write them.
@Suite struct NamedSymbologyTests {
  @Test(arguments: Symbology.allCases)
  func `each kind has its own name, however it is written`(symbology: Symbology) {
    for name in [symbology.name, symbology.name.uppercased(), symbology.name.lowercased()] {
      #expect(Symbology(name: name) == symbology)
    }
    let joined = symbology.name.filter { $0 != " " && $0 != "-" }
    #expect(Symbology(name: joined) == symbology)
  }

  @Test(
    arguments: [
      ("GS1-128", .code128), ("EAN-128", .code128), ("UCC/EAN-128", .code128),
      ("CODE128B", .code128), ("UPC", .upcA), ("JAN-13", .ean13), ("JAN_8", .ean8),
      ("ISBN", .ean13), ("ISSN", .ean13), ("GTIN-13", .ean13), ("RSS-14", .dataBar),
      ("RSS_EXPANDED", .dataBarExpanded), ("DataBar Omni", .dataBar),
      ("RSS Limited", .dataBarLimited), ("DataBar Stacked", .dataBarStacked), ("I2of5", .itf),
      ("Interleaved 2 of 5", .itf), ("ITF-14", .itf), ("NW-7", .codabar),
      ("Code 39 Extended", .code39), ("code39-full-ascii", .code39), ("QR_CODE", .qrCode),
      ("GS1 DataMatrix", .dataMatrix), ("DataMatrix ECC200", .dataMatrix), ("qr", .qrCode),
      ("Aztec Code", .aztec), ("Truncated PDF417", .compactPDF417), ("pdf_417", .pdf417),
    ] as [(String, Symbology)])
  func `other names mean the same`(name: String, symbology: Symbology) {
    #expect(Symbology(name: name) == symbology)
  }

  @Test(arguments: ["", "-", "none", "Code", "2 of 5", "4006381333931", "MSI", "Codablock F"])
  func `what is no name means nothing`(name: String) {
    #expect(Symbology(name: name) == nil)
  }

  @Test func `no name means two kinds`() {
    var meanings: [String: Symbology] = [:]
    for row in Symbology.table {
      for name in [row.name] + row.otherNames + row.formNames.values.joined() {
        let folded = name.lowercased().filter { $0.isLetter || $0.isNumber }
        let known = meanings.updateValue(row.symbology, forKey: folded)
        #expect(known == nil || known == row.symbology, "\(name)")
      }
    }
  }

  @Test(arguments: ["(01)09521234543213(10)A", "010952123454321310A"])
  func `a name that says GS1 makes a GS1 code, with brackets or without`(text: String) throws {
    let code = try #require(NamedSymbology("GS1-128")?.code(of: text, year: 2026))
    #expect(code.symbology == .code128 && code.traits.gs1)
    #expect(code.traits.aimIdentifier == "]C1")
    #expect(code.bytes == Array("010952123454321310A".utf8))
    #expect(NamedSymbology("Code 128")?.code(of: text, year: 2026) == nil)
  }

  @Test(
    arguments: [
      ("ISBN", "0-14-300723-8", "9780143007234"), ("ISBN", "978-0-14-300723-4", "9780143007234"),
      ("ISSN", "0317-8471", "9770317847001"), ("ISBN", "0-14-300723-9", nil),
      ("EAN-13", "0-14-300723-8", nil),
    ])
  func `a name that says what is printed makes the EAN-13`(
    name: String, text: String, digits: String?
  ) {
    #expect(NamedSymbology(name)?.code(of: text, year: 2026)?.text == digits)
  }

  @Test func `a Code 39 Extended holds pairs of its own characters`() throws {
    let named = try #require(NamedSymbology("Code 39 Extended"))
    let code = try #require(named.code(of: "Gym-7a", year: 2026))
    #expect(code.bytes == Array("G+Y+M-7+A".utf8) && code.text == "Gym-7a")
    #expect(named.code(of: "é", year: 2026) == nil)
  }
}
