internal import Glibc

/// A straight line in normal form.
struct StraightLine {
  /// A unit vector perpendicular to the line.
  let normal: SIMD2<Float>
  /// The distance of the line from (0, 0) along the normal, in pixels.
  let offset: Float

  init(normal: SIMD2<Float>, offset: Float) {
    self.normal = normal
    self.offset = offset
  }

  /// Fits a line to points by least squares of their distances; `nil` for fewer than two points.
  ///
  /// Pearson, On Lines and Planes of Closest Fit to Systems of Points in Space, 1901.
  init?(through points: [SIMD2<Float>]) {
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
    normal = SIMD2(-sin(angle), cos(angle))
    offset = (centre * normal).sum()
  }

  /// The intersection with another line; `nil` if they are nearly parallel.
  func meeting(_ other: StraightLine) -> SIMD2<Float>? {
    let whole = normal.x * other.normal.y - normal.y * other.normal.x
    guard abs(whole) > 0.3 else { return nil }
    return SIMD2(
      (offset * other.normal.y - other.offset * normal.y) / whole,
      (normal.x * other.offset - other.normal.x * offset) / whole)
  }
}

/// A straight line across the picture, with the edges found along it.
struct EdgeLine {
  let line: StraightLine
  /// Running count of edge pixels along the line, in steps of one pixel from `first`.
  private var before: [Int32] = [0]
  private let first: Float

  /// Follows the line through the picture and counts the edges within one pixel of it.
  init(_ line: StraightLine, field: EdgeField) {
    self.line = line
    let (normal, offset) = (line.normal, line.offset)
    let reach = Float(field.width + field.height)
    first = -reach
    before.reserveCapacity(Int(reach) * 2 + 1)
    var count: Int32 = 0
    for step in 0..<Int(reach * 2) {
      let point = normal * offset + along * (first + Float(step) + 0.5)
      let isEdge = (-1...1).contains { shift in
        field.isEdge(at: point + normal * Float(shift), across: normal)
      }
      if isEdge { count += 1 }
      before.append(count)
    }
  }

  private var normal: SIMD2<Float> { line.normal }

  /// The direction along the line.
  var along: SIMD2<Float> { SIMD2(-normal.y, normal.x) }

  /// The cosine of the angle to another line.
  func cosine(to other: EdgeLine) -> Float { abs((normal * other.normal).sum()) }

  /// Whether some stretch of `length` pixels is mostly edge (`CardOutline.minRoughShare`).
  func holds(length: Int) -> Bool {
    let enough = Int32(Float(length) * CardOutline.minRoughShare)
    return (0..<max(0, before.count - length)).contains {
      before[$0 + length] - before[$0] >= enough
    }
  }

  /// The share of edge pixels between two points on the line.
  func share(from start: SIMD2<Float>, to end: SIMD2<Float>) -> Float {
    let (one, other) = (Int((start * along).sum() - first), Int((end * along).sum() - first))
    let (low, high) = (max(0, min(one, other)), min(before.count - 1, max(one, other)))
    return high > low ? Float(before[high] - before[low]) / Float(high - low) : 0
  }
}

extension EdgeField {
  /// Whether there is an edge at a point whose gradient is within 18 degrees of `normal`.
  func isEdge(at point: SIMD2<Float>, across normal: SIMD2<Float>) -> Bool {
    guard point.x >= 0, point.y >= 0 else { return false }
    let (x, y) = (Int(point.x), Int(point.y))
    guard x < width, y < height else { return false }
    let change = SIMD2(across[y * width + x], down[y * width + x])
    let strength = (change * change).sum()
    guard strength > Self.faintest * Self.faintest else { return false }
    let part = (change * normal).sum()
    return part * part > strength * 0.9
  }
}
