import Cards
import Drawing
import Testing

/// One of several symbols that hold one message together is drawn with its header, or not at all.
@Suite struct PartTests {
  private static let gs1 = "0104012345123456" + "10ABC"

  static let parts: [Barcode] = [
    part(.qrCode, "first of all", 1, 3, "77"), part(.qrCode, "12345", 16, 16, "0"),
    part(.qrCode, "LAST", 2, 2, "255"), part(.dataMatrix, "Part 2", 2, 4, "258"),
    part(.dataMatrix, "x", 16, 16, "65278"), part(.aztec, "Part two", 2, 3, ""),
    part(.aztec, "PART", 1, 26, "GYM-1"), part(.aztec, "last", 26, 26, "a"),
    part(.maxiCode, "A card in hexagons", 3, 8, ""), part(.aztec, gs1, 2, 3, "", isGS1: true),
    part(.qrCode, "Kärtchen", 1, 2, "9", eci: 26), part(.aztec, "Kärtchen", 1, 2, "", eci: 26),
    part(.dataMatrix, "Kärtchen", 1, 2, "258", eci: 26),
  ]

  private static func part(
    _ symbology: Symbology, _ text: String, _ index: Int, _ count: Int, _ id: String,
    eci: Int? = nil, isGS1: Bool = false
  ) -> Barcode {
    Originals.code(
      symbology, text,
      .init(
        errorCorrection: symbology == .maxiCode ? "4" : nil, eci: eci, gs1: isGS1,
        part: .init(index: index, count: count, id: id)))
  }

  @Test(arguments: parts)
  func `a part reads back with its header`(original: Barcode) throws {
    let symbol = try DrawnSymbol(original)
    #expect(symbol.differences.isEmpty)
    let scan = try #require(Scan.all(Bitmap(symbol), isPure: true).first)
    #expect(scan.part == original.traits.part)
    #expect(scan.bytes == original.bytes && scan.eci == original.traits.eci)
    #expect(scan.stored(as: original.symbology).traits.gs1 == original.traits.gs1)
    // And a copy of the copy is the same.
    let copy = try DrawnSymbol(scan.stored(as: original.symbology))
    #expect(copy.differences.isEmpty)
    #expect(Scan.all(Bitmap(copy), isPure: true) == [scan])
  }

  @Test(
    arguments: [
      (.qrCode, 1, 0, "77"), (.qrCode, 3, 2, "77"), (.qrCode, 1, 17, "77"), (.qrCode, 1, 2, "256"),
      (.qrCode, 1, 2, ""), (.dataMatrix, 1, 2, "1"), (.dataMatrix, 1, 2, "65535"),
      (.aztec, 1, 27, ""), (.aztec, 1, 2, "a b"), (.maxiCode, 1, 9, ""), (.maxiCode, 1, 2, "1"),
      (.pdf417, 1, 3, "017"), (.microPDF417, 1, 3, "017"), (.code128, 1, 2, ""),
      (.rmqrCode, 1, 2, "1"), (.microQRCode, 1, 2, "1"),
    ] as [(Symbology, Int, Int, String)])
  func `a part whose header cannot be drawn is not drawn`(
    symbology: Symbology, index: Int, count: Int, id: String
  ) {
    let code = Self.part(symbology, "A1", index, count, id)
    #expect(throws: DrawingError.cannotState(symbology, .part)) { try DrawnSymbol(code) }
  }
}
