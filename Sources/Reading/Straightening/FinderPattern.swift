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

  /// The patterns on the picture, those seen on most lines first.
  func patterns() -> [FinderPattern] {
    var found: [FinderPattern] = []
    for y in stride(from: 1, to: height, by: height > 500 ? 2 : 1) { search(row: y, into: &found) }
    return found.filter { $0.lineCount > 1 }.sorted { $0.lineCount > $1.lineCount }
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
    guard let column = span(x: x, y: y, across: false, colour: colour) else { return }
    let middle = Int(column.middle)
    guard let row = span(x: x, y: middle, across: true, colour: colour),
      max(column.length, row.length) < min(column.length, row.length) * 2.5
    else { return }
    let centre = SIMD2(row.middle, column.middle)
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

  /// The five runs around a point, when they are those of a finder pattern.
  private func span(
    x: Int, y: Int, across: Bool, colour: Bool
  ) -> (middle: Float, length: Float)? {
    let step = across ? 1 : width
    let origin = across ? y * width : x
    let (from, limit) = across ? (x, width) : (y, height)
    guard dark[origin + from * step] == colour else { return nil }
    var at = from
    var counts = [0, 0, 0, 0, 0]
    for (index, wanted) in [(2, colour), (1, !colour), (0, colour)] {
      while at >= 0, dark[origin + at * step] == wanted {
        counts[index] += 1
        at -= 1
      }
    }
    let first = at + 1
    at = from + 1
    for (index, wanted) in [(2, colour), (3, !colour), (4, colour)] {
      while at < limit, dark[origin + at * step] == wanted {
        counts[index] += 1
        at += 1
      }
    }
    guard Self.isFinder((counts[0], counts[1], counts[2], counts[3], counts[4])) else { return nil }
    let low = Float(first + counts[0] + counts[1])
    return (low + Float(counts[2] - 1) / 2, Float(at - first))
  }

  /// Whether five runs are 1:1:3:1:1, each within about half a module: bent and blurred ones are wanted too.
  private static func isFinder(_ runs: (Int, Int, Int, Int, Int)) -> Bool {
    let total = runs.0 + runs.1 + runs.2 + runs.3 + runs.4
    guard total >= 10, min(runs.0, runs.1, runs.3, runs.4) > 0 else { return false }
    let module = Float(total) / 7
    let slack = module * 0.6 + 0.3
    return abs(Float(runs.0) - module) < slack && abs(Float(runs.1) - module) < slack
      && abs(Float(runs.3) - module) < slack && abs(Float(runs.4) - module) < slack
      && abs(Float(runs.2) - 3 * module) < 2 * slack
  }
}
