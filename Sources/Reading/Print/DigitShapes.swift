internal import Glibc

/// The digits as they are printed below bars, drawn from strokes: as OCR-B has them (ISO 1073-2), and as sans serifs do.
///
/// Each is a row of grey levels over a cell, darkest 1, with mean 0 and length 1.
struct DigitShapes {
  /// Samples of a cell across and down.
  static let (columns, rows) = (10, 16)
  /// The part of a cell that a digit fills across.
  private static let width = 0.68
  /// The paper above and below a digit that belongs to its cell, as shares of its height: the bars end just above it, and
  /// nothing is below it, or bars would look like digits.
  static let (above, below) = (0.12, 0.28)
  /// The half thickness of strokes, and the blur of their edges, as shares of a digit's height.
  private static let thickness = 0.075

  /// The shapes of each digit: in both styles, sharp and blurred.
  static let all: [[[Float]]] = (0..<10).map { digit in
    [0, 1].flatMap { style in
      [0.05, 0.13].map { drawn(strokes(of: digit, style: style), blur: $0) }
    }
  }

  private static func drawn(
    _ strokes: [[SIMD2<Double>]], blur: Double
  ) -> [Float] {
    var levels: [Float] = []
    levels.reserveCapacity(columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        // In heights of a digit.
        let x = ((Double(column) + 0.5) / Double(columns) - 0.5) / width + 0.5
        let y = (Double(row) + 0.5) / Double(rows) * (1 + above + below) - above
        let aspect = 0.62
        let point = SIMD2(x * aspect, y)
        var least = Double.infinity
        for stroke in strokes {
          for (one, other) in zip(stroke, stroke.dropFirst()) {
            least = min(
              least, distance(point, SIMD2(one.x * aspect, one.y), SIMD2(other.x * aspect, other.y))
            )
          }
        }
        let beyond = max(0, least - thickness) / blur
        levels.append(Float(exp(-beyond * beyond / 2)))
      }
    }
    return levels.normalised
  }

  private static func distance(
    _ point: SIMD2<Double>, _ start: SIMD2<Double>, _ end: SIMD2<Double>
  ) -> Double {
    let way = end - start
    let length = (way * way).sum()
    let share = length > 0 ? max(0, min(1, ((point - start) * way).sum() / length)) : 0
    let off = point - start - way * share
    return (off * off).sum().squareRoot()
  }

  /// Part of an ellipse, by angles in degrees, clockwise from the right.
  private static func arc(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ from: Double, _ to: Double
  ) -> [SIMD2<Double>] {
    (0...16).map { step in
      let angle = (from + (to - from) * Double(step) / 16) * .pi / 180
      return SIMD2(x + width * cos(angle), y + height * sin(angle))
    }
  }

  private static func line(_ points: (Double, Double)...) -> [SIMD2<Double>] {
    points.map { SIMD2($0.0, $0.1) }
  }

  /// The strokes of a digit in a box from 0 to 1, down from its top.
  private static func strokes(of digit: Int, style: Int) -> [[SIMD2<Double>]] {
    switch (digit, style) {
    case (0, _): [arc(0.5, 0.5, 0.42, 0.48, 0, 360)]
    case (1, 0): [line((0.2, 0.2), (0.55, 0.02), (0.55, 0.98)), line((0.2, 0.98), (0.9, 0.98))]
    case (1, _): [line((0.22, 0.24), (0.58, 0.02), (0.58, 0.98))]
    case (2, 0):
      [arc(0.48, 0.28, 0.4, 0.26, 190, 390), line((0.82, 0.4), (0.08, 0.97), (0.94, 0.97))]
    case (2, _):
      [arc(0.5, 0.29, 0.4, 0.27, 180, 400), line((0.8, 0.45), (0.1, 0.97), (0.92, 0.97))]
    case (3, 0):
      [
        line((0.1, 0.03), (0.88, 0.03), (0.42, 0.42)), arc(0.44, 0.7, 0.44, 0.28, -95, 150),
      ]
    case (3, _):
      [arc(0.46, 0.26, 0.36, 0.24, 190, 450), arc(0.46, 0.73, 0.42, 0.25, -90, 165)]
    case (4, 0):
      [line((0.5, 0.02), (0.06, 0.72), (0.96, 0.72)), line((0.68, 0.45), (0.68, 0.98))]
    case (4, _): [line((0.68, 0.98), (0.68, 0.02), (0.05, 0.7), (0.96, 0.7))]
    case (5, _):
      [
        line((0.86, 0.03), (0.2, 0.03), (0.14, 0.46)), arc(0.46, 0.68, 0.42, 0.3, -140, 150),
      ]
    case (6, 0):
      [
        arc(0.5, 0.69, 0.4, 0.29, 0, 360), line((0.78, 0.02), (0.32, 0.34), (0.12, 0.62)),
      ]
    case (6, _):
      [arc(0.52, 0.68, 0.39, 0.3, 0, 360), arc(0.62, 0.55, 0.5, 0.52, 180, 290)]
    case (7, _): [line((0.08, 0.03), (0.92, 0.03), (0.36, 0.98))]
    case (8, _):
      [arc(0.5, 0.25, 0.35, 0.23, 0, 360), arc(0.5, 0.73, 0.42, 0.25, 0, 360)]
    default:
      strokes(of: 6, style: style).map { $0.map { SIMD2(1 - $0.x, 1 - $0.y) } }
    }
  }
}

extension [Float] {
  /// The values minus their mean, scaled to length 1; zeros if they are all the same.
  var normalised: [Float] {
    let mean = reduce(0, +) / Float(Swift.max(1, count))
    let length = reduce(0) { $0 + ($1 - mean) * ($1 - mean) }.squareRoot()
    return map { length > 0 ? ($0 - mean) / length : 0 }
  }
}
