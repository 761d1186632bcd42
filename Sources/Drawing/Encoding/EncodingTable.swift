internal import Cards

/// How to request each symbology from zint 2.16; the only place that knows.
///
/// For a new one, see `Symbology`.
///
/// | symbology | zint | option 1 | option 2 | option 3 | bytes are passed as |
/// |---|---|---|---|---|---|
/// | QR Code | 58 QRCODE | level 1 to 4 = L M Q H | version 1 to 40 | (mask + 1) << 8, + 200: Kanji mode | bytes |
/// | Micro QR Code | 97 MICROQR | 1 to 3 = L M Q | version 1 to 4 | (mask + 1) << 8 | bytes |
/// | rMQR Code | 145 RMQR | 2, 4 = M H | 1 to 32 = R7x43 to R17x139 | | bytes |
/// | Code 128 | 20 CODE128 | | | | bytes; with FNC1: escapes |
/// | PDF417, Compact | 55 PDF417, 56 PDF417COMP | level 0 to 8 | columns 1 to 30 | rows 3 to 90 | bytes |
/// | MicroPDF417 | 84 MICROPDF417 | | columns 1 to 4 | | bytes |
/// | Aztec | 92 AZTEC | level 1 to 4 | 1 to 4 compact, 5 to 36 full | | bytes |
/// | Aztec Rune | 128 AZRUNE | | | | 000 to 255 |
/// | Data Matrix | 71 DATAMATRIX | | size 1 to 48 | 100 square, 101 DMRE, + 128: ISO 144x144 | bytes |
/// | EAN-13, EAN-8 | 15 EAN13, 10 EAN8 | | | | all digits, `+` and add-on |
/// | UPC-A, UPC-E | 34 UPCA, 37 UPCE | | | | all 12 or 8 digits, `+` and add-on |
/// | Code 39 | 8 CODE39 | | | | the 43 characters; full ASCII is paired here |
/// | Code 93 | 25 CODE93 | | | | ASCII |
/// | Codabar | 18 CODABAR | | | | with start and stop letters |
/// | ITF | 3 C25INTER | | | | an even number of digits |
/// | GS1 DataBar, Limited | 29 DBAR_OMN, 30 DBAR_LTD | | | | 14 digits, without AI 01 |
/// | GS1 DataBar Stacked, Omni | 79 DBAR_STK, 80 DBAR_OMNSTK | | | | 14 digits, without AI 01 |
/// | GS1 DataBar Expanded, Stacked | 31 DBAR_EXP, 81 DBAR_EXPSTK | | columns 1 to 11 | | `[]` before each element run |
/// | MaxiCode | 57 MAXICODE | mode 2 to 6 | | | bytes; modes 2 and 3: primary message apart |
/// | Telepen | 32 TELEPEN, 87 TELEPEN_NUM (`]B1`) | | | | ASCII, or digits |
/// | DX Film Edge | 147 DXFILMEDGE | | | | `115-10/11A` |
///
/// With `traits.gs1`, the four kinds other than Code 128 that have FNC1 in first position (QR Code, rMQR Code, Aztec,
/// Data Matrix) get the bytes verbatim after it. Option 1 is -1 where nothing is requested.
struct EncodingTable {
  /// The bytes that a symbology can encode.
  enum Alphabet {
    case any, ascii, digits, codabar, filmEdge

    func contains(_ byte: UInt8) -> Bool {
      switch self {
      case .any: true
      case .ascii: byte < 0x80
      case .digits: (0x30...0x39).contains(byte)
      case .codabar: "0123456789-$:/.+ABCD".utf8.contains(byte)
      case .filmEdge: "0123456789-/A".utf8.contains(byte)
      }
    }
  }

  /// zint's number for the symbology.
  let number: Int32
  let alphabet: Alphabet
  /// How many bytes a payload may have.
  let byteCounts: ClosedRange<Int>
  /// The largest ECI it can state (0: none).
  var largestECI = 0
  /// Whether it can have FNC1 in first position, or always means GS1.
  var hasGS1 = false

