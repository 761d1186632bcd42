/// The stop pattern of a PDF417 symbol on a picture: a straight line along its left edge.
struct StopPattern {
  /// Widths of its bars and spaces, beginning with its wide bar (ISO/IEC 15438 clause 5.3.3), and of the bar that
  /// ends it.
  private static let widths: [Float] = [7, 1, 1, 3, 1, 1, 1, 2, 1]

  /// Where its left edge crosses row 0, and how far it moves right with each row.
  private(set) var start: Float = 0
  private(set) var slope: Float = 0
  /// Pixels per module, across the bars.
  private(set) var module: Float = 0
  /// The first and the last row on which it is seen.
  private(set) var top = 0
  private(set) var bottom = 0

  private struct Hit {
    var row: Int
    var left: Float
    var length: Float
  }

  /// The stop pattern seen on most rows; `nil` when there is none.
  ///
  /// - Parameter field: light above 0.
  init?(_ field: GreyField) {
    // Every fourth row is enough to tell whether there is one at all.
    let sparse = stride(from: 0, to: field.height, by: 4).reduce(0) {
      $0 + (Self.hit(field, row: $1) == nil ? 0 : 1)
    }
    guard sparse >= 3 else { return nil }
    var hits: [Hit] = []
    for row in 0..<field.height {
      if let hit = Self.hit(field, row: row) { hits.append(hit) }
    }
    guard hits.count >= 12 else { return nil }
    // The line that most hits are on, among lines through pairs far apart.
    var best = 0
    let apart = hits.count / 2
    for index in 0..<(hits.count - apart) {
      let (one, other) = (hits[index], hits[index + apart])
      let slope = (other.left - one.left) / Float(other.row - one.row)
      guard abs(slope) < 0.3 else { continue }
      let start = one.left - slope * Float(one.row)
      let count = hits.reduce(0) {
        $0 + (abs($1.left - start - slope * Float($1.row)) < $1.length / 18 ? 1 : 0)
      }
      if count > best {
        best = count
        (self.start, self.slope) = (start, slope)
      }
    }
    let line = hits.filter { abs($0.left - start - slope * Float($0.row)) < $0.length / 18 }
    guard line.count >= 12, let first = line.first, let last = line.last else { return nil }
    (top, bottom) = (first.row, last.row)
    guard line.count * 2 > bottom - top else { return nil }
    let lengths = line.map(\.length).sorted()
    module = lengths[lengths.count / 2] / 18 / (1 + slope * slope).squareRoot()
    // An edge is between two pixels.
    start -= 0.5
  }

  /// The point of the picture that is `modules` to the left of the edge, on the line perpendicular to it at row
  /// `row`.
  func point(row: Float, left modules: Float) -> SIMD2<Float> {
    let away = modules * module / (1 + slope * slope).squareRoot()
    return SIMD2(start + slope * row - away, row + slope * away)
  }

  private static func hit(_ field: GreyField, row: Int) -> Hit? {
    var runs = [Int](repeating: 0, count: widths.count)
    var x = 0
    let from = row * field.width
    var best: Hit?
    while x < field.width {
      let isDark = field.values[from + x] < 0
      var end = x + 1
      while end < field.width, (field.values[from + end] < 0) == isDark { end += 1 }
      runs.removeFirst()
      runs.append(end - x)
      if isDark, runs[0] >= 4 {
        let length = runs.reduce(0, +)
        let module = Float(length) / 18
        if zip(runs, widths).allSatisfy({ abs(Float($0) - $1 * module) < module * 0.6 + 0.2 }) {
          best = Hit(row: row, left: Float(end - length), length: Float(length))
        }
      }
      x = end
    }
    return best
  }
}
