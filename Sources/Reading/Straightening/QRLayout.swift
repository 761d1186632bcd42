/// Which modules of a QR Code are the same in every symbol of its size (ISO/IEC 18004 clause 6.3).
struct QRLayout {
  /// Modules along a side.
  let side: Int
  /// Row by row: 1 for light, -1 for dark, 0 for what carries data.
  let fixed: [Float]
  /// Rows and columns of the middles of alignment patterns; those under finder patterns are left out.
  let alignments: [(row: Int, column: Int)]

  /// The layout of version `version`, 1 to 40.
  init(version: Int) {
    side = 17 + 4 * version
    var fixed = [Float](repeating: 0, count: side * side)
    let side = side
    func square(_ row: Int, _ column: Int, reach: Int, _ value: Float) {
      for y in max(0, row - reach)...min(side - 1, row + reach) {
        for x in max(0, column - reach)...min(side - 1, column + reach) {
          fixed[y * side + x] = value
        }
      }
    }
    for at in 8..<(side - 8) {
      fixed[6 * side + at] = at % 2 == 0 ? -1 : 1
      fixed[at * side + 6] = at % 2 == 0 ? -1 : 1
    }
    let steps = Self.steps(version: version)
    var alignments: [(row: Int, column: Int)] = []
    for row in steps {
      for column in steps {
        let (low, high) = (steps[0], steps[steps.count - 1])
        if (row == low && column == low) || (row == low && column == high)
          || (row == high && column == low)
        {
          continue
        }
        alignments.append((row, column))
        square(row, column, reach: 2, -1)
        square(row, column, reach: 1, 1)
        square(row, column, reach: 0, -1)
      }
    }
    for (row, column) in [(3, 3), (3, side - 4), (side - 4, 3)] {
      square(row, column, reach: 4, 1)
      square(row, column, reach: 3, -1)
      square(row, column, reach: 2, 1)
      square(row, column, reach: 1, -1)
    }
    self.fixed = fixed
    self.alignments = alignments
  }

  /// Positions of alignment patterns along one side (ISO/IEC 18004 annex E).
  ///
  /// Evenly spaced from the far end, in even steps; the first step is the remainder. Version 32 rounds differently.
  private static func steps(version: Int) -> [Int] {
    guard version > 1 else { return [] }
    let count = version / 7 + 2
    let last = 4 * version + 10
    let even = version == 32 ? 26 : (version * 4 + count * 2 + 1) / (2 * count - 2) * 2
    return [6] + (0..<(count - 1)).map { last - (count - 2 - $0) * even }
  }
}
