import Cards
import Drawing
import Testing

/// Which text is made from bytes: in the stated charset, otherwise UTF-8, Shift JIS or Latin-1, whichever fits.
///
/// Chinese and Korean without a statement look like Shift JIS and Latin-1: their text is wrong, but their bytes,
/// which alone determine what is drawn, are right.
@Suite struct Charsets {
  static let kinds: [Symbology] = [.qrCode, .dataMatrix, .pdf417, .aztec]

  @Test(
    arguments: kinds,
    [
      ([0x8E, 0x9F, 0x82, 0xCC, 0x93, 0xFA, 0x96, 0x7B], nil, "次の日本"),
      ([0xB6, 0xB0, 0xC4, 0xDE], nil, "ｶｰﾄﾞ"),
      (Array("Café".unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }), nil, "Café"),
      (Array("会员".utf8), nil, "会员"), (Array("会员".utf8), 26, "会员"),
      ([0xBB, 0xE1, 0xD4, 0xB1], 32, "会员"), ([0xBB, 0xE1, 0xD4, 0xB1], 29, "会员"),
      ([0xBB, 0xE1, 0xD4, 0xB1], nil, nil), ([0xC8, 0xB8, 0xBF, 0xF8], nil, nil),
      ([0xCF, 0xF0, 0xE8], 22, "При"), ([0xB1, 0xE6, 0xEA], 4, "ąćę"),
    ] as [([UInt8], Int?, String?)])
  func `bytes are kept, and decoded in their stated or detected charset`(
    kind: Symbology, original: ([UInt8], Int?, String?)
  ) throws {
    let (bytes, eci, text) = original
    let code = Barcode(symbology: kind, bytes: bytes, text: "", traits: SymbolTraits(eci: eci))
    let scan = try #require(Scan.all(Bitmap(try DrawnSymbol(code)), isPure: true).first)
    #expect(scan.bytes == bytes && scan.eci == eci)
    if let text { #expect(scan.text == text) }
  }
}
