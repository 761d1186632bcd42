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
    let count = max(3, min(Self.mostLines, Int(height / Self.leastDistance)))
    let distance = height / Double(count)
    let lines = (0..<count).map {
      picture.scanLine(of: self, side: (Double($0) + 0.5) * distance - height / 2)
    }
    let isRich = lines.map { Self.changes($0) >= Self.leastChanges }
    var (best, start) = (0..<0, 0)
    for index in 1..<count {
      let isAlike =
        isRich[index - 1] && isRich[index]
        && Self.match(lines[index - 1], lines[index]).likeness >= Self.leastLikeness
      if !isAlike { start = index } else if index - start > best.count { best = start..<index }
    }
    guard best.count >= min(2, count - 1) else { return nil }
    var region = self
    region.height = Double(best.count + 1) * distance
    let middle = (Double(best.lowerBound + best.upperBound + 1) / 2) * distance - height / 2
    region.centre += along * middle
    // The first turn uses neighbouring lines; the second uses lines sampled again and further apart.
    region.turn(by: Self.lean(Array(lines[best.lowerBound...best.upperBound]), 1, distance))
    let anew = (0...best.count).map {
      picture.scanLine(of: region, side: (Double($0) + 0.5) * distance - region.height / 2)
    }
    region.turn(by: Self.lean(anew, min(4, best.count), distance))
    return region
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

  /// Counts the changes from rising to falling and back, by more than a twentieth of the line's range.
  private static func changes(_ line: [Float]) -> Int {
    guard let low = line.min(), let high = line.max(), high - low >= 6 else { return 0 }
    let least = max(3, (high - low) / 20)
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

extension GreyPicture {
  /// Grey levels along one scan line of a region, one pixel apart, from the nearest pixel.
  fileprivate func scanLine(of region: BarRegion, side: Double) -> [Float] {
    let (width, height) = (width, height)
    return unsafe withPixels { pixels in
      (0..<Int(region.length)).map { index in
        let way = Double(index) - region.length / 2
        let place = region.point(way: way, side: side)
        let x = max(0, min(Double(width - 1), place.x))
        let y = max(0, min(Double(height - 1), place.y))
        return unsafe Float(pixels[Int(y) * width + Int(x)])
      }
    }
  }
}
