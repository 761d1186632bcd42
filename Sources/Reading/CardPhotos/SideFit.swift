/// One side of a card, fitted to where the picture changes most near it.
struct SideFit {
  /// A unit vector across the side, and how far the side is from (0, 0) along it.
  private(set) var normal: SIMD2<Float>
  private(set) var offset: Float
  /// The share of points along the side that lie on it.
  private(set) var share: Float = 0
  /// How fast the picture changes there, in levels a pixel: the median.
  private(set) var strength: Float = 0

  private static let pointCount = 80
  /// Points further off than this share of the side, or than these pixels, are not on it: a card's edge is straight.
  private static let slack: (share: Float, pixels: Float) = (0.003, 1.2)
  /// Changes slower than this, in levels a pixel, are no edge: where the fastest of some is looked for, less is enough
  /// than for `EdgeField.faintest`.
  private static let faintest: Float = 1.5

  /// Fits a line between two corners, up to `reach` pixels off; `nil` when there is none.
  init?(from start: SIMD2<Float>, to end: SIMD2<Float>, on field: EdgeField, reach: Float) {
    let way = end - start
    let length = (way * way).sum().squareRoot()
    guard length > 20 else { return nil }
    normal = SIMD2(-way.y, way.x) / length
    offset = (start * normal).sum()
    var seen: [(point: SIMD2<Float>, strength: Float)] = []
    for at in 0..<Self.pointCount {
      let share =
        CardOutline.end + (1 - 2 * CardOutline.end) * (Float(at) + 0.5) / Float(Self.pointCount)
      let point = start + way * share
      if let crest = Self.crest(near: point, across: normal, on: field, reach: reach) {
        seen.append(crest)
      }
    }
    // Least squares, thrice, each time without what is off.
    var near = seen
    let slack = max(Self.slack.pixels, length * Self.slack.share)
    for slack in [max(reach, slack), slack * 1.5, slack] {
      guard near.count >= Self.pointCount / 2,
        let line = LeastSquares.line(through: near.map(\.point))
      else { return nil }
      normal = line.normal
      offset = line.offset
      let (normal, offset) = (normal, offset)
      near = seen.filter { abs(($0.point * normal).sum() - offset) <= slack }
    }
    if near.isEmpty { return nil }
    share = Float(near.count) / Float(Self.pointCount)
    strength = near.map(\.strength).sorted()[near.count / 2]
  }

  /// Where two sides meet.
  func meeting(_ other: SideFit) -> SIMD2<Float>? {
    let whole = normal.x * other.normal.y - normal.y * other.normal.x
    guard abs(whole) > 0.3 else { return nil }
    return SIMD2(
      (offset * other.normal.y - other.offset * normal.y) / whole,
      (normal.x * other.offset - other.normal.x * offset) / whole)
  }

  /// The point where the picture changes fastest, of those across from a point.
  private static func crest(
    near point: SIMD2<Float>, across normal: SIMD2<Float>, on field: EdgeField, reach: Float
  ) -> (point: SIMD2<Float>, strength: Float)? {
    let count = Int(reach * 2)
    let changes = (-count...count).map {
      field.change(at: point + normal * (Float($0) / 2), along: normal)
    }
    guard let best = changes.indices.max(by: { changes[$0] < changes[$1] }),
      changes[best] > faintest
    else { return nil }
    var place = Float(best - count)
    if best > 0, best < changes.count - 1 {
      // The top of the parabola through three values.
      let (before, after) = (changes[best - 1], changes[best + 1])
      let bend = before - 2 * changes[best] + after
      if bend < 0 { place += (before - after) / bend / 2 }
    }
    return (point + normal * (place / 2), changes[best])
  }
}
