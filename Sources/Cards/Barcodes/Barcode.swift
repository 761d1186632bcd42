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
  public static let maximumByteCount = 8_192
}
