/// A projective map (homography) of the plane: how a flat object looks from another viewpoint.
///
/// Hartley and Zisserman, Multiple View Geometry, 2.3. A point (x, y) maps to (a x + b y + c, d x + e y + f) divided by
/// g x + h y + 1.
package struct PerspectiveMap {
  /// a to h.
  package let numbers: [Double]

  /// Maps the rectangle from (0, 0) to `size` to four corners, clockwise from the one for (0, 0).
  ///
  /// Heckbert, Fundamentals of Texture Mapping and Image Warping (1989), 2.2.3. `nil` if the last three corners are
  /// collinear.
  package init?(from size: SIMD2<Double>, to corners: [SIMD2<Double>]) {
    let (first, second, third, fourth) = (corners[0], corners[1], corners[2], corners[3])
    let (one, other) = (second - third, fourth - third)
    let sum = first - second + third - fourth
    let whole = one.x * other.y - one.y * other.x
    guard abs(whole) > 1e-9 else { return nil }
    let g = (sum.x * other.y - sum.y * other.x) / whole
    let h = (one.x * sum.y - one.y * sum.x) / whole
    let across = second - first + second * g
    let down = fourth - first + fourth * h
    numbers = [
      across.x / size.x, down.x / size.y, first.x, across.y / size.x, down.y / size.y, first.y,
      g / size.x, h / size.y,
    ]
  }

  private init(numbers: [Double]) {
    self.numbers = numbers
  }

  /// Maps a point.
  package func callAsFunction(_ point: SIMD2<Double>) -> SIMD2<Double> {
    let w = numbers[6] * point.x + numbers[7] * point.y + 1
    return SIMD2(
      (numbers[0] * point.x + numbers[1] * point.y + numbers[2]) / w,
      (numbers[3] * point.x + numbers[4] * point.y + numbers[5]) / w)
  }

  /// The map in the opposite direction; `nil` if there is none, or it cannot be written with the last number 1.
  package var inverse: PerspectiveMap? {
    let n = numbers
    // The adjugate of the map's matrix: its inverse times its determinant, which cancels.
    let adjugate = [
      n[4] - n[5] * n[7], n[2] * n[7] - n[1], n[1] * n[5] - n[2] * n[4],
      n[5] * n[6] - n[3], n[0] - n[2] * n[6], n[2] * n[3] - n[0] * n[5],
      n[3] * n[7] - n[4] * n[6], n[1] * n[6] - n[0] * n[7],
    ]
    let last = n[0] * n[4] - n[1] * n[3]
    guard abs(last) > 1e-9 else { return nil }
    return PerspectiveMap(numbers: adjugate.map { $0 / last })
  }

  /// The same map for other coordinate origins: adds `before` to a point, maps it, and adds `after`.
  package func shifted(from before: SIMD2<Double>, to after: SIMD2<Double>) -> PerspectiveMap {
    let n = numbers
    let w = n[6] * before.x + n[7] * before.y + 1
    let c = n[0] * before.x + n[1] * before.y + n[2]
    let f = n[3] * before.x + n[4] * before.y + n[5]
    let made = [
      n[0] + after.x * n[6], n[1] + after.x * n[7], c + after.x * w,
      n[3] + after.y * n[6], n[4] + after.y * n[7], f + after.y * w, n[6], n[7],
    ]
    return PerspectiveMap(numbers: made.map { $0 / w })
  }
}
