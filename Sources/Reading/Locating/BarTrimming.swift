extension BarRegion {
  /// Fewest dark-light changes of a candidate line: an ITF of two digits has 18, EAN-8 has 44.
  private static let leastChanges = 16

  /// The part of the region where bars continue from scan line to scan line, along the bars' own direction.
  ///
  /// - Returns: `nil` when there is none: text, or too few bars for a symbol.
  func trimmed(on picture: borrowing GreyPicture) -> BarRegion? {
    guard length >= 24 else { return nil }
    let count = ScanLines.count(ofHeight: height)
    let distance = height / Double(count)
    let lines = lines(count, on: picture)
    let best = lines.run(changes: Self.leastChanges)
    guard best.count >= min(2, count - 1) else { return nil }
    var region = self
    region.height = Double(best.count + 1) * distance
    let middle = (Double(best.lowerBound + best.upperBound + 1) / 2) * distance - height / 2
    region.centre += along * middle
    // The first turn uses neighbouring lines; the second uses lines sampled again and further apart.
    region.turn(by: Self.lean(lines[best.lowerBound...best.upperBound], 1, distance))
    let anew = region.lines(best.count + 1, on: picture)
    region.turn(by: Self.lean(anew, min(4, best.count), distance))
    return region
  }

  /// Scan lines that are evenly apart.
  private func lines(_ count: Int, on picture: borrowing GreyPicture) -> ScanLines {
    let sides = (0..<count).map { (Double($0) + 0.5) * height / Double(count) - height / 2 }
    return ScanLines(
      from: sides.map { point(way: -length / 2, side: $0) },
      by: sides.map { point(way: 1, side: $0) - point(way: 0, side: $0) }, count: Int(length),
      on: picture)
  }

  /// How far bars lean, in pixels across per pixel along, from lines `step` apart.
  private static func lean(_ lines: ScanLines, _ step: Int, _ distance: Double) -> Double {
    let shifts = lines.shifts(step: step).sorted()
    return shifts.isEmpty ? 0 : shifts[shifts.count / 2] / (Double(step) * distance)
  }

  private mutating func turn(by lean: Double) {
    let turned = across - along * lean
    across = turned / (turned * turned).sum().squareRoot()
  }
}
