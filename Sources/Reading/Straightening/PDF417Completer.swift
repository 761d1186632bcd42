internal import Czxing

/// Reads PDF417 symbols whose start pattern is cut off or damaged, from their stop pattern, and draws them whole.
///
/// Decoders look for the start pattern first. The right row indicators tell the shape of the symbol just as well,
/// and its error correction makes up for missing columns.
struct PDF417Completer {
  /// Finds stop patterns and passes drawings of the whole symbols to `decode`.
  ///
  /// - Parameters:
  ///   - picture: the picture; symbols may be upright, on a side, or upside down.
  ///   - decode: tries a drawing, and returns whether it was read; the second value is where the symbol's
  ///     corners are on `picture`, as far as they are on it.
  func complete(
    _ picture: borrowing GreyPicture, decode: (borrowing GreyPicture, Place) -> Bool
  ) {
    let grey = GreyField(picture, width: picture.width, height: picture.height)
    let field = grey.contrast(
      reach: max(12, min(grey.width, grey.height) / 10), isInverted: false)
    for quarter in 0..<4 {
      let turned = field.turned(quarters: quarter)
      guard let stop = StopPattern(turned), let rows = PDF417Rows(turned, stop: stop),
        let shape = rows.shape, let frame = PDF417Frame(shape)
      else { continue }
      let place = Place(corners: rows.corners.map { field.point($0, turnedBy: quarter) })
      let missing = rows.missing(of: shape)
      for (isFilled, share) in [(true, 0.375), (false, 0.75)]
      where Double(missing) <= share * Double(shape.correctionCount) {
        guard let drawing = GreyPicture(drawing: frame, cells: rows, isFilled: isFilled) else {
          continue
        }
        if decode(drawing, place) { return }
      }
    }
  }
}

extension GreyField {
  /// Turned clockwise by quarter turns.
  func turned(quarters: Int) -> GreyField {
    if quarters == 0 { return self }
    var made = quarters == 2 ? self : GreyField(blank: height, by: width)
    for y in 0..<made.height {
      for x in 0..<made.width {
        let (column, row) =
          switch quarters {
          case 1: (y, height - 1 - x)
          case 2: (width - 1 - x, height - 1 - y)
          default: (width - 1 - y, x)
          }
        made.values[y * made.width + x] = values[row * width + column]
      }
    }
    return made
  }

  /// Where a point of this field, turned, was before the turn.
  func point(_ turned: SIMD2<Float>, turnedBy quarters: Int) -> SIMD2<Double> {
    let (x, y) = (Double(turned.x), Double(turned.y))
    let (right, bottom) = (Double(width - 1), Double(height - 1))
    return switch quarters {
    case 0: SIMD2(x, y)
    case 1: SIMD2(y, bottom - x)
    case 2: SIMD2(right - x, bottom - y)
    default: SIMD2(right - y, x)
    }
  }
}

extension GreyPicture {
  /// Draws a whole symbol: its frame, and between its row indicators what was read.
  ///
  /// A missing column is either left blank, a known gap, or with `isFilled` drawn with wrong codewords, of which error
  /// correction can fix half as many. But the engine needs the very first codeword, the codeword count, which follows
  /// from the shape.
  init?(drawing frame: PDF417Frame, cells: PDF417Rows, isFilled: Bool) {
    // Rows are three modules high (ISO/IEC 15438 clause 5.8.2); the quiet zone is two modules (clause 5.8.3) and
    // more.
    let (module, height, quiet) = (2, 6, 8)
    let columns = frame.shape.columns
    self.init(
      width: frame.width * module + 2 * quiet, height: frame.shape.rows * height + 2 * quiet
    ) { x, y in
      let (row, at) = ((y - quiet) / height, (x - quiet) / module)
      guard y >= quiet, x >= quiet, row < frame.shape.rows, at < frame.width else { return 255 }
      let column = at / PDF417Frame.codeword - 2
      if 0..<columns ~= column {
        if let value = cells.cell(row: row, fromRight: columns - column, module: at % 17) {
          return value < 0 ? 0 : 255
        }
        if !isFilled, row + column > 0 { return 255 }
        // The left row indicator is a codeword that any column of its row may contain.
        let source = row == 0 && column == 0 ? at : PDF417Frame.codeword + at % 17
        return frame.dark[row * frame.width + source] ? 0 : 255
      }
      return frame.dark[row * frame.width + at] ? 0 : 255
    }
  }
}

/// The sides that all PDF417 symbols of one shape share: start and stop pattern, and the row indicators, which repeat
/// the rows, columns and error correction (ISO/IEC 15438 clauses 5.2 and 5.11).
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

  /// Draws a symbol of this shape; `nil` if that is impossible.
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
