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

/// Finds finder patterns by their runs of 1:1:3:1:1 along rows and columns.
struct FinderSearch {
  private let width: Int
  private let height: Int
  /// Whether a pixel is dark.
  private let dark: [Bool]

  /// Treats pixels as dark that are darker than `level` there.
  ///
  /// The levels are as large as `field`, or shrunk by `shrinking`.
  init(_ field: GreyField, darkerThan level: GreyField, shrunkBy shrinking: Int) {
    let (width, height) = (field.width, field.height)
    self.width = width
    self.height = height
    var dark = [Bool](repeating: false, count: width * height)
    let last = level.width - 1
    for y in 0..<height {
      let start = y * width
      let row = min(y / shrinking, level.height - 1) * level.width
      var x = 0
      while x < width {
        // Two grey levels lower: flat paper counts as light despite its noise.
        let limit = level.values[row + min(x / shrinking, last)] - 2
        let end = min(x + shrinking, width)
        while x < end {
          dark[start + x] = field.values[start + x] < limit
          x += 1
        }
      }
    }
    self.dark = dark
  }

  /// Adds the patterns on the picture to those already found.
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

  /// The most patterns that are kept: far more than the symbols of one photo have, and few enough to compare.
  private static let maxPatterns = 200

  private func confirm(x: Int, y: Int, colour: Bool, into found: inout [FinderPattern]) {
    guard let column = span(x: x, y: y, step: (0, 1), colour: colour) else { return }
    let middle = Int(Float(y) + column.middle)
    guard let row = span(x: x, y: middle, step: (1, 0), colour: colour),
      max(column.length, row.length) < min(column.length, row.length) * 2.5
    else { return }
    let centre = SIMD2(Float(x) + row.middle, Float(middle))
    // A leaning pattern is long in one direction and short in the other, where the runs are coarser.
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
    guard found.count < Self.maxPatterns else { return }
    found.append(
      FinderPattern(centre: centre, extent: extent, isInverted: !colour, lineCount: 1))
  }

  /// The five runs through a point, when they are those of a finder pattern: how many steps away their middle is,
  /// and how many steps they are long.
  private func span(
    x: Int, y: Int, step: (x: Int, y: Int), colour: Bool, slack: Float = 0.6
  ) -> (middle: Float, length: Float)? {
    let inside = dark[y * width + x]
    guard inside == colour else { return nil }
    func run(of wanted: Bool, from: Int, sign: Int) -> Int {
      var (column, row) = (x + sign * from * step.x, y + sign * from * step.y)
      var count = 0
      while 0..<width ~= column, 0..<height ~= row, dark[row * width + column] == wanted {
        count += 1
        column += sign * step.x
        row += sign * step.y
      }
      return count
    }
    let innerBack = run(of: colour, from: 0, sign: -1)
    let ringBack = run(of: !colour, from: innerBack, sign: -1)
    let innerAhead = run(of: colour, from: 1, sign: 1)
    let ringAhead = run(of: !colour, from: 1 + innerAhead, sign: 1)
    // Most points that are not in a pattern end here already.
    guard ringBack > 0, ringAhead > 0, ringBack <= innerBack + innerAhead,
      ringAhead <= innerBack + innerAhead
    else { return nil }
    let back = run(of: colour, from: innerBack + ringBack, sign: -1)
    let ahead = run(of: colour, from: 1 + innerAhead + ringAhead, sign: 1)
    let inner = innerBack + innerAhead
    guard Self.isFinder((back, ringBack, inner, ringAhead, ahead), slack: slack) else { return nil }
    let length = back + ringBack + inner + ringAhead + ahead
    return (Float(innerAhead - innerBack + 1) / 2, Float(length))
  }

  /// Whether five runs are 1:1:3:1:1, each within a share of a module, so that bent and blurred ones count too.
  private static func isFinder(_ runs: (Int, Int, Int, Int, Int), slack share: Float = 0.6) -> Bool
  {
    let total = runs.0 + runs.1 + runs.2 + runs.3 + runs.4
    guard total >= 10, min(runs.0, runs.1, runs.3, runs.4) > 0, runs.2 >= runs.0, runs.2 >= runs.1,
      runs.2 >= runs.3, runs.2 >= runs.4
    else { return false }
    let module = Float(total) / 7
    let slack = module * share + 0.3
    return abs(Float(runs.0) - module) < slack && abs(Float(runs.1) - module) < slack
      && abs(Float(runs.3) - module) < slack && abs(Float(runs.4) - module) < slack
      && abs(Float(runs.2) - 3 * module) < 2 * slack
  }
}
