extension BarRegion {
  /// Fewest dark-light changes of a linear symbol: an ITF of two digits has 16, EAN-8 has 44.
  private static let leastChanges = 16
  /// How alike neighbouring scan lines must be: bars go on, text does not.
  private static let leastLikeness = 0.6
  /// Pixels between neighbouring scan lines, at least: the strokes of small print end within.
  private static let leastDistance = 4.0
  /// Scan lines that a region is judged by, at most.
  private static let mostLines = 32
  /// Pixels that bars may shift from line to line, as their direction is not known exactly.
  private static let shifts = [0, -1, 1, -2, 2]

  /// The part of the region where bars go on from scan line to scan line, along the bars' own direction.
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
    var steps: [Int] = []
    var bestSteps: [Int] = []
    for index in 1..<count {
      let match =
        isRich[index - 1] && isRich[index]
        ? Self.bestShift(lines[index - 1], lines[index]) : (shift: 0, likeness: 0)
      if match.likeness < Self.leastLikeness {
        (start, steps) = (index, [])
        continue
      }
      steps.append(match.shift)
      if index - start > best.count { (best, bestSteps) = (start..<index, steps) }
    }
    guard best.count >= min(2, count - 1) else { return nil }
    var region = self
    region.height = Double(best.count + 1) * distance
    let middle = (Double(best.lowerBound + best.upperBound + 1) / 2) * distance - height / 2
    region.centre += along * middle
    // A shift of s pixels a line is a turn of the bars by s / distance.
    let lean = Double(bestSteps.reduce(0, +)) / Double(bestSteps.count) / distance
    let turned = across - along * lean
    region.across = turned / (turned * turned).sum().squareRoot()
    return region
  }

  /// The shift at which two lines are most alike.
  private static func bestShift(
    _ one: [Float], _ other: [Float]
  ) -> (shift: Int, likeness: Double) {
    var best = (shift: 0, likeness: 0.0)
    for shift in shifts {
      let likeness =
        shift >= 0
        ? likeness(one.dropLast(shift), other.dropFirst(shift))
        : likeness(one.dropFirst(-shift), other.dropLast(-shift))
      if likeness > best.likeness { best = (shift, likeness) }
      if best.likeness > 0.97 { break }
    }
    return best
  }

  /// Correlation of two lines of one length.
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

  /// Turns from rising to falling and back, by more than a twentieth of the line's range.
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
  /// Grey levels along one scan line of a region, a pixel apart, by the nearest pixel.
  fileprivate func scanLine(of region: BarRegion, side: Double) -> [Float] {
    let (width, height) = (width, height)
    return unsafe withPixels { pixels in
      (0..<Int(region.length)).map { index in
        let way = Double(index) - region.length / 2
        let place =
          region.centre + region.across * (way - side * region.fan * way) + region.along * side
        let x = max(0, min(Double(width - 1), place.x))
        let y = max(0, min(Double(height - 1), place.y))
        return unsafe Float(pixels[Int(y) * width + Int(x)])
      }
    }
  }
}
