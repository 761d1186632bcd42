/// A code as it appears on a card: its bytes, and everything needed to draw the same symbol again.
public struct Barcode: Sendable, Hashable {
  /// The kind of symbol.
  public var symbology: Symbology
  /// The payload exactly as the symbol carries it; never re-encoded from a string.
  ///
  /// GS1 symbols hold GS (0x1D) for a separator FNC1; the leading FNC1 is not part of the bytes but recorded in
  /// `traits.gs1`. Retail codes are the digits as printed, check digit included (UPC-E: all 8), without an
  /// add-on. Code 39 has no start and stop asterisks; Codabar has its start and stop letters.
  public var bytes: [UInt8]
  /// The payload as people read it, decoded with the symbol's own charset.
  public var text: String
  /// The symbol's other properties, needed to redraw it identically.
  public var traits: SymbolTraits

  /// Makes a barcode from its parts.
  public init(symbology: Symbology, bytes: [UInt8], text: String, traits: SymbolTraits = .init()) {
    self.symbology = symbology
    self.bytes = bytes
    self.text = text
    self.traits = traits
  }

  /// The most bytes a stored or drawn code may have: more than any accepted symbology holds (QR Code 40-L:
  /// 7,089 digits, ISO/IEC 18004 table 7).
  public static let maxByteCount = 8_192
}

/// Limits for codes from outside: from a reader process, from someone's bundle, or from another program's file.
extension Barcode {
  /// The most bytes of a code's text: four for each payload byte (the longest UTF-8 sequence).
  public static let maxTextByteCount = maxByteCount * 4
  /// The most bytes of a short word such as an error-correction level.
  public static let maxWordByteCount = 32
  /// The most symbols of one message, and the highest number of one: Macro PDF417's (ISO/IEC 15438 annex H).
  private static let partCount = 99_999
  /// The most codes on one card: far more than on any real one, as each is compared with those of other cards.
  package static let maxPerCard = 64

  /// Whether payload, text and traits are within what a symbol can have.
  public var isWithinBounds: Bool {
    let part = traits.part ?? SymbolTraits.Part(index: 1, count: 0)
    let words = [
      traits.aimIdentifier, traits.errorCorrection ?? "", traits.version ?? "", part.id,
    ]
    return (1...Self.maxByteCount).contains(bytes.count)
      && text.utf8.count <= Self.maxTextByteCount
      && words.allSatisfy { $0.utf8.count <= Self.maxWordByteCount }
      && (0...7).contains(traits.mask ?? 0) && (0...999_999).contains(traits.eci ?? 0)
      && (0...90).contains(traits.columns ?? 0)
      && (1...Self.partCount).contains(part.index) && (0...Self.partCount).contains(part.count)
      && traits.addOn.map(SymbolTraits.isAddOn) ?? true
  }
}

extension Barcode {
  /// What two codes must share to count as the same card: UPC-A, UPC-E and EAN-13 compare as GTIN-13,
  /// everything else by symbology and bytes; an add-on counts, error correction and size do not.
  ///
  /// Layout: one byte of symbology number (13-digit GTINs: that of EAN-13), the payload, and for an
  /// add-on 0x00 and its digits.
  public var canonicalBytes: [UInt8] {
    var (kind, payload) = (symbology, bytes)
    switch symbology {
    case .upcA where bytes.count == 12:
      (kind, payload) = (.ean13, [UInt8(ascii: "0")] + bytes)
    case .upcE:
      if let expanded = CheckDigit.expandedUPCE(bytes) {
        (kind, payload) = (.ean13, [UInt8(ascii: "0")] + expanded)
      }
    default:
      break
    }
    return [kind.rawValue] + payload + (traits.addOn.map { [0] + Array($0.utf8) } ?? [])
  }

  /// A hash that is equal for codes with the same canonical form and usually differs for others: made from the
  /// symbology and the last eight bytes.
  public var canonicalHash: UInt64 {
    let isRetail = symbology == .upcA || symbology == .upcE
    let payload = symbology == .upcE ? CheckDigit.expandedUPCE(bytes) ?? bytes : bytes
    let kind = (isRetail ? Symbology.ean13 : symbology).rawValue
    return UInt64(bigEndian: payload.suffix(8)) ^ UInt64(kind) << 56
  }
}
