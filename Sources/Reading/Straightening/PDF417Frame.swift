import Czxing

/// What all PDF417 symbols of one shape share at their sides: start and stop pattern, and the row indicators, which
/// repeat the rows, columns and error correction (ISO/IEC 15438 clauses 5.2 and 5.11).
struct PDF417Frame {
  /// Width in modules of a codeword, of the start pattern, and of a row indicator.
  static let codeword = 17

  /// How a symbol is laid out.
  struct Shape: Equatable {
    var rows: Int
    /// Data columns, without the row indicators.
    var columns: Int
    /// Level of error correction, 0 to 8.
    var level: Int
    /// Codewords of error correction (ISO/IEC 15438 clause 5.10).
    var correctionCount: Int { 2 << level }
  }

  let shape: Shape
  /// Modules in a row, from the start pattern to the stop pattern, which has one more than a codeword.
  var width: Int { (shape.columns + 4) * Self.codeword + 1 }
  /// Whether each module is dark, row by row.
  ///
  /// Between the row indicators only the first codeword has a meaning: the number of codewords.
  let dark: [Bool]

  /// Draws a symbol of this shape; `nil` where that is not possible.
  init?(_ shape: Shape) {
    guard let options = unsafe ZXing_CreatorOptions_new(ZXing_BarcodeFormat_PDF417) else {
      return nil
    }
    defer { unsafe ZXing_CreatorOptions_delete(options) }
    unsafe ZXing_CreatorOptions_setOptions(
      options, "ecLevel=\(shape.level),columns=\(shape.columns),rows=\(shape.rows)")
    guard let symbol = unsafe ZXing_CreateBarcodeFromText("0", 1, options),
      let writing = unsafe ZXing_WriterOptions_new()
    else { return nil }
    defer {
      unsafe ZXing_Barcode_delete(symbol)
      unsafe ZXing_WriterOptions_delete(writing)
    }
    unsafe ZXing_WriterOptions_setAddQuietZones(writing, false)
    unsafe ZXing_WriterOptions_setScale(writing, 1)
    guard let image = unsafe ZXing_WriteBarcodeToImage(symbol, writing) else { return nil }
    defer { unsafe ZXing_Image_delete(image) }
    self.shape = shape
    let width = (shape.columns + 4) * Self.codeword + 1
    let (imageWidth, imageHeight) = unsafe (
      Int(ZXing_Image_width(image)), Int(ZXing_Image_height(image))
    )
    guard let pixels = unsafe ZXing_Image_data(image), imageWidth % width == 0,
      imageHeight % shape.rows == 0
    else { return nil }
    let (module, height) = (imageWidth / width, imageHeight / shape.rows)
    dark = (0..<shape.rows * width).map { at in
      let (row, column) = (at / width, at % width)
      return unsafe pixels[(row * height + height / 2) * imageWidth + column * module] < 128
    }
  }

  /// Whether a module of the right row indicator is dark.
  func rightIndicator(row: Int, module: Int) -> Bool {
    dark[row * width + (shape.columns + 2) * Self.codeword + module]
  }
}
