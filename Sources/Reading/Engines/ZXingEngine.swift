import Cards
import Czxing

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
    /// As quick; for `unreadPlaces`, as only its answers include symbols that could not be decoded.
    case locating
  }

  private let options: OpaquePointer
  /// Strips show too little beside a symbol: whoever makes them looks at the picture.
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

  /// Where symbols are on the picture that were located, but could not be decoded.
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
