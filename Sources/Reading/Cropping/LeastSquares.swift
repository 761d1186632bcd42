internal import Glibc

/// Fits a straight line to points by least squares of their distances (Pearson, On Lines and Planes of Closest Fit to
/// Systems of Points in Space, 1901).
enum LeastSquares {
  /// The line; `nil` for fewer than two points.
  static func line(through points: [SIMD2<Float>]) -> StraightLine? {
    guard points.count > 1 else { return nil }
    let centre = points.reduce(.zero, +) / Float(points.count)
    var (xx, xy, yy) = (Float(0), Float(0), Float(0))
    for point in points {
      let way = point - centre
      xx += way.x * way.x
      xy += way.x * way.y
      yy += way.y * way.y
    }
    let angle = atan2(2 * xy, xx - yy) / 2
    let normal = SIMD2(-sin(angle), cos(angle))
    return StraightLine(normal: normal, offset: (centre * normal).sum())
  }
}