  // Largest counts: ISO/IEC 18004 table 7, 23941 table 6, 24778 table 1, 16022 table 7, 15438 annex B,
  // 24728 table 1, 16023 5.6; linear kinds: what zint draws. ECIs: 15438 5.5.3 ends at 811,799.
  static func row(for symbology: Symbology) -> EncodingTable {
    switch symbology {
    case .qrCode: matrix(58, 7_089, hasGS1: true)
    case .microQRCode: .init(number: 97, alphabet: .any, byteCounts: 1...35)
    case .rmqrCode: matrix(145, 361, hasGS1: true)
    case .code128: .init(number: 20, alphabet: .any, byteCounts: 1...200, hasGS1: true)
    case .pdf417: stacked(55, 2_710)
    case .compactPDF417: stacked(56, 2_710)
    case .microPDF417: stacked(84, 366)
    case .aztec: matrix(92, 3_832, hasGS1: true)
    case .aztecRune: .init(number: 128, alphabet: .digits, byteCounts: 3...3)
    case .dataMatrix: matrix(71, 3_116, hasGS1: true)
    case .ean13: .init(number: 15, alphabet: .digits, byteCounts: 13...13)
    case .ean8: .init(number: 10, alphabet: .digits, byteCounts: 8...8)
    case .upcA: .init(number: 34, alphabet: .digits, byteCounts: 12...12)
    case .upcE: .init(number: 37, alphabet: .digits, byteCounts: 8...8)
    case .code39: .init(number: 8, alphabet: .ascii, byteCounts: 1...86)
    case .code93: .init(number: 25, alphabet: .ascii, byteCounts: 1...123)
    case .codabar: .init(number: 18, alphabet: .codabar, byteCounts: 3...103)
    case .itf: .init(number: 3, alphabet: .digits, byteCounts: 2...124)
    case .dataBar: itemNumber(29)
    case .dataBarStacked: itemNumber(79)
    case .dataBarStackedOmni: itemNumber(80)
    case .dataBarLimited: itemNumber(30)
    case .dataBarExpanded: expanded(31)
    case .dataBarExpandedStacked: expanded(81)
    case .maxiCode: matrix(57, 138, hasGS1: false)
    case .telepen: .init(number: 32, alphabet: .ascii, byteCounts: 1...136)
    case .dxFilmEdge: .init(number: 147, alphabet: .filmEdge, byteCounts: 1...10)
    }
  }

  private static func matrix(_ number: Int32, _ byteCount: Int, hasGS1: Bool) -> EncodingTable {
    var row = EncodingTable(number: number, alphabet: .any, byteCounts: 1...byteCount)
    (row.largestECI, row.hasGS1) = (999_999, hasGS1)
    return row
  }

  private static func stacked(_ number: Int32, _ byteCount: Int) -> EncodingTable {
    .init(number: number, alphabet: .any, byteCounts: 1...byteCount, largestECI: 811_799)
  }

  private static func itemNumber(_ number: Int32) -> EncodingTable {
    .init(number: number, alphabet: .digits, byteCounts: 14...16, hasGS1: true)
  }

  private static func expanded(_ number: Int32) -> EncodingTable {
    .init(number: number, alphabet: .ascii, byteCounts: 1...74, hasGS1: true)
  }
}

