internal import Cards

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
