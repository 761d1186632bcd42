internal import Glibc

/// Where a point of an altered picture is on the upright full-size picture: an affine map.
struct Mapping {
  var origin: SIMD2<Double>
  var across: SIMD2<Double>
  var down: SIMD2<Double>

  /// Each pixel of the altered picture is `factor` pixels of the original.
  init(scale factor: SIMD2<Double>) {
    origin = .zero
    across = SIMD2(factor.x, 0)
    down = SIMD2(0, factor.y)
  }

  /// A step from the altered picture to the one before it.
  init(origin: SIMD2<Double>, across: SIMD2<Double>, down: SIMD2<Double>) {
    self.origin = origin
    self.across = across
    self.down = down
  }

  /// Undoes a clockwise turn by `degrees` about `from`, which is then mapped to `to`.
  init(turning degrees: Double, from: SIMD2<Double>, to: SIMD2<Double>) {
    let angle = degrees * .pi / 180
    let (sine, cosine) = (sin(angle), cos(angle))
    across = SIMD2(cosine, -sine)
    down = SIMD2(sine, cosine)
    origin = to - across * from.x - down * from.y
  }

  /// Maps a point.
  func callAsFunction(_ point: SIMD2<Double>) -> SIMD2<Double> {
    origin + across * point.x + down * point.y
  }

  /// Maps a point back.
  func origin(of point: SIMD2<Double>) -> SIMD2<Double> {
    let offset = point - origin
    let area = across.x * down.y - across.y * down.x
    return SIMD2(
      (offset.x * down.y - offset.y * down.x) / area,
      (offset.y * across.x - offset.x * across.y) / area)
  }
}