extension EncodingTable {
  /// Checks a payload before anything is drawn: it may come from an imported file.
  static func check(_ barcode: Barcode) throws(DrawingError) -> EncodingTable {
    let (symbology, bytes, traits) = (barcode.symbology, barcode.bytes, barcode.traits)
    let row = row(for: symbology)
    guard !bytes.isEmpty else { throw .emptyPayload(symbology) }
    guard bytes.count <= row.byteCounts.upperBound else {
      throw .tooLong(symbology, byteCount: bytes.count)
    }
    guard row.byteCounts.contains(bytes.count), hasRightLength(barcode) else {
      throw .wrongLength(symbology, byteCount: bytes.count)
    }
    if let offset = bytes.firstIndex(where: { !row.alphabet.contains($0) }) {
      throw .wrongByte(symbology, offset: offset)
    }
    if let offset = misplacedByte(barcode) { throw .wrongByte(symbology, offset: offset) }
    if let number = itemNumber(barcode), !CheckDigit.isValidGS1(number) {
      throw .wrongCheckDigit(symbology)
    }
    if let eci = traits.eci, !(1...999_999).contains(eci) || eci > row.largestECI {
      // zint writes no ECI for 0, which would be a symbol without one.
      throw .cannotState(symbology, .eci)
    }
    if traits.gs1, [.qrCode, .rmqrCode].contains(symbology) {
      // For these, zint treats GS1 text as UTF-8 and converts it to the ECI: only ASCII stays unchanged in these
      // ECIs.
      if let offset = bytes.firstIndex(where: { $0 >= 0x80 }) {
        throw .wrongByte(symbology, offset: offset)
      }
      guard [nil, 3, 26].contains(traits.eci) else { throw .cannotState(symbology, .eci) }
    }
    if traits.gs1 && !row.hasGS1 { throw .cannotState(symbology, .gs1) }
    if let addOn = traits.addOn, !symbology.isRetail || !SymbolTraits.isAddOn(addOn) {
      throw .cannotState(symbology, .addOn)
    }
    return row
  }

  /// Kinds that hold a 14-digit trade item number, with or without AI 01 before it.
  static let itemNumberKinds: [Symbology] = [
    .dataBar, .dataBarStacked, .dataBarStackedOmni, .dataBarLimited,
  ]

  /// The trade item number in a payload whose check digit is left out of the symbol or checked by readers.
  private static func itemNumber(_ barcode: Barcode) -> [UInt8]? {
    let bytes = barcode.bytes
    switch barcode.symbology {
    case .upcE: return CheckDigit.expandedUPCE(bytes) ?? []
    case .dataBarExpanded, .dataBarExpandedStacked:
      // ISO/IEC 24724 7.2.5.4: AI 01 first is compressed to the 13 digits before the check digit.
      return bytes.count >= 16 && bytes.starts(with: "01".utf8) ? Array(bytes[2..<16]) : nil
    case let kind where kind.isRetail || itemNumberKinds.contains(kind): return bytes.suffix(14)
    default: return nil
    }
  }

  private static func hasRightLength(_ barcode: Barcode) -> Bool {
    switch barcode.symbology {
    case .itf: barcode.bytes.count.isMultiple(of: 2)
    case let kind where itemNumberKinds.contains(kind): [14, 16].contains(barcode.bytes.count)
    default: true
    }
  }

  /// The offset of a byte that is in the alphabet, but not allowed at its position.
  private static func misplacedByte(_ barcode: Barcode) -> Int? {
    let bytes = barcode.bytes
    switch barcode.symbology {
    case .codabar:
      let isGuard = { (byte: UInt8) in (0x41...0x44).contains(byte) }
      return bytes.indices.first { offset in
        isGuard(bytes[offset]) != (offset == 0 || offset == bytes.count - 1)
      }
    case .upcE:
      return bytes[0] > UInt8(ascii: "1") ? 0 : nil
    case .dataBar, .dataBarStacked, .dataBarStackedOmni, .dataBarLimited:
      if bytes.count == 16 && !bytes.starts(with: "01".utf8) { return 0 }
      let indicator = bytes.count - 14
      // ISO/IEC 24724 6: Limited allows only indicators 0 and 1.
      let isTooLarge = barcode.symbology == .dataBarLimited && bytes[indicator] > UInt8(ascii: "1")
      return isTooLarge ? indicator : nil
    default:
      return nil
    }
  }
}
