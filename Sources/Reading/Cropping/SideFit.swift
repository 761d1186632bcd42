/// One side of a card, fitted to the strongest edge near it.
struct SideFit {
  /// Where it is.
  private(set) var line: StraightLine
  /// The share of sampled points whose edge is on the fitted line.
  private(set) var share: Float = 0
  /// The median edge strength of those points, in levels per pixel.
  private(set) var strength: Float = 0

  private static let pointCount = 80
  /// The distance from the line beyond which a point is an outlier: this share of the side or this many pixels,
  /// whichever is more.
  ///
  /// It is small because a card's edge is straight.
  private static let slack: (share: Float, pixels: Float) = (0.003, 1.2)
  /// The weakest edge, in levels per pixel.
  ///
  /// It is below `EdgeField.faintest`, because only the strongest of several candidates is used.
  private static let faintest: Float = 1.5

  /// Fits a line to the edges within `reach` pixels of the line between two corners; `nil` if there are too few.
  init?(from start: SIMD2<Float>, to end: SIMD2<Float>, on field: EdgeField, reach: Float) {
    let way = end - start
    let length = (way * way).sum().squareRoot()
    guard length > 20 else { return nil }
    let normal = SIMD2(-way.y, way.x) / length
    line = StraightLine(normal: normal, offset: (start * normal).sum())
    var seen: [(point: SIMD2<Float>, strength: Float)] = []
    for at in 0..<Self.pointCount {
      let share =
        CardOutline.end + (1 - 2 * CardOutline.end) * (Float(at) + 0.5) / Float(Self.pointCount)
      let point = start + way * share
      if let crest = Self.crest(near: point, across: normal, on: field, reach: reach) {
        seen.append(crest)
      }
    }
    // Three rounds of least squares, with ever stricter removal of outliers.
    var near = seen
    let slack = max(Self.slack.pixels, length * Self.slack.share)
    for slack in [max(reach, slack), slack * 1.5, slack] {
      guard near.count >= Self.pointCount / 2,
        let fitted = LeastSquares.line(through: near.map(\.point))
      else { return nil }
      line = fitted
      near = seen.filter { abs(($0.point * fitted.normal).sum() - fitted.offset) <= slack }
    }
    if near.isEmpty { return nil }
    share = Float(near.count) / Float(Self.pointCount)
    strength = near.map(\.strength).sorted()[near.count / 2]
  }

  /// The strongest edge within `reach` pixels of a point along `normal`; `nil` if there is none.
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
      // The vertex of the parabola through three values.
      let (before, after) = (changes[best - 1], changes[best + 1])
      let bend = before - 2 * changes[best] + after
      if bend < 0 { place += (before - after) / bend / 2 }
    }
    return (point + normal * (place / 2), changes[best])
  }
}
