#if canImport(Glibc)
  import Glibc
#endif

/// A straight line along which a picture changes.
struct EdgeLine {
  /// The direction across the line: a unit vector.
  let normal: SIMD2<Float>
  /// How far the line is from (0, 0) along the normal, in pixels.
  let offset: Float
  /// How many pixels of the line show a change before each of its points, counted from `first` on in steps of a pixel.
  private var before: [Int32] = [0]
  private let first: Float

  /// Follows the line through the picture and notes where along it the picture changes across it.
  init(normal: SIMD2<Float>, offset: Float, field: EdgeField) {
    self.normal = normal
    self.offset = offset
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

  /// The direction along the line.
  var along: SIMD2<Float> { SIMD2(-normal.y, normal.x) }

  /// Where two lines meet; `nil` when they are nearly parallel.
  func meeting(_ other: EdgeLine) -> SIMD2<Float>? {
    let whole = normal.x * other.normal.y - normal.y * other.normal.x
    guard abs(whole) > 0.3 else { return nil }
    return SIMD2(
      (offset * other.normal.y - other.offset * normal.y) / whole,
      (normal.x * other.offset - other.normal.x * offset) / whole)
  }

  /// The cosine of the angle to another line.
  func cosine(to other: EdgeLine) -> Float { abs((normal * other.normal).sum()) }

  /// Whether a stretch of the line that is `length` pixels long shows a change along most of it.
  func holds(length: Int) -> Bool {
    let enough = Int32(Float(length) * CardOutline.leastRoughShare)
    return (0..<max(0, before.count - length)).contains {
      before[$0 + length] - before[$0] >= enough
    }
  }

  /// The share of the line between two points on it along which the picture changes.
  func share(from start: SIMD2<Float>, to end: SIMD2<Float>) -> Float {
    let (one, other) = (Int((start * along).sum() - first), Int((end * along).sum() - first))
    let (low, high) = (max(0, min(one, other)), min(before.count - 1, max(one, other)))
    return high > low ? Float(before[high] - before[low]) / Float(high - low) : 0
  }
}

extension EdgeField {
  /// Whether the picture changes at a point, in a direction no further than 18 degrees from `normal`.
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
