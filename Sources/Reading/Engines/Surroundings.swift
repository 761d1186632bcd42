internal import Cards

extension Finding {
  /// Looks for what the symbol may be part of: more bars beside an ITF, or a row of a Codablock F.
  ///
  /// - Parameters:
  ///   - picture: where to look.
  ///   - mapping: from the picture it was found on to this one; `nil` if they are the same.
  mutating func lookAround(on picture: borrowing GreyPicture, by mapping: Mapping? = nil) {
    guard [.itf, .code128].contains(barcode.symbology) else { return }
    let whole = Place(corners: place.corners.map { corner in mapping?(corner) ?? corner })
    if barcode.symbology == .code128 {
      isRow = whole.isCodablockRow(on: picture)
    } else {
      hasBarsBeside = ITFEnds(whole, digitCount: barcode.bytes.count).goOn(on: picture)
    }
  }
}

extension Place {
  /// How far before the symbol to start, in pixels: its start is not found exactly.
  private static let lead = 4.0
  /// Pixels from sample to sample.
  private static let step = 0.25
  /// The fewest modules of a row: eight characters, four of them data, and a stop of 13 modules (AIM Europe, Uniform
  /// Symbology Specification Codablock F 2.2).
  private static let minModules = 101.0
  /// The share of a row that surely includes its first two characters, of eleven modules each.
  private static let shown = 0.3

  /// Whether a Code 128 is a row of a Codablock F: such a row begins with start A, followed at once by a character that
  /// selects its real code set (AIM Europe, Uniform Symbology Specification Codablock F 2.3), while a Code 128 has a
  /// start character for each set.
  ///
  /// Judged on the mean of its scan lines by the distances from edge to similar edge, which do not change with the ink
  /// (ISO/IEC 15417 annex A).
  func isCodablockRow(on picture: borrowing GreyPicture) -> Bool {
    let chord = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
    let length = (chord * chord).sum().squareRoot()
    guard length >= Self.minModules else { return false }
    let across = chord / length
    let side = corners[3] - corners[0]
    let count = ScanLines.count(ofHeight: (side * side).sum().squareRoot())
    let starts = (0..<count).map { line in
      corners[0] + side * ((Double(line) + 0.5) / Double(count)) - across * Self.lead
    }
    let samples = Int((length * Self.shown + Self.lead) / Self.step)
    let levels = picture.meanLevels(from: starts, by: across * Self.step, count: samples)
    let edges = Self.edges(of: levels)
    guard edges.count >= 13, Self.distances(edges[0...6]) == [3, 2, 5, 5] else { return false }
    return Self.selectors.contains(Self.distances(edges[6...12]))
  }

  /// Shift (411311), code C (113141) and code B (114131), as distances of edges.
  private static let selectors: Set<[Int]> = [[5, 2, 4, 4], [2, 4, 4, 5], [2, 5, 5, 4]]

  /// The distances from edge to similar edge within a character of eleven modules.
  private static func distances(_ edges: ArraySlice<Double>) -> [Int] {
    let edges = Array(edges)
    let module = (edges[6] - edges[0]) / 11
    return (0..<4).map { Int(((edges[$0 + 2] - edges[$0]) / module).rounded()) }
  }

  /// Where levels cross the middle between the darkest and the lightest, in samples.
  private static func edges(of levels: [Float]) -> [Double] {
    guard let low = levels.min(), let high = levels.max(), high - low >= 16 else { return [] }
    let middle = (low + high) / 2
    return zip(levels, levels.dropFirst()).enumerated().compactMap { index, pair in
      guard (pair.0 < middle) != (pair.1 < middle) else { return nil }
      return Double(index) + Double((middle - pair.0) / (pair.1 - pair.0))
    }
  }
}

extension GreyPicture {
  /// The mean of the grey levels along lines, between the pixels; beyond the picture's edge, its last pixel repeats.
  func meanLevels(
    from starts: [SIMD2<Double>], by step: SIMD2<Double>, count: Int
  ) -> [Float] {
    let (width, height) = (width, height)
    return unsafe withPixels { pixels in
      (0..<count).map { index in
        var sum = Float(0)
        for start in starts {
          let point = start + step * Double(index) - 0.5
          let x = max(0, min(Double(width - 1), point.x))
          let y = max(0, min(Double(height - 1), point.y))
          let (left, top) = (Int(x), Int(y))
          let (right, bottom) = (min(left + 1, width - 1), min(top + 1, height - 1))
          let (u, v) = (Float(x) - Float(left), Float(y) - Float(top))
          let upper =
            unsafe Float(pixels[top * width + left]) * (1 - u)
            + Float(pixels[top * width + right]) * u
          let lower =
            unsafe Float(pixels[bottom * width + left]) * (1 - u)
            + Float(pixels[bottom * width + right]) * u
          sum += upper * (1 - v) + lower * v
        }
        return sum / Float(max(1, starts.count))
      }
    }
  }
}
