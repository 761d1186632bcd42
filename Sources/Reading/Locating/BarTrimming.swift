extension BarRegion {
  /// Fewest dark-light changes of a candidate line: an ITF of two digits has 18, EAN-8 has 44.
  private static let leastChanges = 16
  /// How alike neighbouring scan lines must be: bars continue, text does not.
  private static let leastLikeness = 0.6
  /// Least distance between neighbouring scan lines, in pixels: the strokes of small print end within it.
  private static let leastDistance = 4.0
  /// The most scan lines that a region is judged by.
  private static let mostLines = 32
  /// Pixels that bars may shift from line to line, since their direction is not known exactly.
  private static let shifts = [-3, -2, -1, 0, 1, 2, 3]

  /// The part of the region where bars continue from scan line to scan line, along the bars' own direction.
  ///
  /// - Returns: `nil` when there is none: text, or too few bars for a symbol.
  func trimmed(on picture: borrowing GreyPicture) -> BarRegion? {
    guard length >= 24 else { return nil }
    let count = Self.lineCount(height)
    let distance = height / Double(count)
    let lines = lines(count, on: picture)
    let best = Self.run(of: lines, changes: Self.leastChanges)
    guard best.count >= min(2, count - 1) else { return nil }
    var region = self
    region.height = Double(best.count + 1) * distance
    let middle = (Double(best.lowerBound + best.upperBound + 1) / 2) * distance - height / 2
    region.centre += along * middle
    // The first turn uses neighbouring lines; the second uses lines sampled again and further apart.
    region.turn(by: Self.lean(Array(lines[best.lowerBound...best.upperBound]), 1, distance))
    let anew = region.lines(best.count + 1, on: picture)
    region.turn(by: Self.lean(anew, min(4, best.count), distance))
    return region
  }

  /// How many scan lines a region of this height is judged by.
  fileprivate static func lineCount(_ height: Double) -> Int {
    max(3, min(mostLines, Int(height / leastDistance)))
  }

  /// Grey levels along scan lines that are evenly apart, one pixel apart.
  private func lines(_ count: Int, on picture: borrowing GreyPicture) -> [[Float]] {
    (0..<count).map { number in
      let side = (Double(number) + 0.5) * height / Double(count) - height / 2
      let start = point(way: -length / 2, side: side)
      let step = point(way: 1, side: side) - point(way: 0, side: side)
      return picture.levels(from: start, by: step, count: Int(length))
    }
  }

  /// The longest run of lines, but the last of it, that have enough changes and are like the next.
  fileprivate static func run(
    of lines: [[Float]], changes: Int, by least: Float = 3
  ) -> Range<Int> {
    let isRich = lines.map { Self.changes($0, by: least) >= changes }
    var (best, start) = (0..<0, 0)
    for index in lines.indices.dropFirst() {
      let isAlike =
        isRich[index - 1] && isRich[index]
        && match(lines[index - 1], lines[index]).likeness >= leastLikeness
      if !isAlike { start = index } else if index - start > best.count { best = start..<index }
    }
    return best
  }

  /// How far bars lean, in pixels across per pixel along, from lines `step` apart.
  private static func lean(_ lines: [[Float]], _ step: Int, _ distance: Double) -> Double {
    let shifts = zip(lines, lines.dropFirst(step)).map { match($0, $1).shift }.sorted()
    return shifts.isEmpty ? 0 : shifts[shifts.count / 2] / (Double(step) * distance)
  }

  private mutating func turn(by lean: Double) {
    let turned = across - along * lean
    across = turned / (turned * turned).sum().squareRoot()
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
  private static func changes(_ line: [Float], by least: Float) -> Int {
    guard let low = line.min(), let high = line.max(), high - low >= 6 else { return 0 }
    let least = max(least, (high - low) / 20)
    var count = 0
    var (lowest, highest) = (line[0], line[0])
    var isRising: Bool?
    for level in line {
      lowest = min(lowest, level)
      highest = max(highest, level)
      if isRising != true, level > lowest + least {
        (isRising, highest) = (true, level)
        count += 1
      } else if isRising != false, level < highest - least {
        (isRising, lowest) = (false, level)
        count += 1
      }
      if isRising == true { lowest = level } else if isRising == false { highest = level }
    }
    return count
  }
}

extension Place {
  /// Dark-light changes that are bars beside a symbol: a pair of digits has ten, a frame two, and a tail of it some.
  private static let leastChanges = 8

  /// Whether bars go on beside a linear symbol, on its scan lines and at most its length away.
  ///
  /// - Returns: `nil` if it is too flat to tell how bars lean: a scan line leaves slanted ones at their side.
  func goesOn(on picture: borrowing GreyPicture) -> Bool? {
    let (side, across) = (corners[3] - corners[0], corners[1] - corners[0])
    let height = (side * side).sum().squareRoot()
    let length = (across * across).sum().squareRoot()
    let least = min(max(6, length / 45), Double(picture.height - 1))
    guard length >= 24, height >= least else { return nil }
    let count = BarRegion.lineCount(height)
    let lines = [0, -1.01, 1.01].map { shift in
      (0..<count).map { number in
        let share = (Double(number) + 0.5) / Double(count)
        let start = corners[0] + side * share
        let way = corners[1] + (corners[2] - corners[1]) * share - start
        return picture.levels(from: start + way * shift, by: way / length, count: Int(length))
      }
    }
    let ranges = lines[0].map { ($0.max() ?? 0) - ($0.min() ?? 0) }.sorted()
    return lines.dropFirst().contains { beside in
      let run = BarRegion.run(of: beside, changes: Self.leastChanges, by: ranges[count / 2] / 8)
      return run.count >= count / 2
    }
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
        let place = start + step * Double(index)
        let x = max(0, min(Double(width - 1), place.x))
        let y = max(0, min(Double(height - 1), place.y))
        return unsafe Float(pixels[Int(y) * width + Int(x)])
      }
    }
  }
}
