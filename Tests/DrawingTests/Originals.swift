public import Cards
public import Testing

/// The codes that the tests draw, by symbology and by trait.
enum Originals {
  /// Every symbology at least once, each in the form that the vault stores.
  static let all: [Barcode] = linear + gs1 + matrix + stacked + eci

  static let linear: [Barcode] = [
    code(.ean13, "5901234123457"), code(.ean13, "5901234123457", .init(addOn: "12")),
    code(.ean13, "9780201379624", .init(addOn: "52495")), code(.ean8, "96385074"),
    code(.ean8, "96385074", .init(addOn: "05")), code(.upcA, "036000291452"),
    code(.upcA, "036000291452", .init(addOn: "00123")), code(.upcE, "01234565"),
    code(.upcE, "01234565", .init(addOn: "12")), code(.upcE, "11234562"),
    code(.code39, "CARD-1 23.4", .init(aimIdentifier: "]A0")), code(.code39, "A$1"),
    code(.code39, "Card/+$%@[a]{~}\u{7F}\u{01}"), code(.code39, "C+D"),
    code(.code93, "CODE 93"), code(.code93, "Code93 \u{01}\u{7F}{}"), code(.codabar, "A40156B"),
    code(.codabar, "C-$:/.+12D"), code(.itf, "1234567890"), code(.itf, "15400141288763"),
    code(.code128, "CARD-12345678"), code(.code128, "1234567890123"),
    code(.code128, "a\u{1D}b\n\u{00}c"),
    code(.code128, bytes: [0xE9, 0x41, 0xFF, 0x80, 0xA0, 0x31]), code(.code128, #"\^A\\^1\"#),
    code(.code128, "PROGRAM", .init(readerInitialisation: true)),
    code(.code128, "A12345", .init(aimIdentifier: "]C2")),
    code(.code128, "12ABC45", .init(aimIdentifier: "]C2")), code(.telepen, "Telepen 1"),
    code(.telepen, "1234567X", .init(aimIdentifier: "]B1")), code(.dxFilmEdge, "115-10/11A"),
    code(.dxFilmEdge, "79-7"),
  ]

  static let gs1: [Barcode] = [
    code(.dataBar, "0109521234543213"), code(.dataBar, "09521234543213"),
    code(.dataBarStacked, "0109521234543213"), code(.dataBarStackedOmni, "0109521234543213"),
    code(.dataBarLimited, "0109521234543213"),
    code(.dataBarExpanded, "0195012345678903310300012310ABC"),
    code(.dataBarExpanded, "10ABC\u{1D}21X(1)"),
    code(.dataBarExpandedStacked, "01950123456789033103000123"),
    code(.code128, elements, .init(gs1: true)), code(.code128, #"91\^1(x)[y]"#, .init(gs1: true)),
    code(.code128, "10A\u{1D}", .init(gs1: true)), code(.qrCode, elements, .init(gs1: true)),
    code(.qrCode, "10A%B%%\u{1D}21x%", .init(gs1: true)),
    code(.rmqrCode, elements, .init(gs1: true)),
    code(.aztec, elements, .init(gs1: true)), code(.dataMatrix, elements, .init(gs1: true)),
    code(.dataMatrix, "01040123451234561723010110ABC\u{1D}", .init(gs1: true)),
    code(.dataMatrix, "\u{1D}\u{1D}10[A](B)\n", .init(gs1: true)),
    code(.dataMatrix, elements, .init(aimIdentifier: "]d8", version: "12x64", gs1: true)),
  ]

  static let matrix: [Barcode] = [
    code(.qrCode, "https://example.org/card?id=4711"), code(.qrCode, bytes: Array(0...255)),
    code(.qrCode, "Kärtchen №5 カード"), code(.microQRCode, "12345"), code(.microQRCode, "A1"),
    code(.microQRCode, bytes: [0x00, 0xFF, 0x80]), code(.rmqrCode, "hello, card"),
    code(.rmqrCode, bytes: Array(100...180)), code(.aztec, "Aztec card 123"),
    code(.aztec, bytes: Array(0...255)), code(.aztec, "PROGRAM", .init(readerInitialisation: true)),
    code(.aztecRune, "025"), code(.aztecRune, "255"), code(.dataMatrix, "Card 12345678"),
    code(.dataMatrix, bytes: Array(0...255)), code(.dataMatrix, "[)>\u{1E}05\u{1D}ABC\u{1E}\u{04}"),
    code(.dataMatrix, "PROGRAM", .init(readerInitialisation: true)),
    code(.maxiCode, "A card in hexagons", .init(errorCorrection: "4")),
    code(.maxiCode, "A card in hexagons", .init(errorCorrection: "5")),
    code(.maxiCode, "152382802\u{1D}840\u{1D}001\u{1D}1Z00004951", .init(errorCorrection: "2")),
    code(
      .maxiCode, "[)>\u{1E}01\u{1D}96152382802\u{1D}840\u{1D}001\u{1D}1Z00004951",
      .init(errorCorrection: "2")),
    code(.maxiCode, "B1050 \u{1D}056\u{1D}999\u{1D}1Z12345677", .init(errorCorrection: "3")),
  ]

  static let stacked: [Barcode] = [
    code(.pdf417, "A card with PDF417, 12345678901234567890"), code(.pdf417, bytes: Array(0...255)),
    code(.compactPDF417, "A card with compact PDF417"), code(.microPDF417, "micro 12345"),
    code(.microPDF417, bytes: Array(0...99)),
  ]

  /// With an ECI stated: UTF-8, Latin-1, and ones that zint's public interface refuses.
  static let eci: [Barcode] = {
    var codes: [Barcode] = []
    let kinds: [Symbology] = [
      .qrCode, .rmqrCode, .aztec, .dataMatrix, .pdf417, .microPDF417, .maxiCode,
    ]
    for symbology in kinds {
      // ZXing skips ECIs above 899 in PDF417 kinds, so reading could not confirm them.
      let largest = symbology == .pdf417 || symbology == .microPDF417 ? 899 : 999_999
      for eci in [26, 3, 2, 14, 899, 12_345, 999_999] where eci <= largest {
        let level: String? = symbology == .maxiCode ? "4" : nil
        codes.append(code(symbology, "K\u{E4}rtchen", .init(errorCorrection: level, eci: eci)))
      }
    }
    for symbology in [Symbology.qrCode, .dataMatrix, .aztec] {
      codes.append(code(symbology, elements, .init(eci: 26, gs1: true)))
    }
    return codes
  }()

  /// QR Code, every level in several sizes, and every mask.
  static let levels: [Barcode] = {
    var codes: [Barcode] = []
    for level in ["L", "M", "Q", "H"] {
      for version in [nil, "2", "7", "10", "27", "40"] {
        codes.append(
          code(.qrCode, "card.example", .init(errorCorrection: level, version: version)))
      }
    }
    for mask in 0...7 {
      codes.append(code(.qrCode, "card", .init(errorCorrection: "L", version: "1", mask: mask)))
    }
    return codes
  }()

  /// The other kinds with sizes.
  static let sizes: [Barcode] = {
    var codes: [Barcode] = []
    let micro = [
      ("M1", "L"), ("M2", "L"), ("M2", "M"), ("M3", "L"), ("M3", "M"), ("M4", "L"), ("M4", "M"),
      ("M4", "Q"),
    ]
    for (version, level) in micro {
      codes.append(code(.microQRCode, "123", .init(errorCorrection: level, version: version)))
    }
    for version in ["R7x43", "R7x139", "R11x27", "R13x59", "R17x99", "R17x139"] {
      for level in ["M", "H"] {
        codes.append(code(.rmqrCode, "12", .init(errorCorrection: level, version: version)))
      }
    }
    let dataMatrix = [
      "10x10", "18x18", "24x24", "64x64", "132x132", "144x144", "8x18", "16x48", "8x48", "26x64",
    ]
    for version in dataMatrix { codes.append(code(.dataMatrix, "123", .init(version: version))) }
    for version in ["1", "2", "3", "4", "5", "9", "23", "32"] {
      codes.append(code(.aztec, "1234", .init(version: version)))
    }
    return codes
  }()

  private static let elements = "0104012345123456" + "10ABC123\u{1D}" + "21XYZ"

  static func code(_ symbology: Symbology, _ text: String, _ traits: SymbolTraits = .init())
    -> Barcode
  {
    Barcode(symbology: symbology, bytes: Array(text.utf8), text: text, traits: traits)
  }

  static func code(_ symbology: Symbology, bytes: [UInt8]) -> Barcode {
    Barcode(symbology: symbology, bytes: bytes, text: "")
  }
}

extension Barcode: CustomTestStringConvertible {
  /// Short enough for a line of a test report.
  public var testDescription: String {
    let payload = text.isEmpty ? "\(bytes.count) bytes" : text.debugDescription
    let marks = [
      traits.errorCorrection, traits.version, traits.mask.map { "mask \($0)" },
      traits.eci.map { "ECI \($0)" }, traits.gs1 ? "GS1" : nil, traits.addOn.map { "+\($0)" },
    ]
    return ([symbology.name, payload] + marks.compactMap(\.self)).joined(separator: " ")
  }
}
