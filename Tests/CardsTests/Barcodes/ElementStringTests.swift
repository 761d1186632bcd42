import Cards
import Testing

@Suite struct `GS1 elements` {
  static func code(_ text: String, gs1: Bool = true) -> Barcode {
    let bytes = Array(text.replacing("|", with: "\u{1D}").utf8)
    return Barcode(
      symbology: .code128, bytes: bytes, text: String(decoding: bytes, as: UTF8.self),
      traits: SymbolTraits(gs1: gs1))
  }

  static func words(_ text: String, year: Int = 2026) -> [String] {
    let elements = ElementString(code(text), year: year)?.elements ?? []
    return elements.map { element in
      let fault = element.fault.map { " !\($0)" } ?? ""
      return element.identifier.isEmpty
        ? element.value + fault
        : "(\(element.identifier)) \(element.title) \(element.value)" + fault
    }
  }

  @Test(arguments: [
    ("0109521234543213", ["(01) GTIN 09521234543213"]),
    ("00340123450000000000", ["(00) SSCC 340123450000000000"]),
    (
      "01095212345432131726123110AB-1|21x/2",
      [
        "(01) GTIN 09521234543213", "(17) Expiry 2026-12-31", "(10) Batch AB-1", "(21) Serial x/2",
      ]
    ),
    // Separators that are not needed, and one at the end.
    (
      "|0109521234543213|17261231|10A|",
      [
        "(01) GTIN 09521234543213", "(17) Expiry 2026-12-31", "(10) Batch A",
      ]
    ),
    ("3103001250", ["(3103) Net weight 1.250 kg"]), ("3100001250", ["(3100) Net weight 1250 kg"]),
    ("3105000007", ["(3105) Net weight 0.00007 kg"]),
    ("3165123456", ["(3165) Net volume 1.23456 m³"]),
    ("3922995", ["(3922) Price 9.95"]), ("39239", ["(3923) Price 0.009"]),
    ("3932978995", ["(3932) Price 9.95 EUR"]), ("3912999100", ["(3912) Amount 1.00 currency 999"]),
    ("39401250", ["(3940) Discount 1250 %"]), ("39421250", ["(3942) Discount 12.50 %"]),
    ("4331000550-", ["(4331) At most -5.50 °C"]), ("4332001000", ["(4332) At least 10.00 °F"]),
    ("70032612311430", ["(7003) Expiry 2026-12-31 14:30"]),
    ("43242612319999", ["(4324) Deliver not before 2026-12-31"]),
    ("7007260601260603", ["(7007) Harvested 2026-06-01 to 2026-06-03"]),
    ("800826123108", ["(8008) Produced 2026-12-31 08:00"]),
    ("8008261231080910", ["(8008) Produced 2026-12-31 08:09:10"]),
    (
      "8018952000000000417725|8020REF",
      [
        "(8018) Service recipient 952000000000417725", "(8020) Payment reference REF",
      ]
    ),
    ("2539521234543213ID7", ["(253) Document 9521234543213ID7"]),
    ("80030952123454321345", ["(8003) Returnable asset 0952123454321345"]),
    ("99 |", ["99  !malformed"]), ("91a", ["(91) Company internal a"]),
  ])
  func `are described in words`(text: String, expected: [String]) {
    #expect(Self.words(text) == expected)
  }

  @Test(arguments: [
    // Wrong identifiers, lengths and characters, and what follows such a piece.
    ("05123|10A", ["05123 !unknownIdentifier", "(10) Batch A"]),
    ("010952123454321", ["010952123454321 !malformed"]),
    ("01095212345432X3", ["01095212345432X3 !malformed"]),
    ("1017261231|X", ["(10) Batch 17261231", "X !unknownIdentifier"]),
    ("10\u{e9}|17261231", ["10\u{e9} !malformed", "(17) Expiry 2026-12-31"]),
    ("10ABCDEFGHIJKLMNOPQRSTU", ["10ABCDEFGHIJKLMNOPQRSTU !malformed"]),
    ("1826123110A", ["18261231 !unknownIdentifier", "(10) Batch A"]),
    ("3106001250", ["3106001250 !unknownIdentifier"]), ("394412", ["394412 !unknownIdentifier"]),
    ("0", ["0 !unknownIdentifier"]), ("1", ["1 !unknownIdentifier"]),
    ("310３001250", ["310３0012 !unknownIdentifier", "50 !unknownIdentifier"]),
    ("0109521234543214", ["(01) GTIN 09521234543214 !wrongCheckDigit"]),
    ("4149521234543214", ["(414) Location 9521234543214 !wrongCheckDigit"]),
    ("17261301", ["(17) Expiry 261301 !noSuchDate"]),
    ("17260230", ["(17) Expiry 260230 !noSuchDate"]),
    ("70032612312430", ["(7003) Expiry 2612312430 !noSuchDate"]),
    ("800826123108091", ["(8008) Produced 26123108091 !noSuchDate"]),
  ])
  func `that do not fit are kept unchanged, and nothing is lost`(text: String, expected: [String]) {
    #expect(Self.words(text) == expected)
  }

