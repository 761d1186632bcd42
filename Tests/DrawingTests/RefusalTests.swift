import Cards
import Drawing
import Testing

/// Payloads come from imported files: they are drawn exactly or not at all.
@Suite struct `Refusals` {
  private typealias Case = (code: Barcode, error: DrawingError)

  private static let cases: [Case] = [
    (Originals.code(.ean13, "123"), .wrongLength(.ean13, byteCount: 3)),
    (Originals.code(.ean13, "59012341234570"), .tooLong(.ean13, byteCount: 14)),
    (Originals.code(.ean13, "5901234123458"), .wrongCheckDigit(.ean13)),
    (Originals.code(.ean13, "59012341234x7"), .wrongByte(.ean13, offset: 11)),
    (Originals.code(.ean8, "96385075"), .wrongCheckDigit(.ean8)),
    (Originals.code(.upcA, "036000291453"), .wrongCheckDigit(.upcA)),
    (Originals.code(.upcE, "21234565"), .wrongByte(.upcE, offset: 0)),
    (Originals.code(.upcE, "01234566"), .wrongCheckDigit(.upcE)),
    (Originals.code(.ean13, "5901234123457", .init(addOn: "123")), .cannotState(.ean13, .addOn)),
    (Originals.code(.ean13, "5901234123457", .init(addOn: "1+")), .cannotState(.ean13, .addOn)),
    (Originals.code(.qrCode, "card", .init(addOn: "12")), .cannotState(.qrCode, .addOn)),
    (Originals.code(.itf, "123"), .wrongLength(.itf, byteCount: 3)),
    (Originals.code(.itf, "12a4"), .wrongByte(.itf, offset: 2)),
    (Originals.code(.codabar, "12345"), .wrongByte(.codabar, offset: 0)),
    (Originals.code(.codabar, "A1B2C"), .wrongByte(.codabar, offset: 2)),
    (Originals.code(.codabar, "A1e2C"), .wrongByte(.codabar, offset: 2)),
    (Originals.code(.code39, "é"), .wrongByte(.code39, offset: 0)),
    (Originals.code(.code93, "aé"), .wrongByte(.code93, offset: 1)),
    (Originals.code(.code39, "", .init()), .emptyPayload(.code39)),
    (Originals.code(.dataBar, "0109521234543214"), .wrongCheckDigit(.dataBar)),
    (Originals.code(.dataBar, "0209521234543213"), .wrongByte(.dataBar, offset: 0)),
    (Originals.code(.dataBarLimited, "0129521234543217"), .wrongByte(.dataBarLimited, offset: 2)),
    (Originals.code(.dataBarExpanded, "10A\n"), .wrongByte(.dataBarExpanded, offset: 3)),
    (Originals.code(.dataBarExpanded, "10A[B"), .wrongByte(.dataBarExpanded, offset: 3)),
    (Originals.code(.dataBarExpanded, "10A\u{1D}"), .refused(.dataBarExpanded)),
    (Originals.code(.aztecRune, "256"), .refused(.aztecRune)),
    (Originals.code(.aztecRune, "25"), .wrongLength(.aztecRune, byteCount: 2)),
    (Originals.code(.dxFilmEdge, "x"), .wrongByte(.dxFilmEdge, offset: 0)),
    (Originals.code(.code39, "A", .init(gs1: true)), .cannotState(.code39, .gs1)),
    (Originals.code(.microQRCode, "1", .init(gs1: true)), .cannotState(.microQRCode, .gs1)),
    (Originals.code(.pdf417, "1", .init(gs1: true)), .cannotState(.pdf417, .gs1)),
    (Originals.code(.code128, "A", .init(eci: 26)), .cannotState(.code128, .eci)),
    (Originals.code(.microQRCode, "A", .init(eci: 26)), .cannotState(.microQRCode, .eci)),
    (Originals.code(.qrCode, "A", .init(eci: 0)), .cannotState(.qrCode, .eci)),
    (Originals.code(.qrCode, "A", .init(eci: 1_000_000)), .cannotState(.qrCode, .eci)),
    (Originals.code(.qrCode, "A", .init(eci: -1)), .cannotState(.qrCode, .eci)),
    (Originals.code(.qrCode, "A", .init(eci: .max)), .cannotState(.qrCode, .eci)),
    (Originals.code(.pdf417, "A", .init(eci: 811_800)), .cannotState(.pdf417, .eci)),
    (Originals.code(.maxiCode, "12\u{1D}840", .init(errorCorrection: "2")), .refused(.maxiCode)),
    (Originals.code(.maxiCode, "card", .init(errorCorrection: "9")), .refused(.maxiCode)),
    (
      Originals.code(
        .maxiCode, "12345\u{1D}840\u{1D}001\u{1D}card", .init(errorCorrection: "2")),
      .refused(.maxiCode)
    ),
    (Originals.code(.qrCode, "10\u{E9}", .init(gs1: true)), .wrongByte(.qrCode, offset: 2)),
    (Originals.code(.qrCode, "10A", .init(eci: 25, gs1: true)), .cannotState(.qrCode, .eci)),
    (Originals.code(.dataBarExpanded, "0195012345678900"), .wrongCheckDigit(.dataBarExpanded)),
  ]

  @Test(arguments: 0..<44)
  func `what cannot be drawn is a typed error`(index: Int) {
    let (code, error) = Self.cases[index]
    #expect(throws: error) { try DrawnSymbol(code) }
  }

  @Test func `every case above is tested`() {
    #expect(Self.cases.count == 44)
  }

  @Test(arguments: Symbology.allCases)
  func `an empty payload is refused`(symbology: Symbology) {
    #expect(throws: DrawingError.emptyPayload(symbology)) {
      try DrawnSymbol(Originals.code(symbology, ""))
    }
  }

  @Test(
    arguments: Symbology.allCases, [1, 2, 3, 7, 8, 12, 13, 14, 16, 60, 300, 3_000, 8_192, 100_000])
  func `bytes of any kind and number are drawn exactly or not at all`(
    symbology: Symbology, count: Int
  ) {
    for start in [0x00, 0x30, 0x41, 0x80, 0xF0] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: start + $0 % 9) }
      for traits in [SymbolTraits(), .init(gs1: true), .init(eci: 20), .init(eci: 25, gs1: true)] {
        let code = Barcode(symbology: symbology, bytes: bytes, text: "", traits: traits)
        guard let symbol = try? DrawnSymbol(code) else { continue }
        // ZXing reads ITF from six digits on, and may read small symbols of one kind as another.
        let scans = Scan.all(Bitmap(symbol), isPure: true)
        guard let scan = scans.first(where: { symbology.name.hasPrefix($0.format) }) else {
          continue
        }
        #expect(scan.bytes.suffix(count) == bytes[...])
      }
    }
  }

  @Test func `an error reveals nothing of the payload`() {
    for (_, error) in Self.cases where "\(error)".contains("5901234") { Issue.record("\(error)") }
  }
}
