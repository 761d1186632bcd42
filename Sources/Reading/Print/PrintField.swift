/// What is printed below the bars of a symbol, straightened along them, in modules.
struct PrintField {
  /// Samples per module.
  static let fineness = 3.0
  /// What is shown beside the bars: the first digit of an EAN-13 stands left of them.
  static let (left, right) = (-14.0, 109.0)
  /// From so many modules above where bars are followed from, to so many below the place of the symbol.
  private static let (above, below) = (8.0, 60.0)
  /// The most of the bars below there, as some are very high.
  private static let mostHeight = 100.0
  /// Parts of the bars that end at the digits: guards are longer, and so are the first and the last digit of a UPC-A
  /// (GS1 General Specifications, 5.2.1).
  private static let parts = [10.0...27.5, 27.5...45, 50...67.5, 67.5...85]

  /// Where the bars end, in modules below where they are followed from, and how far they are off their columns there.
  struct Ends {
    var depth: Curve
    var shift: Curve
  }

  let columns: Int
  /// The contrast of the bars.
  let contrast: Float
  /// What the ends may look like: straight, or bent as on a bottle.
  private(set) var ends: [Ends] = []
  private let rows: Int
  /// Darkness, row by row.
  private let levels: [Float]
  /// By how much the bars are further off with each module down.
  private let lean: Double

  /// Straightens a symbol's surroundings; `nil` if it is too small, or its bars do not end there.
  ///
  /// - Parameters:
  ///   - place: from the first bar to the last, in reading direction.
  ///   - share: from where on down the bars are followed, as a share of the place's height.
  ///   - bend: how far the symbol's middle is from the mean of its ends, as a share of its length.
  ///   - picture: where it is.
  init?(_ place: Place, from share: Double, bend: Double, on picture: borrowing GreyPicture) {
    var corners = place.corners
    // Scan lines may have been counted upwards.
    let (across, down) = (corners[1] - corners[0], corners[3] - corners[0])
    if across.x * down.y < across.y * down.x { corners.swapAt(0, 3); corners.swapAt(1, 2) }
    let module = place.length / 95
    guard module >= 0.9 else { return nil }
    let (columns, fineness) = (Int((Self.right - Self.left) * Self.fineness), Self.fineness)
    let depth = min(Self.mostHeight, place.height * (1 - share) / module) + Self.below
    let rows = Int((Self.above + depth) * fineness)
    func step(_ one: SIMD2<Double>, _ other: SIMD2<Double>) -> SIMD2<Double> {
      let way = other - one
      return way * (module / max((way * way).sum().squareRoot(), 1e-6))
    }
    let (first, last) = (step(corners[0], corners[3]), step(corners[1], corners[2]))
    let (start, end) = (
      corners[0] + (corners[3] - corners[0]) * share, corners[1] + (corners[2] - corners[1]) * share
    )
    let size = SIMD2(Double(picture.width), Double(picture.height))
    let width = picture.width
    var levels = [Float](repeating: 0, count: columns * rows)
    unsafe picture.withPixels { pixels in
      for column in 0..<columns {
        let plain = ((Double(column) + 0.5) / fineness + Self.left) / 95
        let way = plain + 4 * bend * plain * (1 - plain)
        let (base, down) = (start + (end - start) * way, first + (last - first) * way)
        for row in 0..<rows {
          let v = (Double(row) + 0.5) / fineness - Self.above
          let point = pointwiseMax(.zero, pointwiseMin(size - 1.001, base + down * v - 0.5))
          let (x, y) = (Int(point.x), Int(point.y))
          let (a, b) = (Float(point.x) - Float(x), Float(point.y) - Float(y))
          let corner = unsafe pixels + y * width + x
          let upper = unsafe Float(corner[0]) * (1 - a) + Float(corner[1]) * a
          let lower = unsafe Float(corner[width]) * (1 - a) + Float(corner[width + 1]) * a
          levels[row * columns + column] = 255 - (upper * (1 - b) + lower * b)
        }
      }
    }
    (self.columns, self.rows, self.levels) = (columns, rows, levels)
    let bars = Self.columns(0...95).flatMap { column in
      (0..<Int(Self.above * fineness)).map { levels[$0 * columns + column] }
    }.sorted()
    contrast = bars[bars.count * 9 / 10] - bars[bars.count / 10]
    if contrast < 8 { return nil }
    let found = Self.parts.compactMap {
      Self.end(of: Self.columns($0), middle: ($0.lowerBound + $0.upperBound) / 2, levels, columns)
    }
    let leans = found.map(\.lean).sorted()
    guard let straight = Self.straight(found) else { return nil }
    lean = leans[leans.count / 2]
    ends = [straight]
    if found.count == Self.parts.count {
      ends.append(
        Ends(
          depth: Curve(found.map { SIMD2($0.middle, $0.depth) }),
          shift: Curve(found.map { SIMD2($0.middle, $0.shift) })))
    }
  }