  @Test(arguments: [
    // GS1 General Specifications 7.12: 51 ahead is the last century, 50 back the next.
    (2026, "76", 2076), (2026, "77", 1977), (2026, "26", 2026), (2026, "00", 2000),
    (2050, "00", 2100), (2050, "01", 2001), (2049, "99", 2099), (2048, "99", 1999),
    (2099, "49", 2149), (2099, "50", 2050),
  ])
  func `get the nearest century`(now: Int, year: String, expected: Int) {
    #expect(Self.words("17\(year)0615", year: now) == ["(17) Expiry \(expected)-06-15"])
  }

  @Test(arguments: [("260200", "2026-02-28"), ("280200", "2028-02-29"), ("261100", "2026-11-30")])
  func `without a day mean the last day of the month`(digits: String, date: String) {
    #expect(Self.words("17\(digits)") == ["(17) Expiry \(date)"])
    #expect(ElementString(Self.code("17\(digits)"), year: 2026)?.expiry?.description == date)
  }

  @Test func `give their expiry, and no other date`() {
    let expiry = { ElementString(Self.code($0), year: 2026)?.expiry?.description }
    #expect(expiry("0109521234543213|10A|17261231") == "2026-12-31")
    #expect(expiry("70032701150800") == "2027-01-15")
    #expect(expiry("15261231") == nil && expiry("17261301") == nil)
  }

  @Test func `are only looked for in GS1 symbols`() {
    #expect(ElementString(Self.code("0109521234543213", gs1: false), year: 2026) == nil)
    #expect(ElementString(Self.code(""), year: 2026) == nil)
    #expect(ElementString(Self.code("|"), year: 2026) == nil)
  }

  @Test func `are printed with brackets, unless a piece is unknown`() {
    let text = { ElementString(Self.code($0), year: 2026)?.text }
    #expect(text("01095212345432131726123110A|21B") == "(01)09521234543213(17)261231(10)A(21)B")
    #expect(text("0109521234543214") == "(01)09521234543214")
    #expect(text("10A|X") == nil)
  }

  @Test(arguments: [
    "(01)09521234543213(17)261231(10)A(21)B", "(10)A(B)C(99)(01", "(3103)001250(3922)995",
    "(8018)952000000000417725(8020)REF(703)2",
  ])
  func `are read from their printed form, and printed the same again`(printed: String) throws {
    let read = try #require(PrintedElements(printed, year: 2026))
    #expect(read.elements.text == printed && read.elements.isFaultless)
    var code = Self.code("")
    code.bytes = read.bytes
    #expect(ElementString(code, year: 2026) == read.elements)
    let spaced = PrintedElements(printed.replacing("(", with: " ( "), year: 2026)
    #expect(spaced?.bytes == read.bytes)
  }

  @Test(arguments: ["", "(", "(01", "01095", "(05)1", "x(01)1", "()", "(abc)", "(00001)1"])
  func `are not found in other texts`(text: String) {
    #expect(PrintedElements(text, year: 2026) == nil)
  }

  @Test func `survive any bytes that a stranger puts into a code`() {
    var generator = SystemRandomNumberGenerator()
    let sample = Self.code("01095212345432131726123110AB-1|3932978995|4331000550-|8008261231080910")
    for count in sample.bytes.indices {
      var code = sample
      code.bytes = Array(sample.bytes.prefix(count))
      for _ in 0..<40 {
        if !code.bytes.isEmpty {
          let index = Int.random(in: code.bytes.indices, using: &generator)
          code.bytes[index] = UInt8.random(in: 0...255, using: &generator)
        }
        let elements = ElementString(code, year: 2026)?.elements ?? []
        let told = elements.map { $0.identifier + $0.data }.joined()
        let bytes = code.bytes.filter { $0 != 0x1D }
        // Bytes that are not text are shown as U+FFFD, piece by piece; all ASCII must be there.
        #expect(told.utf8.filter { $0 < 0x80 } == bytes.filter { $0 < 0x80 })
      }
    }
  }
}
