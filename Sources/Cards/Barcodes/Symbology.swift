/// A kind of barcode, in the words that people and scripts use for it.
///
/// One table (`Symbology.table`) defines the type's names in text and JSON and its stored number. A new symbology is a
/// case and a row here, in `ZXingFormats` beside `ZXingEngine` (reading) and `EncodingTable` (drawing), and perhaps a
/// rule in `Evidence` (when a reading is sure) and `CheckDigit`.
public enum Symbology: UInt8, CaseIterable, Sendable, Hashable {
  case qrCode = 1
  case microQRCode = 2
  case rmqrCode = 3
  case code128 = 4
  case pdf417 = 5
  case compactPDF417 = 6
  case microPDF417 = 7
  case aztec = 8
  case aztecRune = 9
  case dataMatrix = 10
  case ean13 = 11
  case ean8 = 12
  case upcA = 13
  case upcE = 14
  case code39 = 15
  case code93 = 16
  case codabar = 17
  case itf = 18
  case dataBar = 19
  case dataBarStacked = 20
  case dataBarStackedOmni = 21
  case dataBarLimited = 22
  case dataBarExpanded = 23
  case dataBarExpandedStacked = 24
  case maxiCode = 25
  case telepen = 26
  case dxFilmEdge = 27

  /// How the symbol is built, which determines its quiet zone and how tall it may be drawn.
  public enum Shape: Sendable, Hashable {
    /// Bars of one height, read along a line.
    case linear
    /// Rows of bars on top of each other (PDF417, stacked DataBar).
    case stacked
    /// Square modules in two dimensions.
    case matrix
  }

  /// One symbology's entry in the table.
  struct Row: Sendable {
    let symbology: Symbology
    let name: String
    let shape: Shape
    /// Quiet zone on each side, in modules: (left and right, above and below).
    let quietZone: (horizontal: Int, vertical: Int)
    /// Other names that people, files and programs use; case, spaces and signs do not matter.
    var otherNames: [String] = []
    /// Names that also say how a code's text is written.
    var formNames: [NamedSymbology.Form: [String]] = [:]
    /// How the text is written under every name; `nil` if that varies.
    var form: NamedSymbology.Form?
  }

