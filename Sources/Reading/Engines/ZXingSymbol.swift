internal import Cards
internal import Czxing

/// One symbol of ZXing's answer, converted to our types.
@safe
struct ZXingSymbol {
  private let symbol: OpaquePointer

  /// Borrows a symbol that the caller keeps alive.
  @unsafe
  init(_ symbol: OpaquePointer) {
    unsafe self.symbol = symbol
  }

  /// The symbol as a finding; `nil` when it is invalid or of an unknown format.
  var finding: Finding? {
    guard unsafe ZXing_Barcode_isValid(symbol),
      var symbology = ZXingFormats.symbology(of: unsafe ZXing_Barcode_format(symbol))
    else { return nil }
    // ISO/IEC 15424: ZXing names a rune only in its identifier.
    let isRune = unsafe string(ZXing_Barcode_symbologyIdentifier(symbol)) == "]zC"
    if symbology == .aztec, isRune { symbology = .aztecRune }
    return Finding(
      barcode: symbology.isRetail ? retail(symbology) : general(symbology), place: place,
      engine: .zxing, lineCount: Int(unsafe ZXing_Barcode_lineCount(symbol)))
  }

  /// Where it is, if it was located but not decoded; otherwise `nil`.
  var unreadPlace: Place? { unsafe ZXing_Barcode_isValid(symbol) ? nil : place }

  private func general(_ symbology: Symbology) -> Barcode {
    let identifier = unsafe string(ZXing_Barcode_symbologyIdentifier(symbol))
    let traits = SymbolTraits(
      aimIdentifier: identifier, errorCorrection: extra("ECLevel"), version: extra("Version"),
      mask: extra("DataMask").flatMap { Int($0) }, eci: eci,
      gs1: Self.saysGS1(identifier), readerInitialisation: extra("ReaderInit") != nil,
      part: part)
    return Barcode(
      symbology: symbology, bytes: bytes, text: unsafe string(ZXing_Barcode_text(symbol)),
      traits: traits)
  }

  /// ZXing returns the digits of a GTIN-13 or GTIN-8 followed by the add-on; we keep what is printed.
  private func retail(_ symbology: Symbology) -> Barcode {
    let message = bytes
    let count = symbology == .ean8 ? 8 : 13
    // `extra` also names an add-on that was begun but not read completely; the message does not.
    let addOn = message.count > count ? String(decoding: message[count...], as: UTF8.self) : nil
    var (symbology, digits) = (symbology, Array(message.prefix(count)))
    if symbology == .upcE, let printed = extra("UPCE") {
      digits = Array(printed.utf8)
    } else if symbology == .ean13 || symbology == .upcA, digits.first == UInt8(ascii: "0") {
      symbology = .upcA
      digits.removeFirst()
    }
    let traits = SymbolTraits(
      aimIdentifier: unsafe string(ZXing_Barcode_symbologyIdentifier(symbol)), addOn: addOn)
    return Barcode(
      symbology: symbology, bytes: digits, text: String(decoding: digits, as: UTF8.self),
      traits: traits)
  }

  private var bytes: [UInt8] {
    var count: Int32 = 0
    guard let bytes = unsafe ZXing_Barcode_bytes(symbol, &count) else { return [] }
    defer { unsafe ZXing_free(bytes) }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }

  /// The number of the first Extended Channel Interpretation: six digits after a backslash, following the three
  /// characters of the AIM identifier (AIM ITS/04-001).
  private var eci: Int? {
    guard unsafe ZXing_Barcode_hasECI(symbol) else { return nil }
    var count: Int32 = 0
    guard let bytes = unsafe ZXing_Barcode_bytesECI(symbol, &count) else { return nil }
    defer { unsafe ZXing_free(bytes) }
    let message = unsafe UnsafeBufferPointer(start: bytes, count: Int(count))
    guard message.count >= 10, unsafe message[3] == UInt8(ascii: "\\") else { return nil }
    return Int(unsafe String(decoding: message[4..<10], as: UTF8.self))
  }

  /// The header of a structured append; ZXing's count is 0 where it is not known, and -1 where there is none.
  private var part: SymbolTraits.Part? {
    let (index, count) = unsafe (
      Int(ZXing_Barcode_sequenceIndex(symbol)), Int(ZXing_Barcode_sequenceSize(symbol))
    )
    guard index >= 0, count >= 0 else { return nil }
    let id = unsafe string(ZXing_Barcode_sequenceId(symbol))
    // An id that is too long to keep makes the header unknown, and it is never drawn.
    let isKept = id.utf8.count <= Barcode.maxWordByteCount
    return .init(index: index + 1, count: isKept ? count : 0, id: isKept ? id : "")
  }

  private var place: Place {
    let position = unsafe ZXing_Barcode_position(symbol)
    return Place(
      corners: [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft].map
      {
        SIMD2(Double($0.x), Double($0.y))
      })
  }

  private func extra(_ name: String) -> String? {
    let value = unsafe string(ZXing_Barcode_extra(symbol, name))
    return value.isEmpty ? nil : value
  }

  /// Takes ownership of a string that ZXing returned.
  private func string(_ characters: UnsafeMutablePointer<CChar>?) -> String {
    guard let characters = unsafe characters else { return "" }
    defer { unsafe ZXing_free(characters) }
    return unsafe String(cString: characters)
  }

  /// Whether the AIM identifier's modifier means FNC1 in first position (ISO/IEC 15424).
  ///
  /// Code 128 `]C1`, DataBar `]e0`, Data Matrix `]d2` (`]d8` for the rectangular extension), QR kinds `]Q3`, Aztec
  /// `]z1` (`]z7` as part of a sequence). ZXing omits the modifiers for ECI.
  private static func saysGS1(_ identifier: String) -> Bool {
    ["]C1", "]e0", "]d2", "]d8", "]Q3", "]z1", "]z7"].contains(identifier)
  }
}
