import Cards

/// One symbol as one engine read it, and the evidence that it brought along.
struct Finding {
  /// Who read it.
  enum Engine {
    case zxing
    case zbar
    /// Our own, for EAN and UPC out of focus.
    case blurred
    /// The same, asked only whether a number that another read fits the picture.
    case confirming
  }

  /// What it was read on.
  enum View {
    /// The picture as it came, or turned, scaled or inverted.
    case plain
    /// A straightened region: each line is the mean of a band of its own.
    case strip
    /// A picture whose contrast was evened out, or that was sharpened.
    case altered
  }

  var barcode: Barcode
  var place: Place
  var engine: Engine
  /// Lines that confirm it: scan lines of the picture, or bands of a strip; 1 for matrix symbols.
  var lineCount: Int
  var view = View.plain
  /// How much of a located region's length the symbol fills, 0 to 1; `nil` where none was located.
  var span: Double?
}
