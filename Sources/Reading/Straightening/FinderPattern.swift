/// A square in a square, as in three corners of a QR Code (ISO/IEC 18004 clause 6.3.3).
struct FinderPattern {
  var centre: SIMD2<Float>
  /// Its extent along the row and the column through its centre, in pixels: seven modules when upright.
  var extent: SIMD2<Float>
  /// Light on dark.
  var isInverted: Bool
  /// Lines on which it was seen.
  var lineCount: Int
}

/// Finds finder patterns by their 1:1:3:1:1 along rows and columns.
struct FinderSearch {
  private let width: Int
  private let height: Int
  /// Whether a pixel is dark.
  private let dark: [Bool]

  /// Calls dark what is darker than `level` at the same place.
  init(_ field: GreyField, darkerThan level: GreyField) {
    width = field.width
    height = field.height
    dark = zip(field.values, level.values).map { $0 < $1 - 2 }
  }

  /// Calls dark what is darker than `level`.
  init(_ field: GreyField, darkerThan level: Float) {
    width = field.width
    height = field.height
    dark = field.values.map { $0 < level }
  }

  /// Adds the patterns on the picture to those that are known.
  func search(into found: inout [FinderPattern]) {
    for y in stride(from: 1, to: height, by: height > 500 ? 2 : 1) { search(row: y, into: &found) }
  }

  private func search(row y: Int, into found: inout [FinderPattern]) {
    var runs = (0, 0, 0, 0, 0)
    var begin = 0
    let start = y * width
    while begin < width {
      let colour = dark[start + begin]
      var end = begin + 1
      while end < width, dark[start + end] == colour { end += 1 }
      runs = (runs.1, runs.2, runs.3, runs.4, end - begin)
      if Self.isFinder(runs) {
        let x = end - runs.4 - runs.3 - (runs.2 + 1) / 2
        confirm(x: x, y: y, colour: colour, into: &found)
      }
      begin = end
    }
  }

  private func confirm(x: Int, y: Int, colour: Bool, into found: inout [FinderPattern]) {
    guard let column = span(x: x, y: y, step: (0, 1), colour: colour) else { return }
    let middle = Int(Float(y) + column.middle)
    guard let row = span(x: x, y: middle, step: (1, 0), colour: colour),
      max(column.length, row.length) < min(column.length, row.length) * 2.5
    else { return }
    let centre = SIMD2(Float(x) + row.middle, Float(middle))
    // One that is leaning over is long one way and short the other: there the runs are coarser.
    guard span(x: Int(centre.x), y: middle, step: (1, 1), colour: colour, slack: 0.8) != nil,
      span(x: Int(centre.x), y: middle, step: (1, -1), colour: colour, slack: 0.8) != nil
    else { return }
    let extent = SIMD2(row.length, column.length)
    for index in found.indices where found[index].isInverted != colour {
      let apart = found[index].centre - centre
      if max(abs(apart.x), abs(apart.y)) < found[index].extent.max() / 4 {
        let weight = Float(found[index].lineCount)
        found[index].centre = (found[index].centre * weight + centre) / (weight + 1)
        found[index].extent = (found[index].extent * weight + extent) / (weight + 1)
        found[index].lineCount += 1
        return
      }
    }
    found.append(
      FinderPattern(centre: centre, extent: extent, isInverted: !colour, lineCount: 1))
  }

  /// The five runs through a point, when they are those of a finder pattern: how many steps off their middle
  /// is, and how many steps they are long.
  private func span(
    x: Int, y: Int, step: (x: Int, y: Int), colour: Bool, slack: Float = 0.6
  ) -> (middle: Float, length: Float)? {
    guard dark[y * width + x] == colour else { return nil }
    var counts = [0, 0, 0, 0, 0]
    func walk(_ sign: Int, from: Int, _ runs: [(Int, Bool)]) -> Int {
      var at = from
      for (index, wanted) in runs {
        while true {
          let (column, row) = (x + sign * at * step.x, y + sign * at * step.y)
          guard 0..<width ~= column, 0..<height ~= row, dark[row * width + column] == wanted
          else { break }
          counts[index] += 1
          at += 1
        }
      }
      return at
    }
    let back = walk(-1, from: 0, [(2, colour), (1, !colour), (0, colour)])
    let ahead = walk(1, from: 1, [(2, colour), (3, !colour), (4, colour)])
    guard
      Self.isFinder((counts[0], counts[1], counts[2], counts[3], counts[4]), slack: slack)
    else { return nil }
    let low = counts[0] + counts[1] - back + 1
    return (Float(low) + Float(counts[2] - 1) / 2, Float(ahead + back - 1))
  }

  /// Whether five runs are 1:1:3:1:1, each within a share of a module: bent and blurred ones are wanted too.
  private static func isFinder(_ runs: (Int, Int, Int, Int, Int), slack share: Float = 0.6) -> Bool {
    let total = runs.0 + runs.1 + runs.2 + runs.3 + runs.4
    guard total >= 10, min(runs.0, runs.1, runs.3, runs.4) > 0 else { return false }
    let module = Float(total) / 7
    let slack = module * share + 0.3
    return abs(Float(runs.0) - module) < slack && abs(Float(runs.1) - module) < slack
      && abs(Float(runs.3) - module) < slack && abs(Float(runs.4) - module) < slack
      && abs(Float(runs.2) - 3 * module) < 2 * slack
  }
}
