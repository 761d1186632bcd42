/// A straight line in normal form.
struct StraightLine {
  /// A unit vector perpendicular to the line.
  let normal: SIMD2<Float>
  /// The distance of the line from (0, 0) along the normal, in pixels.
  let offset: Float

  /// The intersection with another line; `nil` if they are nearly parallel.
  func meeting(_ other: StraightLine) -> SIMD2<Float>? {
    let whole = normal.x * other.normal.y - normal.y * other.normal.x
    guard abs(whole) > 0.3 else { return nil }
    return SIMD2(
      (offset * other.normal.y - other.offset * normal.y) / whole,
      (normal.x * other.offset - other.normal.x * offset) / whole)
  }
}
