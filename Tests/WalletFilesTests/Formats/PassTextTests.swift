import Cards
import Testing

@testable import WalletFiles

/// What is written for phones' wallets, and reads back.
@Suite struct PassTextTests {
  private func pass(_ card: Card) throws -> JSONValue {
    try JSONReader.value(of: PassText.writing(card).text)
  }

  private func read(_ card: Card) throws -> ForeignCard {
    try #require(try ForeignReading(PassText.writing(card).text).cards.first)
  }

  private func formats(_ symbology: Symbology, _ text: String) throws -> [String] {
    let card = Card(id: OddCards.id(1), name: "x", codes: [OddCards.code(symbology, text)])
    return try pass(card)["barcodes"].elements.map { $0["format"].text }
  }

  @Test func `every field that a pass has comes back`() throws {
    var card = OddCards.full
    card.holder = "Ann"
    card.webAddress = "https://example.org"
    let read = try self.read(card)
    #expect(read.name == card.name)
    #expect(read.codes == card.codes)
    #expect(read.number == card.printedNumber)
    #expect(read.holder == card.holder)
    #expect(read.webAddress == card.webAddress)
    #expect(read.note == card.note)
    #expect(read.validFrom == card.validFrom)
    #expect(read.expires == card.expires)
    #expect(read.balance == card.balance)
    #expect(read.colour == card.colour)
    #expect(read.kind == .loyalty)
    #expect(read.leftOut.isEmpty && read.doubts.isEmpty)
    #expect(
      PassText.writing(card).leftOut.map(\.details) == [[.tags, .lastUsed, .favourite, .archived]])
  }

  @Test func `a pass has the keys that are required`() throws {
    let pass = try self.pass(OddCards.full)
    let needed = [
      "description", "formatVersion", "organizationName", "passTypeIdentifier", "serialNumber",
      "teamIdentifier",
    ]
    #expect(needed.allSatisfy { !pass[$0].text.isEmpty })
    #expect(pass["formatVersion"] == .number("1"))
    let issuer = PassText.Issuer(passType: "pass.org.example", team: "ABCDE12345")
    let signed = try JSONReader.value(of: PassText.writing(OddCards.full, by: issuer).text)
    #expect(signed["passTypeIdentifier"].text == "pass.org.example")
    #expect(signed["teamIdentifier"].text == "ABCDE12345")
  }

  @Test func `the code's own kind comes first, then one that older systems draw`() throws {
    let prefix = "PKBarcodeFormat"
    #expect(
      try formats(.ean13, "4006381333931") == ["\(prefix)EAN13", "\(prefix)Code128"])
    #expect(try formats(.qrCode, "a") == ["\(prefix)QR"])
    #expect(try formats(.pdf417, "a") == ["\(prefix)PDF417"])
    #expect(try formats(.aztec, "a") == ["\(prefix)Aztec"])
    #expect(try formats(.code128, "a") == ["\(prefix)Code128"])
    #expect(try formats(.dataMatrix, "a") == ["\(prefix)QR"])
    #expect(try formats(.itf, "1234") == ["\(prefix)I2of5", "\(prefix)Code128"])
    // Scanners do not pass on the same content of another kind.
    #expect(try formats(.codabar, "A12B") == ["\(prefix)Codabar"])
    #expect(try formats(.upcE, "01234565").isEmpty)
    #expect(try formats(.dataBar, "1").isEmpty)
  }

  @Test func `the older key has only what it may name`() throws {
    let qr = Card(id: OddCards.id(2), name: "x", codes: [OddCards.code(.qrCode, "a")])
    let bars = Card(id: OddCards.id(3), name: "x", codes: [OddCards.code(.ean8, "96385074")])
    #expect(try pass(qr)["barcode"]?["message"].text == "a")
    #expect(try pass(bars)["barcode"] == nil)
  }

  @Test func `UPC-A has the bars of EAN-13`() throws {
    let card = Card(id: OddCards.id(4), name: "x", codes: [OddCards.code(.upcA, "036000291452")])
    let messages = try pass(card)["barcodes"].elements.map { $0["message"].text }
    #expect(messages == ["0036000291452", "036000291452"])
  }

  @Test func `a code that a pass cannot show stays as a number`() throws {
    let code = Barcode(
      symbology: .code128, bytes: Array("0112".utf8), text: "(01)12",
      traits: SymbolTraits(gs1: true))
    let card = Card(id: OddCards.id(5), name: "x", codes: [code])
    #expect(try pass(card)["barcodes"] == nil)
    #expect(try read(card).number == "(01)12")
    #expect(PassText.writing(card).leftOut.map(\.details) == [[.barcode, .symbolMarks]])
  }

  @Test func `bytes come back through the charset`() throws {
    for (bytes, eci, charset) in [
      ([0xE9, 0xFF] as [UInt8], nil, "iso-8859-1"), ([0xC3, 0xA9], nil, "iso-8859-1"),
      ([0xC3, 0xA9], 26, "utf-8"),
    ] as [([UInt8], Int?, String)] {
      let code = Barcode(
        symbology: .qrCode, bytes: bytes, text: "read", traits: SymbolTraits(eci: eci))
      let card = Card(id: OddCards.id(6), name: "x", codes: [code])
      #expect(try read(card).codes.map(\.bytes) == [bytes])
      #expect(try pass(card)["barcodes"].elements.first?["messageEncoding"].text == charset)
    }
  }

  @Test(arguments: OddCards.texts) func `texts are written as JSON reads them`(text: String) throws
  {
    var card = Card(id: OddCards.id(7), name: "x", codes: [OddCards.code(.qrCode, text)])
    card.note = text.trimmed
    let read = try self.read(card)
    #expect(read.codes.map(\.bytes) == [Array(text.utf8)])
    #expect(read.note == card.note)
  }
}

/// The digest of a pass's files.
@Suite struct PassDigestTests {
  // The examples of FIPS 180-4 (NIST, "Secure Hash Standard: Examples with Intermediate Values", and SHA1ShortMsg).
  @Test(
    arguments: [
      ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
      ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
      ),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopq"
          + "klmnopqrlmnopqrsmnopqrstnopqrstu",
        "a49b2446a02c645bf419f995b67091253a04a259"
      ),
    ] as [(String, String)])
  func `it is SHA-1 as the standard's examples show it`(message: String, digest: String) {
    #expect(PassDigest.sha1(Array(message.utf8)).hexadecimal == digest)
  }

  @Test func `a million letters`() {
    let digest = PassDigest.sha1([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
    #expect(digest.hexadecimal == "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
  }

  @Test(
    arguments: [
      (55, "c1c8bbdc22796e28c0e15163d20899b65621d65a"),
      (56, "c2db330f6083854c99d4b5bfb6e8f29f201be699"),
      (63, "03f09f5b158a7a8cdad920bddc29b81c18a551f5"),
      (64, "0098ba824b5c16427bd7a1122a5a442a25ec644d"),
      (65, "11655326c708d70319be2610e8a57d9a5b959d3b"),
    ] as [(Int, String)])
  func `lengths around a block`(count: Int, digest: String) {
    let message = [UInt8](repeating: UInt8(ascii: "a"), count: count)
    #expect(PassDigest.sha1(message).hexadecimal == digest)
  }
}
