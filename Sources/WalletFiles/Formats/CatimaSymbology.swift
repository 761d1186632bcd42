internal import Cards

/// Catima's name for a symbology.
struct CatimaSymbology {
  /// The name in tables and links.
  let name: String
  /// The symbology itself, or a substitute for the same content.
  let symbology: Symbology
  /// Whether this is the symbology itself.
  let isSame: Bool

  /// The symbologies that Catima accepts (Catima, docs/CARD_FIELDS.md; ZXing `BarcodeFormat`).
  private static let names: [Symbology: String] = [
    .aztec: "AZTEC", .codabar: "CODABAR", .code39: "CODE_39", .code93: "CODE_93",
    .code128: "CODE_128", .dataMatrix: "DATA_MATRIX", .ean8: "EAN_8", .ean13: "EAN_13",
    .itf: "ITF", .maxiCode: "MAXICODE", .pdf417: "PDF_417", .qrCode: "QR_CODE",
    .dataBar: "RSS_14", .dataBarExpanded: "RSS_EXPANDED", .upcA: "UPC_A", .upcE: "UPC_E",
  ]
  /// Substitutes from which scanners pass on the same content.
  private static let substitutes: [Symbology: Symbology] = [
    .microQRCode: .qrCode, .rmqrCode: .qrCode, .compactPDF417: .pdf417, .microPDF417: .pdf417,
    .dataBarStacked: .dataBar, .dataBarStackedOmni: .dataBar,
    .dataBarExpandedStacked: .dataBarExpanded,
  ]

  /// Finds the name; `nil` if Catima accepts neither the symbology nor a substitute.
  init?(_ symbology: Symbology) {
    let kind = Self.substitutes[symbology] ?? symbology
    guard let name = Self.names[kind] else { return nil }
    self.name = name
    self.symbology = kind
    isSame = kind == symbology
  }
}

/// How Catima draws a code's text: the charset of its bytes, and what the symbol states about it.
///
/// A charset is not yet an Extended Channel Interpretation: Catima names one for every card, but passes it to its library,
/// ZXing's writers for Java, only if it is not ISO-8859-1, since symbols that state one confuse some till scanners (Catima,
/// `BarcodeImageWriterTask`). Each writer then decides for itself.
enum CatimaDrawing {
  /// The characters of QR Code's alphanumeric mode (ISO/IEC 18004 table 5).
  private static let alphanumeric = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)

  /// The charset of the bytes in the symbol, given the file's; empty for ISO-8859-1.
  static func charset(_ charset: String, as symbology: Symbology) -> String {
    // ZXing `DataMatrixWriter` passes the charset on only for its compact form, which Catima does not use.
    symbology == .dataMatrix ? "" : charset
  }

  /// The Extended Channel Interpretation that the symbol states; `nil` if it states none.
  static func eci(of charset: String, for bytes: [UInt8], as symbology: Symbology) -> Int? {
    if Charset.isLatin1(charset) { return nil }
    switch symbology {
    case .aztec, .pdf417: return Charset.eci(of: charset)
    // ZXing `Encoder` (QR Code) states it only in byte mode.
    case .qrCode where !bytes.allSatisfy(alphanumeric.contains) && !isKanji(bytes, in: charset):
      return Charset.eci(of: charset)
    default: return nil
    }
  }

  /// Whether a QR Code holds the bytes in Kanji mode (ISO/IEC 18004 7.4.6), which ZXing uses only for Shift JIS.
  private static func isKanji(_ bytes: [UInt8], in charset: String) -> Bool {
    Charset.eci(of: charset) == Charset.shiftJIS && bytes.count.isMultiple(of: 2)
      && stride(from: 0, to: bytes.count, by: 2).allSatisfy {
        (0x81...0x9F).contains(bytes[$0]) || (0xE0...0xEB).contains(bytes[$0])
      }
  }
}
