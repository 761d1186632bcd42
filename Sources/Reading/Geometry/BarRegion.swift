internal import Glibc

/// A part of a picture with parallel bars: perhaps a linear symbol.
struct BarRegion {
  /// The middle, in pixels.
  var centre: SIMD2<Double>
  /// Unit vector across the bars, in the direction of a scan line.
  var across: SIMD2<Double>
  /// The region's extent across the bars, and along them, in pixels.
  var length: Double
  var height: Double
  /// How fast the bars' direction turns across the region, in radians per pixel: bars seen at a slant fan out.
  var fan: Double
  /// How alike the scan lines of its two ends are to those of its middle, from -1 to 1; 1 if it was not trimmed.
  ///
  /// Bars of the corpora that are read had 0.73 or more, mostly 0.9; text and pictures mostly less than 0.8.
  var likeness = 1.0
  /// The mean energy of its cells when it was located (`CellGrid`): how strong its edges are.
  var energy = Float(0)

  /// Unit vector along the bars.
  var along: SIMD2<Double> { SIMD2(-across.y, across.x) }

  /// The same region on a picture `factor` times as large.
  func scaled(by factor: Double) -> BarRegion {
    BarRegion(
      centre: centre * factor, across: across, length: length * factor, height: height * factor,
      fan: fan / factor, energy: energy)
  }

  /// The point `way` pixels across from the middle on the scan line `side` pixels away from it, following the local
  /// direction of the bars.
  func point(way: Double, side: Double) -> SIMD2<Double> {
    centre + across * (way - side * fan * way) + along * side
  }

  /// The corners: start and end of the first scan line, then end and start of the last.
  var corners: [SIMD2<Double>] {
    let (half, side) = (across * (length / 2), along * (height / 2))
    return [centre - half - side, centre + half - side, centre + half + side, centre - half + side]
  }

  /// The corners of the part between two distances across from the middle, in pixels.
  func corners(from low: Double, to high: Double) -> [SIMD2<Double>] {
    [
      point(way: low, side: -height / 2), point(way: high, side: -height / 2),
      point(way: high, side: height / 2), point(way: low, side: height / 2),
    ]
  }

  /// Whether a point is inside, or at most `slack` pixels outside.
  func contains(_ point: SIMD2<Double>, slack: Double = 0) -> Bool {
    let offset = point - centre
    return abs((offset * across).sum()) <= length / 2 + slack
      && abs((offset * along).sum()) <= height / 2 + slack
  }

  /// The angle between the scan lines of two regions, in degrees from 0 to 90.
  func angle(to other: BarRegion) -> Double {
    acos(min(1, abs((across * other.across).sum()))) * 180 / .pi
  }

  /// The region from the far end of this one to the far end of another on the same scan lines; `nil` if the two are
  /// not in line, or further apart than the longer is long.
  func joined(with other: BarRegion) -> BarRegion? {
    guard angle(to: other) < 6 else { return nil }
    let offset = other.centre - centre
    let (way, side) = ((offset * across).sum(), (offset * along).sum())
    let low = min(-length, 2 * way - other.length) / 2
    let high = max(length, 2 * way + other.length) / 2
    let top = max(-height, 2 * side - other.height) / 2
    let bottom = min(height, 2 * side + other.height) / 2
    let gap = high - low - length - other.length
    guard gap > 0, gap <= max(length, other.length),
      bottom - top >= min(height, other.height) / 2
    else { return nil }
    var joined = self
    joined.centre += across * ((low + high) / 2)
    joined.centre += along * ((top + bottom) / 2)
    (joined.length, joined.height) = (high - low, bottom - top)
    return joined
  }
}

extension BarRegion {
  /// The same region on the picture that `mapping` maps to; only right for mappings that keep angles.
  func moved(by mapping: Mapping) -> BarRegion {
    let step = mapping(centre + across) - mapping(centre)
    let factor = (step * step).sum().squareRoot()
    var moved = scaled(by: factor)
    moved.centre = mapping(centre)
    moved.across = step / factor
    return moved
  }
}