  // Quiet zones: ISO/IEC 18004 6.3.8 (QR 4, Micro QR 2), 23941 (rMQR 2), 15417 (Code 128 10),
  // 15438 (PDF417 2), 24728 (MicroPDF417 1), 24778 (Aztec none; 2 drawn, as dark borders confuse
  // readers), 16022 (Data Matrix 1; 2 drawn), 15420 (EAN-13 11 and 7, EAN-8 7, UPC 9; the larger on
  // both sides), 16388 (Code 39 10), AIM BC5 (Code 93 10), AIM BC3 (Codabar 10), 16390 (ITF 10),
  // 24724 (DataBar none; 2 drawn), 16023 (MaxiCode 1; 2 drawn), AIM USS (Telepen 10).
  //
  // Other names: AIM's and ISO/IEC's earlier ones (RSS, USS, NW-7, 2 of 5), GS1's (JAN, GTIN), and those of ZXing, zint,
  // Apple and Catima.
  static let table: [Row] = [
    Row(
      symbology: .qrCode, name: "QR Code", shape: .matrix, quietZone: (4, 4),
      otherNames: ["QR", "QR Code Model 2"], formNames: [.gs1: ["GS1 QR Code", "GS1 QR"]]),
    Row(
      symbology: .microQRCode, name: "Micro QR Code", shape: .matrix, quietZone: (2, 2),
      otherNames: ["Micro QR"]),
    Row(
      symbology: .rmqrCode, name: "rMQR Code", shape: .matrix, quietZone: (2, 2),
      otherNames: ["rMQR", "Rectangular Micro QR Code"]),
    Row(
      symbology: .code128, name: "Code 128", shape: .linear, quietZone: (10, 2),
      otherNames: ["Code 128 A", "Code 128 B", "Code 128 C", "Code 128 Auto", "USS-128"],
      formNames: [
        .gs1: ["GS1-128", "EAN-128", "UCC-128", "UCC/EAN-128", "EAN/UCC-128", "GS1 Code 128"]
      ]),
    Row(
      symbology: .pdf417, name: "PDF417", shape: .stacked, quietZone: (2, 2),
      otherNames: ["PDF417 Code"]),
    Row(
      symbology: .compactPDF417, name: "Compact PDF417", shape: .stacked, quietZone: (2, 2),
      otherNames: ["Truncated PDF417", "PDF417 Compact", "PDF417 Truncated"]),
    Row(
      symbology: .microPDF417, name: "MicroPDF417", shape: .stacked, quietZone: (2, 2),
      otherNames: ["MicroPDF"]),
    Row(
      symbology: .aztec, name: "Aztec", shape: .matrix, quietZone: (2, 2),
      otherNames: ["Aztec Code"], formNames: [.gs1: ["GS1 Aztec", "GS1 Aztec Code"]]),
    Row(
      symbology: .aztecRune, name: "Aztec Rune", shape: .matrix, quietZone: (2, 2),
      otherNames: ["Aztec Runes"]),
    Row(
      symbology: .dataMatrix, name: "Data Matrix", shape: .matrix, quietZone: (2, 2),
      otherNames: ["Data Matrix ECC 200", "ECC 200"], formNames: [.gs1: ["GS1 DataMatrix"]]),
    Row(
      symbology: .ean13, name: "EAN-13", shape: .linear, quietZone: (11, 2),
      otherNames: ["EAN", "JAN", "JAN-13", "GTIN-13"],
      formNames: [.book: ["ISBN", "ISBN-13", "ISBN-10", "Bookland"], .periodical: ["ISSN"]]),
    Row(
      symbology: .ean8, name: "EAN-8", shape: .linear, quietZone: (7, 2),
      otherNames: ["JAN-8", "GTIN-8"]),
    Row(
      symbology: .upcA, name: "UPC-A", shape: .linear, quietZone: (9, 2),
      otherNames: ["UPC", "UPC-12", "GTIN-12"]),
    Row(symbology: .upcE, name: "UPC-E", shape: .linear, quietZone: (9, 2)),
    Row(
      symbology: .code39, name: "Code 39", shape: .linear, quietZone: (10, 2),
      otherNames: ["Code 39 Standard", "Code 39 Std", "Code 3 of 9", "3 of 9", "USS-39"],
      formNames: [
        .fullASCII: [
          "Code 39 Extended", "Code 39 Ext", "Extended Code 39", "Code 39 Full ASCII",
          "Full ASCII Code 39", "Code 3 of 9 Extended",
        ]
      ]),
    Row(
      symbology: .code93, name: "Code 93", shape: .linear, quietZone: (10, 2),
      otherNames: ["Code 93 Extended", "Code 93 Full ASCII", "USS-93"]),
    Row(
      symbology: .codabar, name: "Codabar", shape: .linear, quietZone: (10, 2),
      otherNames: ["NW-7", "Code 2 of 7", "2 of 7", "Monarch", "USD-4"]),
    Row(
      symbology: .itf, name: "ITF", shape: .linear, quietZone: (10, 2),
      otherNames: [
        "ITF-14", "I2of5", "I 2/5", "Interleaved 2 of 5", "2 of 5 Interleaved", "Interleaved 2/5",
        "2/5 Interleaved", "Int 2 of 5", "Code 2 of 5 Interleaved",
      ]),
    Row(
      symbology: .dataBar, name: "GS1 DataBar", shape: .linear, quietZone: (2, 2),
      otherNames: names("", "Omni", "Omnidirectional", "14") + ["RSS-14", "RSS"]),
    Row(
      symbology: .dataBarStacked, name: "GS1 DataBar Stacked", shape: .stacked, quietZone: (2, 2),
      otherNames: names("Stacked") + ["RSS-14 Stacked"]),
    Row(
      symbology: .dataBarStackedOmni, name: "GS1 DataBar Stacked Omnidirectional",
      shape: .stacked, quietZone: (2, 2),
      otherNames: names("Stacked Omni", "Stacked Omnidirectional")
        + ["RSS-14 Stacked Omnidirectional"]),
    Row(
      symbology: .dataBarLimited, name: "GS1 DataBar Limited", shape: .linear, quietZone: (2, 2),
      otherNames: names("Limited") + ["RSS Limited"]),
    Row(
      symbology: .dataBarExpanded, name: "GS1 DataBar Expanded", shape: .linear, quietZone: (2, 2),
      otherNames: names("Expanded") + ["RSS Expanded"], form: .gs1),
    Row(
      symbology: .dataBarExpandedStacked, name: "GS1 DataBar Expanded Stacked",
      shape: .stacked, quietZone: (2, 2),
      otherNames: names("Expanded Stacked") + ["RSS Expanded Stacked"], form: .gs1),
    Row(symbology: .maxiCode, name: "MaxiCode", shape: .matrix, quietZone: (2, 2)),
    Row(
      symbology: .telepen, name: "Telepen", shape: .linear, quietZone: (10, 2),
      otherNames: ["Telepen Alpha"]),
    Row(symbology: .dxFilmEdge, name: "DX Film Edge", shape: .linear, quietZone: (2, 2)),
  ]

  /// The names of a kind of DataBar, which GS1 calls `GS1 DataBar` and others `DataBar`.
  private static func names(_ kinds: String...) -> [String] {
    kinds.flatMap { ["DataBar \($0)", "GS1 DataBar \($0)"] }
  }

  var row: Row { Self.table[Int(rawValue) - 1] }

  /// Finds a symbology by one of its names; case, spaces, hyphens and other signs do not matter.
  ///
  /// - Parameter name: for example `QR Code`, `qr`, `ean-13`, `code128`, `GS1-128`, `JAN-13`.
  public init?(name: String) {
    guard let named = NamedSymbology(name) else { return nil }
    self = named.symbology
  }

  /// The name in tables, JSON and on the command line; scripts rely on it.
  public var name: String { row.name }

  /// How the symbol is built.
  public var shape: Shape { row.shape }

  /// The empty margin that a scanner needs on each side, in modules.
  public var quietZone: (horizontal: Int, vertical: Int) { row.quietZone }

  /// Whether the symbol is one of EAN-13, EAN-8, UPC-A and UPC-E: a trade item number with a check digit.
  public var isRetail: Bool { [.ean13, .ean8, .upcA, .upcE].contains(self) }
}

extension Symbology: CustomStringConvertible {
  /// The symbology's name.
  public var description: String { name }
}
