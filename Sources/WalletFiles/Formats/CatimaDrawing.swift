internal import Cards

/// What Catima draws of a code's text: the charset of its bytes, and what the symbol states of it.
///
/// A charset is no Extended Channel Interpretation: Catima names one for every card, but tells its library, ZXing's
/// writers for Java, only where it is not ISO-8859-1, as scanners at tills trip over symbols that state one (Catima,
/// `BarcodeImageWriterTask`). Each writer then decides by itself.
enum CatimaDrawing {
  /// The characters of QR Code's alphanumeric mode (ISO/IEC 18004 table 5).
  private static let alphanumeric = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)

  /// The charset of the bytes in the symbol; empty for ISO-8859-1.
  ///
  /// - Parameters:
  ///   - charset: What the file names; empty if it names none.
  ///   - symbology: The kind of symbol.
  /// - Returns: The name.
  static func charset(_ charset: String, as symbology: Symbology) -> String {
    // ZXing `DataMatrixWriter` passes the charset on only for its compact form, which Catima does not ask for.
    symbology == .dataMatrix ? "" : charset
  }

  /// What the symbol states; `nil` if it states nothing.
  ///
  /// - Parameters:
  ///   - charset: What the file names; empty if it names none.
  ///   - bytes: The text in it.
  ///   - symbology: The kind of symbol.
  /// - Returns: The number of the Extended Channel Interpretation.
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

  /// Whether a QR Code holds the bytes in Kanji mode (ISO/IEC 18004 7.4.6), which ZXing uses for nothing but Shift JIS.
  private static func isKanji(_ bytes: [UInt8], in charset: String) -> Bool {
    Charset.eci(of: charset) == Charset.shiftJIS && bytes.count.isMultiple(of: 2)
      && stride(from: 0, to: bytes.count, by: 2).allSatisfy {
        (0x81...0x9F).contains(bytes[$0]) || (0xE0...0xEB).contains(bytes[$0])
      }
  }
}
