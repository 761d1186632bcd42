internal import Cards

/// What Catima calls a kind of barcode.
struct CatimaSymbology {
  /// The name in its tables and links.
  let name: String
  /// The kind itself, or the one that holds the same content.
  let symbology: Symbology
  /// Whether it is exactly the kind, and not one that holds the same content.
  let isSame: Bool

  /// The kinds that it accepts (Catima, docs/CARD_FIELDS.md; ZXing `BarcodeFormat`).
  private static let names: [Symbology: String] = [
    .aztec: "AZTEC", .codabar: "CODABAR", .code39: "CODE_39", .code93: "CODE_93",
    .code128: "CODE_128", .dataMatrix: "DATA_MATRIX", .ean8: "EAN_8", .ean13: "EAN_13",
    .itf: "ITF", .maxiCode: "MAXICODE", .pdf417: "PDF_417", .qrCode: "QR_CODE",
    .dataBar: "RSS_14", .dataBarExpanded: "RSS_EXPANDED", .upcA: "UPC_A", .upcE: "UPC_E",
  ]
  /// Kinds with another form, from which scanners pass on the same content.
  private static let forms: [Symbology: Symbology] = [
    .microQRCode: .qrCode, .rmqrCode: .qrCode, .compactPDF417: .pdf417, .microPDF417: .pdf417,
    .dataBarStacked: .dataBar, .dataBarStackedOmni: .dataBar,
    .dataBarExpandedStacked: .dataBarExpanded,
  ]

  /// Finds the name; `nil` for a kind that Catima does not take.
  init?(_ symbology: Symbology) {
    let kind = Self.forms[symbology] ?? symbology
    guard let name = Self.names[kind] else { return nil }
    self.name = name
    self.symbology = kind
    isSame = kind == symbology
  }
}
