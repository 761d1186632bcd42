/// Grey levels along parallel scan lines, one pixel apart along each.
struct ScanLines {
  /// How alike neighbouring scan lines must be: bars continue, text does not.
  private static let minLikeness = 0.6
  /// Least distance between neighbouring scan lines, in pixels: the strokes of small print end within it.
  private static let minDistance = 4.0
  /// The most scan lines for one place.
  private static let maxLines = 32
  /// Pixels that bars may shift from line to line, since their direction is not known exactly.
  private static let shifts = [-3, -2, -1, 0, 1, 2, 3]

  /// In order, from one side of the bars to the other.
  private let levels: [[Float]]

  /// Samples lines of `count` pixels, each from its start; beyond the picture's edge, its last pixel repeats.
  init(
    from starts: [SIMD2<Double>], by steps: [SIMD2<Double>], count: Int,
    on picture: borrowing GreyPicture
  ) {
    var levels: [[Float]] = []
    for (start, step) in zip(starts, steps) {
      levels.append(picture.levels(from: start, by: step, count: count))
    }
    self.levels = levels
  }

  private init(levels: [[Float]]) { self.levels = levels }

  /// Some neighbouring lines.
  subscript(range: ClosedRange<Int>) -> ScanLines { ScanLines(levels: Array(levels[range])) }

  /// How many scan lines are enough to judge a place of this height.
  static func count(ofHeight height: Double) -> Int {
    max(3, min(maxLines, Int(height / minDistance)))
  }

  /// The median of the lines' ranges, from the darkest pixel to the lightest.
  var medianRange: Float {
    let ranges = levels.map { ($0.max() ?? 0) - ($0.min() ?? 0) }.sorted()
    return ranges.isEmpty ? 0 : ranges[ranges.count / 2]
  }

  /// The longest run of lines that have enough changes and are like the next, without the last of these.
  ///
  /// - Parameters:
  ///   - changes: how many dark-light changes are enough.
  ///   - least: the smallest change that counts, in grey levels.
  /// - Returns: the numbers of the lines.
  func run(changes: Int, by least: Float = 3) -> Range<Int> {
    let isRich = levels.map { Self.changes($0, by: least) >= changes }
    var (best, start) = (0..<0, 0)
    for index in levels.indices.dropFirst() {
      let isAlike =
        isRich[index - 1] && isRich[index]
        && Self.match(levels[index - 1], levels[index]).likeness >= Self.minLikeness
      if !isAlike { start = index } else if index - start > best.count { best = start..<index }
    }
    return best
  }

  /// How alike the mean lines of the first, the middle and the last third are: the less of the two comparisons.
  var thirdsLikeness: Double {
    let third = max(1, levels.count / 3)
    let middle = (levels.count - third) / 2
    let means = [levels.prefix(third), levels[middle..<middle + third], levels.suffix(third)].map(
      Self.mean)
    return min(Self.match(means[0], means[1]).likeness, Self.match(means[1], means[2]).likeness)
  }

  private static func mean(_ lines: ArraySlice<[Float]>) -> [Float] {
    var sums = [Float](repeating: 0, count: lines.first?.count ?? 0)
    for line in lines { for index in sums.indices { sums[index] += line[index] } }
    return sums
  }

  /// Pixels by which bars shift along the lines, for each pair of lines that are `step` apart.
  func shifts(step: Int) -> [Double] {
    zip(levels, levels.dropFirst(step)).map { Self.match($0, $1).shift }
  }

  /// The shift at which two lines are most alike, with subpixel precision from the parabola through its neighbours.
  private static func match(
    _ one: [Float], _ other: [Float]
  ) -> (shift: Double, likeness: Double) {
    let values = shifts.map { shift in
      shift >= 0
        ? likeness(one.dropLast(shift), other.dropFirst(shift))
        : likeness(one.dropFirst(-shift), other.dropLast(-shift))
    }
    guard let best = values.indices.max(by: { values[$0] < values[$1] }) else { return (0, 0) }
    guard best > 0, best < values.count - 1 else { return (Double(shifts[best]), values[best]) }
    let (before, after) = (values[best - 1], values[best + 1])
    let bow = before - 2 * values[best] + after
    let offset = bow < 0 ? (before - after) / (2 * bow) : 0
    return (Double(shifts[best]) + offset, values[best])
  }

  /// Correlation of two lines of equal length.
  private static func likeness(_ one: ArraySlice<Float>, _ other: ArraySlice<Float>) -> Double {
    guard one.count > 8 else { return 0 }
    let count = Float(one.count)
    var (sum, otherSum) = (Float(0), Float(0))
    var (cross, square, otherSquare) = (Float(0), Float(0), Float(0))
    for (a, b) in zip(one, other) {
      sum += a
      otherSum += b
      cross += a * b
      square += a * a
      otherSquare += b * b
    }
    let (spread, otherSpread) = (
      square - sum * sum / count, otherSquare - otherSum * otherSum / count
    )
    guard spread > 0, otherSpread > 0 else { return 0 }
    return Double((cross - sum * otherSum / count) / (spread * otherSpread).squareRoot())
  }

