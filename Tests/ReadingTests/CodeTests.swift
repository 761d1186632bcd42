import Cards
import CommandLineSupport
import Czxing
import Reading
import Testing

@testable import PictureSupport

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct `Codes` {
  /// A symbol to draw, and the expected result: symbology, bytes as text, AIM identifier.
  struct Case: Sendable, CustomTestStringConvertible {
    let format: String
    let text: String
    let symbology: Symbology
    var bytes: String?
    let identifier: String
    var testDescription: String { "\(symbology) \(text)" }
  }

  static let cases = [
    Case(format: "QRCode", text: "https://example.org/ä", symbology: .qrCode, identifier: "]Q1"),
    Case(format: "PDF417", text: "M1DOE/JOHN 0815", symbology: .pdf417, identifier: "]L2"),
    Case(format: "Aztec", text: "AZTEC 0815", symbology: .aztec, identifier: "]z0"),
    Case(format: "DataMatrix", text: "MATRIX 0815", symbology: .dataMatrix, identifier: "]d1"),
    Case(format: "Code128", text: "Club-0815 x", symbology: .code128, identifier: "]C0"),
    Case(format: "Code39", text: "LIB-4711", symbology: .code39, identifier: "]A0"),
    Case(format: "Code93", text: "LIB-4711", symbology: .code93, identifier: "]G0"),
    Case(format: "Codabar", text: "A29876543B", symbology: .codabar, identifier: "]F0"),
    Case(format: "ITF", text: "12345678901231", symbology: .itf, identifier: "]I1"),
    Case(format: "EAN13", text: "5901234123457", symbology: .ean13, identifier: "]E0"),
    Case(format: "EAN8", text: "96385074", symbology: .ean8, identifier: "]E4"),
    Case(format: "UPCA", text: "036000291452", symbology: .upcA, identifier: "]E0"),
    Case(format: "UPCE", text: "01234565", symbology: .upcE, identifier: "]E0"),
  ]

  @Test(arguments: cases)
  func `each symbology is read as it was drawn`(expected: Case) throws {
    let format = unsafe ZXing_BarcodeFormatFromString(expected.format)
    let bytes = try #require(Sample(format, expected.text, scale: 3).saved(as: ".png"))
    let code = try #require(try codes(of: bytes).first)
    #expect(code.isSure)
    #expect(code.barcode.symbology == expected.symbology)
    #expect(code.barcode.text == expected.text)
    #expect(code.barcode.bytes.starts(with: Array(expected.text.utf8.prefix(6))))
    #expect(code.barcode.traits.aimIdentifier == expected.identifier)
    #expect(!code.barcode.traits.gs1)
    #expect(code.position.count == 4)
  }

  @Test func `letters beyond ASCII in a Code 128 are right or doubtful, however blurred`() throws {
    let text = "café-12345"
    let symbol = Sample.drawn(ZXing_BarcodeFormat_Code128, text, scale: 8)
    var sureCount = 0
    for step in 4...12 {
      for reach in stride(from: 0, through: 24, by: 4) {
        let bytes = try #require(symbol.blurred(reach: reach, every: step).saved(as: ".png"))
        for code in try codes(of: bytes) where code.isSure {
          sureCount += 1
          #expect(code.barcode.bytes == text.unicodeScalars.map { UInt8($0.value) })
        }
      }
    }
    #expect(sureCount > 0)
  }

  @Test func `a QR Code's version, level and mask are reported`() throws {
    let bytes = try #require(Sample(ZXing_BarcodeFormat_QRCode, "0123").saved(as: ".png"))
    let traits = try #require(try codes(of: bytes).first).barcode.traits
    #expect(traits.version == "1")
    #expect(["L", "M", "Q", "H"].contains(traits.errorCorrection))
    #expect((0...7).contains(traits.mask ?? -1))
  }

  @Test func `an ECI is reported only if the symbol states one`() throws {
    let plain = try #require(Sample(ZXing_BarcodeFormat_QRCode, "abc").saved(as: ".png"))
    #expect(try codes(of: plain).map(\.barcode.traits.eci) == [nil])
    let stated = try #require(
      Sample(ZXing_BarcodeFormat_QRCode, "Łódź", options: "eci=26").saved(as: ".png"))
    let barcode = try #require(try codes(of: stated).first).barcode
    #expect(barcode.traits.eci == 26)
    #expect(barcode.bytes == Array("Łódź".utf8))
  }

  @Test(arguments: [("Code128", "]C1"), ("DataMatrix", "]d2"), ("QRCode", "]Q3"), ("Aztec", "]z1")])
  func `a GS1 symbol is read, with GS between its elements`(name: String, identifier: String) throws
  {
    let format = unsafe ZXing_BarcodeFormatFromString(name)
    let sample = Sample(format, "(10)ABC123(21)4711", scale: 3, width: 900, options: "gs1")
    let bytes = try #require(sample.saved(as: ".png"))
    let barcode = try #require(try codes(of: bytes).first).barcode
    #expect(barcode.traits.gs1)
    #expect(barcode.traits.aimIdentifier == identifier)
    #expect(barcode.bytes == Array("10ABC123\u{1D}214711".utf8))
  }

  @Test(arguments: [("9780441014989", "51299"), ("036000291452", "12")])
  func `an add-on is read and kept separately`(number: String, addOn: String) throws {
    let format = number.count == 13 ? ZXing_BarcodeFormat_EAN13 : ZXing_BarcodeFormat_UPCA
    let sample = Sample(format, "\(number)+\(addOn)", scale: 3, width: 800)
    let bytes = try #require(sample.saved(as: ".png"))
    let barcode = try #require(try codes(of: bytes).first).barcode
    #expect(barcode.text == number)
    #expect(barcode.bytes == Array(number.utf8))
    #expect(barcode.traits.addOn == addOn)
  }

  @Test func `every code on a picture is returned, from top to bottom`() throws {
    var card = Sample(width: 900, height: 700)
    card.lay(Sample.drawn(ZXing_BarcodeFormat_EAN13, "5901234123457", scale: 3), x: 40, y: 480)
    card.lay(Sample.drawn(ZXing_BarcodeFormat_QRCode, "one", scale: 5), x: 40, y: 30)
    card.lay(Sample.drawn(ZXing_BarcodeFormat_QRCode, "two", scale: 5), x: 600, y: 40)
    card.lay(Sample.drawn(ZXing_BarcodeFormat_Code128, "three", scale: 3), x: 450, y: 480)
    let bytes = try #require(card.saved(as: ".png"))
    let found = try codes(of: bytes)
    #expect(Set(found.map(\.barcode.text)) == ["one", "two", "5901234123457", "three"])
    #expect(found.count == 4)
    #expect(found.allSatisfy { $0.isSure })
    #expect(Set(found.prefix(2).map(\.barcode.text)) == ["one", "two"])
  }

  @Test func `the same code twice on a picture is returned twice`() throws {
    var card = Sample(width: 900, height: 300)
    let symbol = Sample.drawn(ZXing_BarcodeFormat_QRCode, "twin", scale: 5)
    card.lay(symbol, x: 30, y: 30)
    card.lay(symbol, x: 600, y: 30)
    let bytes = try #require(card.saved(as: ".png"))
    #expect(try codes(of: bytes).map(\.barcode.text) == ["twin", "twin"])
  }

  @Test func `only the symbologies asked for are returned`() throws {
    var card = Sample(width: 900, height: 400)
    card.lay(Sample.drawn(ZXing_BarcodeFormat_QRCode, "code", scale: 5), x: 30, y: 30)
    card.lay(Sample.drawn(ZXing_BarcodeFormat_UPCA, "036000291452", scale: 3), x: 450, y: 30)
    let bytes = try #require(card.saved(as: ".png"))
    let upc = try codes(of: bytes, as: [.upcA])
    #expect(upc.map(\.barcode.text) == ["036000291452"])
    #expect(try codes(of: bytes, as: [.ean13]).isEmpty)
    #expect(
      try codes(of: bytes, as: [.qrCode]).map(\.barcode.text)
        == ["code"])
  }

  @Test func `a picture without a code gives a page without codes`() throws {
    let bytes = try #require(Sample(width: 320, height: 200, shade: 180).saved(as: ".jpg"))
    #expect(try pages(of: bytes).map(\.codes) == [[]])
  }

  @Test(arguments: [20, 45, 70])
  func `a slanted linear code is read`(degrees: Int) throws {
    let card = Sample(ZXing_BarcodeFormat_Code128, "SLANTED-1", scale: 3, width: 700, height: 700)
    let angle = Double(degrees) * .pi / 180
    let turned = card.remapped(width: 700, height: 700) { x, y in
      let (u, v) = (Double(x - 350), Double(y - 350))
      return (
        min(699, max(0, Int(350 + u * cos(angle) + v * sin(angle)))),
        min(699, max(0, Int(350 - u * sin(angle) + v * cos(angle))))
      )
    }
    let bytes = try #require(turned.saved(as: ".png"))
    let code = try #require(try codes(of: bytes).first)
    #expect(code.barcode.text == "SLANTED-1")
    let centre = (
      code.position.map(\.x).reduce(0, +) / 4, code.position.map(\.y).reduce(0, +) / 4
    )
    #expect(abs(centre.0 - 350) < 60 && abs(centre.1 - 350) < 60, "\(centre)")
  }
}
