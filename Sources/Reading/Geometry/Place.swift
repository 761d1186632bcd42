internal import Cards

/// The corners of a symbol in reading orientation: top left, top right, bottom right, bottom left.
struct Place {
  var corners: [SIMD2<Double>]

  /// The box around the corners.
  var bounds: (low: SIMD2<Double>, high: SIMD2<Double>) {
    var (low, high) = (corners[0], corners[0])
    for corner in corners.dropFirst() {
      low = pointwiseMin(low, corner)
      high = pointwiseMax(high, corner)
    }
    return (low, high)
  }

  /// The mean of the corners.
  var centre: SIMD2<Double> {
    corners.reduce(.zero, +) / Double(corners.count)
  }

  /// The mean length of the sides along the bars.
  var height: Double {
    let side = (corners[3] - corners[0] + corners[2] - corners[1]) / 2
    return (side * side).sum().squareRoot()
  }

  /// The mean length of the sides across the bars.
  var length: Double { turned(by: 1).height }

  /// The point at these shares of the way along and down its first side.
  func point(way: Double, side: Double) -> SIMD2<Double> {
    let start = corners[0] + (corners[3] - corners[0]) * side
    let end = corners[1] + (corners[2] - corners[1]) * side
    return start + (end - start) * way
  }

  /// The same place on a picture `factor` times as large.
  func scaled(by factor: Double) -> Place { Place(corners: corners.map { $0 * factor }) }

  /// Its first part across the bars.
  func shortened(to share: Double) -> Place {
    Place(corners: [
      corners[0], corners[0] + (corners[1] - corners[0]) * share,
      corners[3] + (corners[2] - corners[3]) * share, corners[3],
    ])
  }

  /// The place moved across the bars by a share of its length.
  func moved(across share: Double) -> Place {
    let (upper, lower) = ((corners[1] - corners[0]) * share, (corners[2] - corners[3]) * share)
    return Place(corners: [
      corners[0] + upper, corners[1] + upper, corners[2] + lower, corners[3] + lower,
    ])
  }

  /// The same place, read in each of the four directions.
  var turns: [Place] { [0, 2, 1, 3].map { turned(by: $0) } }

  /// The same place, read in a direction further by quarter turns.
  func turned(by quarters: Int) -> Place {
    Place(corners: Array(corners[quarters...] + corners[..<quarters]))
  }

  /// Whether the centre of one is in the box around the other: the same symbol, or one within the other.
  ///
  /// `slack` is how far outside the box still counts, as a share of its longer side: the box of a linear symbol seen
  /// on few lines is flat, and two engines seldom see the same lines.
  func meets(_ other: Place, slack: Double = 0) -> Bool {
    contains(other.centre, slack: slack) || other.contains(centre, slack: slack)
  }

  private func contains(_ point: SIMD2<Double>, slack: Double) -> Bool {
    let (low, high) = bounds
    let room = max(2, (high - low).max() * slack)
    return all(point .>= low - room) && all(point .<= high + room)
  }

  /// Whether this symbol explains the bars of `region`: they are its own, or part of it or of its quiet zone.
  func covers(_ region: BarRegion) -> Bool {
    region.contains(centre, slack: 2) || contains(region.centre, slack: 0.25)
  }

  /// Whether all of `other` is well inside, like a code printed into another code.
  func surrounds(_ other: Place) -> Bool {
    let (low, high) = bounds
    let (otherLow, otherHigh) = other.bounds
    let size = high - low
    return all(otherLow .>= low) && all(otherHigh .<= high)
      && (otherHigh - otherLow).max() < size.max() * 0.8
  }
}

extension FoundBarcode.Point {
  /// The pixel corner nearest to a point.
  init(nearest point: SIMD2<Double>) {
    self.init(x: Int(point.x.rounded()), y: Int(point.y.rounded()))
  }
}
