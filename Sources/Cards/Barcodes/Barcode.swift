/// A code as it stands on a card: its bytes, and what is needed to draw the very same symbol again.
public struct Barcode: Sendable, Hashable {
  /// The kind of symbol.
  public var symbology: Symbology
  /// The payload as the symbol carries it: bytes decide, never a re-encoded string.
  ///
  /// GS1 symbols hold GS (0x1D) where a separator FNC1 stands; the leading FNC1 is not part of the
  /// bytes, `traits.gs1` says it. Retail codes are the digits as printed, check digit included (UPC-E:
  /// all 8), without an add-on. Code 39 has no start and stop asterisks; Codabar has its start and stop
  /// letters.
  public var bytes: [UInt8]
  /// The payload as people read it, decoded by the symbol's own charset.
  public var text: String
  /// What else the symbol had, so that it can be drawn the same.
  public var traits: SymbolTraits

  /// Makes a barcode of its parts.
  public init(symbology: Symbology, bytes: [UInt8], text: String, traits: SymbolTraits = .init()) {
    self.symbology = symbology
    self.bytes = bytes
    self.text = text
    self.traits = traits
  }

  /// The most bytes a stored or drawn code may have: above what any accepted symbology holds (QR Code
  /// 40-L: 7,089 digits, ISO/IEC 18004 table 7).
  public static let maximumByteCount = 8_192
}
