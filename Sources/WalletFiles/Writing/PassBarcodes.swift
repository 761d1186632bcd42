internal import Cards

/// A code as a pass's barcodes: its own kind first, then one that older systems draw.
///
/// Of several, a wallet draws the first that it knows (PassKit, `Pass.barcodes`).
struct PassBarcodes {
  /// A kind of barcode in passes, and its code's message there.
  private struct Format {
    let name: String
    var prefix = ""
  }

  /// The kinds that every system draws: QR, PDF417, Aztec and Code 128 (PassKit, `Pass.Barcodes.format`), then those
  /// that some draw: iOS from 27, KPkPass and FossWallet.
  private static let formats: [Symbology: Format] = [
    .qrCode: Format(name: "QR"), .microQRCode: Format(name: "QR"), .rmqrCode: Format(name: "QR"),
    .pdf417: Format(name: "PDF417"), .compactPDF417: Format(name: "PDF417"),
    .microPDF417: Format(name: "PDF417"), .aztec: Format(name: "Aztec"),
    .code128: Format(name: "Code128"), .ean13: Format(name: "EAN13"),
    // The same bars: UPC-A is EAN-13 that begins with 0 (GS1 General Specifications, 5.2.2).
    .upcA: Format(name: "EAN13", prefix: "0"), .code39: Format(name: "Code39"),
    .code93: Format(name: "Code93"), .codabar: Format(name: "Codabar"), .itf: Format(name: "I2of5"),
  ]
  /// Kinds of which scanners pass on the same content as of their own; not those where they usually leave something out
  /// or add it: Codabar, UPC-E, GS1 DataBar.
  private static let fallbacks: [Symbology: String] = [
    .ean13: "Code128", .ean8: "Code128", .upcA: "Code128", .code39: "Code128",
    .code93: "Code128", .itf: "Code128", .dataMatrix: "QR",
  ]
  /// The kinds that the older key `barcode` may name.
  private static let olderFormats = ["QR", "PDF417", "Aztec"]
  private static let prefix = "PKBarcodeFormat"

  /// What `barcodes` holds.
  private(set) var all: [JSONValue] = []
  /// What the older `barcode` holds; `nil` if none of them fits there.
  private(set) var older: JSONValue?
  /// What a pass cannot show of the code.
  private(set) var leftOut: [CardDetail] = []

  /// Finds the barcodes of a code.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - printed: The text below it; empty for none.
  init(_ code: Barcode, printed: String) {
    let native = Self.formats[code.symbology]
    // A pass cannot say that a code is GS1, or a part of one, which changes what scanners pass on.
    guard !code.isPartial, !code.traits.gs1, code.traits.part == nil, let text = EncodedText(code),
      native != nil || Self.fallbacks[code.symbology] != nil
    else {
      leftOut = [.barcode]
      return
    }
    let encoding = text.charset.isEmpty ? "iso-8859-1" : text.charset.lowercased()
    if let native {
      add(native.name, native.prefix + text.text, encoding, printed)
    }
    if let fallback = Self.fallbacks[code.symbology] {
      add(fallback, text.text, encoding, printed)
    }
    older = all.first { barcode in
      Self.olderFormats.contains { barcode["format"].text == Self.prefix + $0 }
    }
    let isSame =
      native != nil
      && ![.microQRCode, .rmqrCode, .compactPDF417, .microPDF417]
        .contains(code.symbology)
    if !isSame { leftOut.append(.symbology) }
    if text.losesCharset { leftOut.append(.symbolMarks) }
  }

  private mutating func add(
    _ format: String, _ message: String, _ encoding: String, _ printed: String
  ) {
    var barcode: [String: JSONValue] = [
      "format": .string(Self.prefix + format), "message": .string(message),
      "messageEncoding": .string(encoding),
    ]
    if !printed.isEmpty { barcode["altText"] = .string(printed) }
    all.append(.object(barcode))
  }
}
