internal import Glibc

/// Light along a scan line across a region of bars.
///
/// Each value is the mean along the bars of one band.
struct BarProfile {
  /// Light, linear, from 0 to 1, where 1 is the lightest of the profile; one value per pixel across the bars.
  let levels: [Float]
  /// Running sums of the levels: `sums[i]` is the sum of the first `i`.
  let sums: [Double]
  /// Where it begins, in pixels across from the region's middle.
  let start: Double

  private init(levels: [Float], start: Double) {
    self.levels = levels
    self.start = start
    var sums = [0.0]
    sums.reserveCapacity(levels.count + 1)
    var sum = 0.0
    for level in levels {
      sum += Double(level)
      sums.append(sum)
    }
    self.sums = sums
  }

  /// Mean level between two fractional positions; beyond its ends the profile continues at the end levels.
  func mean(_ from: Double, _ to: Double) -> Float {
    let last = Double(levels.count)
    let (low, high) = (min(max(from, 0), last - 1), min(max(to, 1), last))
    guard high > low else { return levels[min(levels.count - 1, max(0, Int(from)))] }
    return Float((integral(high) - integral(low)) / (high - low))
  }

  private func integral(_ position: Double) -> Double {
    let index = min(sums.count - 2, Int(position))
    return sums[index] + (sums[index + 1] - sums[index]) * (position - Double(index))
  }

  // MARK: Sampling

  /// How far the profile extends beyond the region at both ends, as a share of its length: the located region may
  /// miss the outer bars, and quiet zones belong to the symbol.
  private static let margin = 0.2
  /// The most scan lines in one band: more add nothing.
  private static let maxLines = 24

  /// Light for each grey level.
  ///
  /// Blur adds up light. Cameras store about the 2.2nd root of light (IEC 61966-2-1), but part of the blur comes
  /// from scaling and smoothing after that: an exponent of 1.5 tells right from wrong best (our measurement).
  private static let light = (0...255).map { Float(pow(Double($0) / 255, 1.5)) }

  /// Samples the profiles of `count` bands, from one side of the region to the other.
  ///
  /// Each sample follows the local direction of the bars (`BarRegion.fan`), so that bars seen at a slant stay sharp
  /// in the mean. Bands outside the picture are left out.
  static func bands(
    _ count: Int, of region: BarRegion, on picture: borrowing GreyPicture
  ) -> [BarProfile] {
    let reach = region.length * (0.5 + margin)
    let thickness = region.height / Double(count)
    let lines = max(1, min(maxLines, Int(thickness)))
    var profiles: [BarProfile] = []
    for band in 0..<count {
      var sums = [Float](repeating: 0, count: Int(2 * reach))
      var counts = sums
      for line in 0..<lines {
        let share = Double(band) + (Double(line) + 0.5) / Double(lines)
        picture.addLight(
          of: region, side: share * thickness - region.height / 2, reach: reach, table: light,
          to: &sums, counts: &counts)
      }
      // The profile ends where the picture ends.
      guard let first = counts.firstIndex(where: { $0 > 0 }),
        let last = counts.lastIndex(where: { $0 > 0 })
      else { continue }
      let means = (first...last).map { sums[$0] / max(1, counts[$0]) }
      let most = means.max() ?? 0
      if most > 0 {
        profiles.append(
          BarProfile(levels: means.map { $0 / most }, start: Double(first) - reach))
      }
    }
    return profiles
  }
}

extension GreyPicture {
  /// Adds the light along the scan line `side` pixels from the region's middle, by linear interpolation.
  fileprivate func addLight(
    of region: BarRegion, side: Double, reach: Double, table: [Float], to sums: inout [Float],
    counts: inout [Float]
  ) {
    let (width, height) = (width, height)
    unsafe withPixels { pixels in
      for index in sums.indices {
        let way = Double(index) - reach
        let point = region.point(way: way, side: side)
        let (x, y) = (point.x - 0.5, point.y - 0.5)
        guard x >= 0, y >= 0, x < Double(width - 1), y < Double(height - 1) else { continue }
        let (column, row) = (Int(x), Int(y))
        let (u, v) = (Float(x) - Float(column), Float(y) - Float(row))
        let corner = unsafe pixels + row * width + column
        let upper = unsafe table[Int(corner[0])] * (1 - u) + table[Int(corner[1])] * u
        let lower = unsafe table[Int(corner[width])] * (1 - u) + table[Int(corner[width + 1])] * u
        sums[index] += upper * (1 - v) + lower * v
        counts[index] += 1
      }
    }
  }
}

extension BarProfile {
  /// How many candidates to try for each end of a symbol.
  private static let endCount = 14
  /// The minimum width of a module in pixels.
  private static let finestModule = 0.9

  /// Whether a symbol of `modules` modules may be there.
  ///
  /// The mean light outside each end must be higher than inside, and the length 0.45 to 1.2 times what is `expected`.
  func mayHold(from low: Double, to high: Double, modules: Int, expected: Double) -> Bool {
    let module = (high - low) / Double(modules)
    guard module >= Self.finestModule, high - low > 0.45 * expected, high - low < 1.2 * expected
    else { return false }
    let (outside, inside) = (Double(RetailLayout.quiet) * module, 20 * module)
    return mean(low - outside, low - module) > mean(low, low + inside)
      && mean(high + module, high + outside) > mean(high - inside, high)
  }

  /// Candidates for the start and end of a symbol.
  ///
  /// A start is an edge from light to dark in the first 45 % of the profile, an end one from dark to light in the last.
  var ends: (lows: [Double], highs: [Double]) {
    let count = levels.count
    let reach = max(1, count / 150)
    guard count > 4 * reach + 20 else { return ([], []) }
    var slopes = [Float](repeating: 0, count: count)
    for index in reach..<count - reach {
      slopes[index] = levels[index + reach] - levels[index - reach]
    }
    let least = (slopes.map { abs($0) }.max() ?? 0) * 0.08
    func peaks(_ range: Range<Int>, _ sign: Float) -> [Double] {
      range.filter { index in
        let here = slopes[index] * sign
        return here > least && here >= slopes[index - 1] * sign && here > slopes[index + 1] * sign
      }.map { Double($0) + 0.5 }
    }
    return (
      Array(peaks(1..<count * 45 / 100, -1).prefix(Self.endCount)),
      Array(peaks(count * 55 / 100..<count - 1, 1).suffix(Self.endCount))
    )
  }
}
