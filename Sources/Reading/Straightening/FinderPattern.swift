/// A square in a square, as in three corners of a QR Code (ISO/IEC 18004 clause 6.3.3).
struct FinderPattern {
  var centre: SIMD2<Float>
  /// Its extent along the row and the column through its centre, in pixels: seven modules when upright.
  var extent: SIMD2<Float>
  /// Light on dark.
  var isInverted: Bool
  /// Lines on which it was seen.
  var lineCount: Int
}