  /// Counts the changes from rising to falling and back, by more than a twentieth of the line's range, and `least`.
  static func changes(_ line: [Float], by least: Float) -> Int {
    guard let low = line.min(), let high = line.max(), high - low >= 6 else { return 0 }
    return max(0, extremes(of: line, by: max(least, (high - low) / 20)).count - 1)
  }

  /// Where a line's edges are, in samples from its start: between two extremes that are more than `least` apart, it
  /// crosses the middle of them.
  static func edges(of line: [Float], by least: Float) -> [Double] {
    let extremes = extremes(of: line, by: max(least, 3))
    return zip(extremes, extremes.dropFirst()).compactMap { one, other in
      let middle = (line[one] + line[other]) / 2
      let isRise = line[one] < middle
      guard let next = (one + 1...other).first(where: { (line[$0] >= middle) == isRise }) else {
        return nil
      }
      return Double(next) - Double((line[next] - middle) / (line[next] - line[next - 1]))
    }
  }

  /// The indices of the extremes between which levels rise or fall by more than `least`.
  private static func extremes(of line: [Float], by least: Float) -> [Int] {
    var extremes: [Int] = []
    var (lowest, highest) = (0, 0)
    var isRising: Bool?
    for (index, level) in line.enumerated() {
      if level < line[lowest] { lowest = index }
      if level > line[highest] { highest = index }
      if isRising != true, level > line[lowest] + least {
        extremes.append(lowest)
        (isRising, highest) = (true, index)
      } else if isRising != false, level < line[highest] - least {
        extremes.append(highest)
        (isRising, lowest) = (false, index)
      }
    }
    return isRising.map { extremes + [$0 ? highest : lowest] } ?? []
  }
}

// MARK: A whole symbol

extension ScanLines {
  /// The fewest changes: an EAN-8 has 44, of which blur may hide some; a word or a comb has fewer.
  private static let fewestChanges = 36
  /// How like their mean lines must be: bars are the same on all of them.
  private static let minMeanLikeness = 0.8
  /// The share of the lines that is blank beside a symbol, and in no space between bars: a quiet zone has 7 modules or
  /// more, a space has 4 at most (GS1 General Specifications, 5.2; ISO/IEC 15417, 4.3), and stripes as regular as those
  /// of wood have less.
  private static let quietShare = 0.04
  /// Where it may begin at the latest, as a share of the lines: an edge of the paper may be taken for a bar.
  private static let quietReach = 0.3
  /// How much darker than the lightest bars a quiet zone may be, as a share of the contrast.
  private static let quietDepth: Float = 0.35

  /// Where the lines show a whole linear symbol: many bars, the same on all lines, and blank paper at both ends.
  ///
  /// Wood, cloth and other stripes go on, or are as light as dark; lines of text differ from each other.
  ///
  /// - Returns: The first and the last bar's places along the lines; `nil` if it is not surely one.
  func wholeSymbol() -> Range<Int>? {
    guard let first = levels.first else { return nil }
    let mean = first.indices.map { column in
      levels.reduce(Float(0)) { $0 + $1[column] } / Float(levels.count)
    }
    let sorted = mean.sorted()
    guard let low = sorted.first else { return nil }
    let high = sorted[sorted.count * 9 / 10]
    let quiet = high - (high - low) * Self.quietDepth
    guard let start = Self.endOfQuietZone(mean, above: quiet),
      let end = Self.endOfQuietZone(mean.reversed(), above: quiet).map({ mean.count - $0 }),
      start < end, Self.changes(Array(mean[start..<end]), by: 3) >= Self.fewestChanges,
      levels.allSatisfy({
        Self.likeness($0[start..<end], mean[start..<end]) >= Self.minMeanLikeness
      })
    else { return nil }
    return start..<end
  }

  /// Where the last blank run that begins early enough ends.
  private static func endOfQuietZone(_ line: [Float], above least: Float) -> Int? {
    let count = max(2, Int(Double(line.count) * quietShare))
    var end: Int?
    var run = 0
    for (index, level) in line.enumerated() {
      run = level >= least ? run + 1 : 0
      if run >= count, Double(index - run) < Double(line.count) * quietReach { end = index + 1 }
    }
    return end
  }
}

extension GreyPicture {
  /// Grey levels along a line, a step apart, from the nearest pixel.
  fileprivate func levels(
    from start: SIMD2<Double>, by step: SIMD2<Double>, count: Int
  ) -> [Float] {
    let (width, height) = (width, height)
    return unsafe withPixels { pixels in
      (0..<count).map { index in
        let point = start + step * Double(index)
        let x = max(0, min(Double(width - 1), point.x))
        let y = max(0, min(Double(height - 1), point.y))
        return unsafe Float(pixels[Int(y) * width + Int(x)])
      }
    }
  }
}