  private static func columns(_ modules: ClosedRange<Double>) -> Range<Int> {
    Int((modules.lowerBound - left) * fineness)..<Int((modules.upperBound - left) * fineness)
  }

  // MARK: Where the bars end

  /// Where the bars of a part end.
  private struct End {
    var middle: Double
    var depth: Double
    var shift: Double
    var lean: Double
  }

  /// How alike rows of the same bars are at least.
  private static let likeness: Float = 0.6
  /// How far rows may be unlike, as glare makes them, before bars have ended, in modules.
  private static let gap = 3.0

  /// Follows bars row by row, up and down; `nil` if they go on beyond the field.
  private static func end(
    of part: Range<Int>, middle: Double, _ levels: [Float], _ columns: Int
  ) -> End? {
    let rows = levels.count / columns
    let start = Int(above * fineness)
    func bars(_ row: Int, _ shift: Int) -> [Float]? {
      let from = part.lowerBound + shift
      guard from >= 0, from + part.count <= columns else { return nil }
      return Array(levels[row * columns + from..<row * columns + from + part.count]).normalised
    }
    func follow(_ way: Int) -> (row: Int, shift: Int, isEnd: Bool) {
      guard var known = bars(start, 0) else { return (start, 0, false) }
      var (row, last, shift) = (start, start, 0)
      while abs(row - last) <= Int(gap * fineness) {
        row += way
        guard 0..<rows ~= row else { return (last, shift, false) }
        var best: (likeness: Float, shift: Int, bars: [Float]) = (likeness, shift, [])
        for next in [shift, shift - 1, shift + 1] {
          guard let here = bars(row, next) else { continue }
          let value = zip(here, known).reduce(Float(0)) { $0 + $1.0 * $1.1 }
          if value > best.likeness { best = (value, next, here) }
        }
        if best.bars.isEmpty { continue }
        (last, shift) = (row, best.shift)
        // Bars that fan out change slowly.
        for index in known.indices { known[index] += 0.2 * (best.bars[index] - known[index]) }
      }
      return (last, shift, true)
    }
    let (upper, lower) = (follow(-1), follow(1))
    guard lower.isEnd, lower.row > upper.row else { return nil }
    return End(
      middle: middle, depth: Double(lower.row + 1) / fineness - above,
      shift: Double(lower.shift) / fineness,
      lean: Double(lower.shift - upper.shift) / Double(lower.row - upper.row))
  }

  /// The straight line on which most parts end.
  private static func straight(_ found: [End]) -> Ends? {
    var best: (ends: Ends, count: Int, error: Double)?
    for (index, one) in found.enumerated() {
      for other in found[index...] {
        let points = one.middle == other.middle ? [one] : [one, other]
        let ends = Ends(
          depth: Curve(points.map { SIMD2($0.middle, $0.depth) }),
          shift: Curve(points.map { SIMD2($0.middle, $0.shift) }))
        let errors = found.map { abs($0.depth - ends.depth.value(at: $0.middle)) }.filter { $0 < 1 }
        // A level line needs one part only.
        let error = errors.reduce(Double(points.count - 1) / 2, +)
        if (errors.count, -error) > (best?.count ?? 0, -(best?.error ?? 0)) {
          best = (ends, errors.count, error)
        }
      }
    }
    return best?.ends
  }

