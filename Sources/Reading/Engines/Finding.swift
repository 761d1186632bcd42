import Cards

/// One symbol as one engine read it, and the evidence that it brought along.
struct Finding {
  /// Who read it.
  enum Engine {
    case zxing
    case zbar
  }

  var barcode: Barcode
  var place: Place
  var engine: Engine
  /// Scan lines that agreed; 1 for matrix symbols.
  var lineCount: Int
  /// Whether the picture had been altered in more than its geometry.
  var isAltered = false
}
