internal import Cards
internal import Czxing

/// ZXing-C++: reads every symbology, on grey pixels.
@safe
struct ZXingEngine: ~Copyable {
  /// What to try.
  enum Effort {
    /// Dark symbols on light, in all four directions.
    case quick
    /// Light ones on dark as well, and the picture shrunk.
    case thorough
    /// Upright bars only.
    case upright
    /// Like `quick`, but also returns symbols that could not be decoded, for `unreadPlaces`.
    case locating
  }

  private let options: OpaquePointer
  /// Strips show too little beside a symbol, so their callers look at the picture instead.
  private let looksBeside: Bool

  /// Sets the engine up to look for `symbologies`.
  init(symbologies: Set<Symbology>, effort: Effort) throws(ReadingError) {
    guard let made = unsafe ZXing_ReaderOptions_new() else { throw .outOfMemory }
    unsafe options = made
    looksBeside = effort != .upright
    let formats = ZXingFormats.asked(for: symbologies)
    unsafe ZXing_ReaderOptions_setFormats(options, formats, Int32(formats.count))
    unsafe ZXing_ReaderOptions_setEanAddOnSymbol(options, ZXing_EanAddOnSymbol_Read)
    unsafe ZXing_ReaderOptions_setTextMode(options, ZXing_TextMode_Plain)
    unsafe ZXing_ReaderOptions_setTryRotate(options, effort != .upright)
    unsafe ZXing_ReaderOptions_setTryInvert(options, effort == .thorough || effort == .upright)
    unsafe ZXing_ReaderOptions_setTryDownscale(options, effort == .thorough)
    unsafe ZXing_ReaderOptions_setReturnErrors(options, effort == .locating)
  }

  deinit {
    unsafe ZXing_ReaderOptions_delete(options)
  }

  /// Every symbol on the picture, in its coordinates.
  func read(_ picture: borrowing GreyPicture) -> [Finding] {
    var findings = symbols(on: picture) { $0.finding }
    guard looksBeside else { return findings }
    for index in findings.indices { findings[index].lookAround(on: picture) }
    return findings
  }

  /// The places of symbols that were located but could not be decoded.
  func unreadPlaces(on picture: borrowing GreyPicture) -> [Place] {
    symbols(on: picture) { $0.unreadPlace }
  }

  private func symbols<Value>(
    on picture: borrowing GreyPicture, _ value: (ZXingSymbol) -> Value?
  ) -> [Value] {
    let (width, height) = (Int32(picture.width), Int32(picture.height))
    return unsafe picture.withPixels { pixels in
      let view = unsafe ZXing_ImageView_new(pixels, width, height, ZXing_ImageFormat_Lum, 0, 0)
      defer { unsafe ZXing_ImageView_delete(view) }
      guard let found = unsafe ZXing_ReadBarcodes(view, options) else { return [] }
      defer { unsafe ZXing_Barcodes_delete(found) }
      return (0..<(unsafe ZXing_Barcodes_size(found))).compactMap { index in
        guard let symbol = unsafe ZXing_Barcodes_at(found, index) else { return nil }
        return value(unsafe ZXingSymbol(symbol))
      }
    }
  }
}

/// ZXing's names for our symbologies, in both directions.
enum ZXingFormats {
  /// The format to ask for, followed by others that the answer may have.
  ///
  /// Code 39 in its plain form: the symbol's own characters, never decoded to full ASCII, so that a copy has the
  /// same bars.
  private static let table: [(symbology: Symbology, asked: [ZXing_BarcodeFormat])] = [
    (.qrCode, [ZXing_BarcodeFormat_QRCode, ZXing_BarcodeFormat_QRCodeModel2]),
    (.microQRCode, [ZXing_BarcodeFormat_MicroQRCode]),
    (.rmqrCode, [ZXing_BarcodeFormat_RMQRCode]),
    (.code128, [ZXing_BarcodeFormat_Code128]),
    (.pdf417, [ZXing_BarcodeFormat_PDF417]),
    (.compactPDF417, [ZXing_BarcodeFormat_CompactPDF417]),
    (.microPDF417, [ZXing_BarcodeFormat_MicroPDF417]),
    (.aztec, [ZXing_BarcodeFormat_AztecCode, ZXing_BarcodeFormat_Aztec]),
    (.aztecRune, [ZXing_BarcodeFormat_AztecRune]),
    (.dataMatrix, [ZXing_BarcodeFormat_DataMatrix]),
    (.ean13, [ZXing_BarcodeFormat_EAN13]),
    (.ean8, [ZXing_BarcodeFormat_EAN8]),
    (.upcA, [ZXing_BarcodeFormat_EAN13, ZXing_BarcodeFormat_UPCA]),
    (.upcE, [ZXing_BarcodeFormat_UPCE]),
    (.code39, [ZXing_BarcodeFormat_Code39Std, ZXing_BarcodeFormat_Code39]),
    (.code93, [ZXing_BarcodeFormat_Code93]),
    (.codabar, [ZXing_BarcodeFormat_Codabar]),
    (.itf, [ZXing_BarcodeFormat_ITF, ZXing_BarcodeFormat_ITF14]),
    (.dataBar, [ZXing_BarcodeFormat_DataBarOmni, ZXing_BarcodeFormat_DataBar]),
    (.dataBarStacked, [ZXing_BarcodeFormat_DataBarStk]),
    (.dataBarStackedOmni, [ZXing_BarcodeFormat_DataBarStkOmni]),
    (.dataBarLimited, [ZXing_BarcodeFormat_DataBarLtd]),
    (.dataBarExpanded, [ZXing_BarcodeFormat_DataBarExp]),
    (.dataBarExpandedStacked, [ZXing_BarcodeFormat_DataBarExpStk]),
    (.maxiCode, [ZXing_BarcodeFormat_MaxiCode]),
    (.telepen, [ZXing_BarcodeFormat_Telepen, ZXing_BarcodeFormat_TelepenAlpha]),
    (.dxFilmEdge, [ZXing_BarcodeFormat_DXFilmEdge]),
  ]

  /// The formats to switch on for a set of symbologies.
  static func asked(for symbologies: Set<Symbology>) -> [ZXing_BarcodeFormat] {
    table.filter { symbologies.contains($0.symbology) }.map { $0.asked[0] }
  }

  /// The symbology of an answer; `nil` for a format that was not asked for.
  static func symbology(of format: ZXing_BarcodeFormat) -> Symbology? {
    table.first { row in row.asked.contains { $0.rawValue == format.rawValue } }?.symbology
  }
}