  // MARK: The print

  /// Where digits are, and how high, where nothing parts them from the bars.
  private static let usual: [(top: Double, height: Double)] = [
    (0.5, 6.5), (0.5, 8.5), (2, 7), (2, 9.5),
  ]

  /// Where the line of print is, below the ends of the bars, and how high its digits are, in modules.
  ///
  /// It begins after the row with the fewest changes from light to dark, and ends where they become few again.
  func bands(below ends: Ends) -> [(top: Double, height: Double)] {
    let (first, rowsShown) = (-2.0, Int(22 * Self.fineness))
    let changes = (0..<rowsShown).map { row in
      let v = first + (Double(row) + 0.5) / Self.fineness
      return Self.parts.reduce(Float(0)) { sum, part in
        stride(from: part.lowerBound + 1, to: part.upperBound - 1, by: 0.5).reduce(sum) {
          $0 + abs(level($1 + 1.5, v, ends) - level($1, v, ends))
        }
      }
    }
    func row(_ v: Double) -> Int { Int((v - first) * Self.fineness) }
    func depth(_ row: Int) -> Double { first + Double(row) / Self.fineness }
    let gap = (row(-1)...row(5)).min { changes[$0] < changes[$1] } ?? 0
    let most = changes[gap...gap + Int(8 * Self.fineness)].max() ?? 0
    let middle = (changes[gap] + most) / 2
    guard let start = (gap..<rowsShown).first(where: { changes[$0] > middle }),
      let peak = (start..<min(rowsShown, start + Int(6 * Self.fineness))).max(by: {
        changes[$0] < changes[$1]
      }),
      let end = (peak..<rowsShown).first(where: { changes[$0] < middle }),
      4...16 ~= depth(end) - depth(start)
    else { return Self.usual }
    return [(depth(start), depth(end) - depth(start))]
  }

  /// The darkness at a column, and a depth below the ends of the bars.
  func level(_ u: Double, _ v: Double, _ ends: Ends) -> Float {
    let x = (u + ends.shift.value(at: u) + lean * v - Self.left) * Self.fineness - 0.5
    let y = (ends.depth.value(at: u) + v + Self.above) * Self.fineness - 0.5
    let (cx, cy) = (
      max(0, min(Double(columns) - 1.001, x)), max(0, min(Double(rows) - 1.001, y))
    )
    let (column, row) = (Int(cx), Int(cy))
    let (a, b) = (Float(cx) - Float(column), Float(cy) - Float(row))
    let at = row * columns + column
    let upper = levels[at] * (1 - a) + levels[at + 1] * a
    let lower = levels[at + columns] * (1 - a) + levels[at + columns + 1] * a
    return upper * (1 - b) + lower * b
  }
}

/// A curve of least squares through points: a level, a straight line through two or three, or a parabola.
struct Curve {
  private let middle: Double
  private var (level, slope, bend) = (0.0, 0.0, 0.0)

  init(_ points: [SIMD2<Double>]) {
    let count = Double(points.count)
    let middle = points.reduce(0) { $0 + $1.x } / count
    func sum(_ x: Int, _ y: Int) -> Double {
      points.reduce(0) { sum, point in
        var term = y == 1 ? point.y : 1
        for _ in 0..<x { term *= point.x - middle }
        return sum + term
      }
    }
    self.middle = middle
    // The normal equations, in which the sum of all distances from the middle is 0.
    let (s2, s3, s4) = (sum(2, 0), sum(3, 0), sum(4, 0))
    let determinant = count * (s2 * s4 - s3 * s3) - s2 * s2 * s2
    if points.count > 3, determinant > 0 {
      bend = (count * (s2 * sum(2, 1) - s3 * sum(1, 1)) - s2 * s2 * sum(0, 1)) / determinant
    }
    if s2 > 0 { slope = (sum(1, 1) - s3 * bend) / s2 }
    level = (sum(0, 1) - s2 * bend) / count
  }

  func value(at x: Double) -> Double {
    let off = x - middle
    return level + slope * off + bend * off * off
  }
}
