internal import Cards

/// Reads the digits that are printed below the bars of an EAN-13 or UPC-A.
///
/// They stand in known cells: each of the twelve drawn digits below its own seven modules, the first one of an EAN-13 left
/// of the bars (GS1 General Specifications, 5.2.1).
struct PrintReader {
  /// What is printed.
  struct Reading {
    /// How alike the print in each cell is to each digit: at `cell * 10 + digit`, from -1 to 1.
    ///
    /// The cells are in the order of the printed number. Nothing is known of a cell whose likenesses are all 0.
    var likeness: [Float]

    /// How much less alike than the best one each character of a number is to the print below it, as a cost for
    /// `RetailSymbol`: at `index * 30 + character`.
    ///
    /// A UPC-A has no digits below its first and last one: they stand beside its bars.
    func costs(isUPC: Bool) -> [Float] {
      var costs = [Float](repeating: 0, count: 360)
      for index in 0..<12 where !isUPC || (1...10).contains(index) {
        let best = best(in: index + 1).likeness
        guard best >= PrintReader.legible else { continue }
        for character in 0..<30 {
          costs[index * 30 + character] =
            (best - likeness[(index + 1) * 10 + character % 10]) * PrintReader.weight
        }
      }
      return costs
    }

    /// How many cells below the bars are legible.
    var legibleCount: Int { (1...12).count { best(in: $0).likeness >= PrintReader.legible } }

    /// The sum of the best likeness in each cell.
    var sum: Float { (0..<13).reduce(0) { $0 + best(in: $1).likeness } }

    /// The best digit of a cell, and how much less alike the next one is.
    func best(in cell: Int) -> (digit: Int, likeness: Float, lead: Float) {
      var (digit, best, second) = (0, -Float.infinity, -Float.infinity)
      for each in 0..<10 {
        let value = likeness[cell * 10 + each]
        if value > best {
          (digit, best, second) = (each, value, best)
        } else {
          second = max(second, value)
        }
      }
      return (digit, best, best - second)
    }
  }

  /// How alike to a digit print must be to count.
  static let legible: Float = 0.55
  /// What a lesser likeness costs, in shares of a fit's misfit (`GainFit.costs`): a digit that is 0.15 less alike than another
  /// is as far off as a rival that fits clearly worse (`RivalReader.clear`).
  static let weight: Float = 4

  /// Where each cell begins, in modules from the first bar.
  private static let cells = [-10] + RetailLayout.ean13.digitStarts
  /// How far below the end of the bars digits may begin, and how high they are, in modules.
  private static let tops = stride(from: -1.5, through: 5, by: 0.5).map { $0 }
  private static let heights = [6.5, 8, 9.5, 11.5]
  /// How far digits are off their cells, in modules.
  private static let shifts = [0.0, -0.7, 0.7, -1.4, 1.4]
  private static let tilts = [0.0, -1.5, 1.5]

  /// The best reading below a symbol; `nil` if nothing like digits is there.
  ///
  /// - Parameters:
  ///   - place: from the first bar to the last, in reading direction.
  ///   - bend: how far the symbol's middle is from the mean of its ends, as a share of its length.
  ///   - picture: where it is.
  /// - Returns: The reading in which all cells together are most alike to digits.
  func reading(at place: Place, bend: Double = 0, on picture: borrowing GreyPicture) -> Reading? {
    guard let field = PrintField(place, bend: bend, on: picture), let end = field.endOfBars else {
      return nil
    }
    var best: (reading: Reading, top: Double, height: Double, tilt: Double)?
    func tryOut(_ top: Double, _ height: Double, _ tilt: Double, _ shifts: [Double]) {
      let reading = read(field, top: top, height: height, tilt: tilt, shifts: shifts)
      if reading.sum > best?.reading.sum ?? 0 { best = (reading, top, height, tilt) }
    }
    for top in Self.tops {
      for height in Self.heights { tryOut(end + top, height, 0, [0]) }
    }
    guard let found = best else { return nil }
    for tilt in Self.tilts {
      for step in [-0.25, 0, 0.25] {
        for more in [-0.75, 0, 0.75] {
          tryOut(found.top + step, found.height + more, tilt, Self.shifts)
        }
      }
    }
    return best?.reading
  }

  private func read(
    _ field: PrintField, top: Double, height: Double, tilt: Double, shifts: [Double]
  ) -> Reading {
    var likeness = [Float](repeating: 0, count: 130)
    for (cell, start) in Self.cells.enumerated() {
      for shift in shifts {
        guard
          let levels = field.cell(
            at: Double(start) + shift, top: top + tilt * (Double(start) / 95 - 0.5), height: height)
        else { continue }
        for (digit, shapes) in DigitShapes.all.enumerated() {
          for shape in shapes {
            var sum: Float = 0
            for sample in shape.indices { sum += shape[sample] * levels[sample] }
            likeness[cell * 10 + digit] = max(likeness[cell * 10 + digit], sum)
          }
        }
      }
    }
    return Reading(likeness: likeness)
  }
}

/// The surroundings of a symbol in modules.
private struct PrintField {
  /// Samples per module.
  private static let fineness = 3.0
  private static let (left, right) = (-14.0, 109.0)
  /// From so many modules above the lower edge of a place to so many below it.
  private static let (above, below) = (8.0, 60.0)

  let columns: Int
  let rows: Int
  let levels: [Float]
  /// The contrast of the bars.
  private let contrast: Float

  init?(_ place: Place, bend: Double, on picture: borrowing GreyPicture) {
    var corners = place.corners
    // Scan lines may have been counted upwards.
    let (across, down) = (corners[1] - corners[0], corners[3] - corners[0])
    if across.x * down.y < across.y * down.x { corners.reverse() }
    let module = place.length / 95
    guard module >= 0.9 else { return nil }
    columns = Int((Self.right - Self.left) * Self.fineness)
    rows = Int((Self.above + Self.below) * Self.fineness)
    func below(_ one: SIMD2<Double>, _ other: SIMD2<Double>) -> SIMD2<Double> {
      let way = other - one
      return way * (module / (way * way).sum().squareRoot())
    }
    let (first, last) = (below(corners[0], corners[3]), below(corners[1], corners[2]))
    guard first.x.isFinite, first.y.isFinite, last.x.isFinite, last.y.isFinite else { return nil }
    var levels = [Float](repeating: 0, count: columns * rows)
    let (width, height) = (picture.width, picture.height)
    let (columns, rows) = (columns, rows)
    unsafe picture.withPixels { pixels in
      for column in 0..<columns {
        let u = (Double(column) + 0.5) / Self.fineness + Self.left
        let plain = u / 95
        let share = plain + 4 * bend * plain * (1 - plain)
        let base = corners[3] + (corners[2] - corners[3]) * share
        let step = first + (last - first) * share
        for row in 0..<rows {
          let v = (Double(row) + 0.5) / Self.fineness - Self.above
          let point = base + step * v - 0.5
          let x = max(0, min(Double(width) - 1.001, point.x))
          let y = max(0, min(Double(height) - 1.001, point.y))
          let (c, r) = (Int(x), Int(y))
          let (a, b) = (Float(x) - Float(c), Float(y) - Float(r))
          let corner = unsafe pixels + r * width + c
          let upper = unsafe Float(corner[0]) * (1 - a) + Float(corner[1]) * a
          let lower = unsafe Float(corner[width]) * (1 - a) + Float(corner[width + 1]) * a
          levels[row * columns + column] = 255 - (upper * (1 - b) + lower * b)
        }
      }
    }
    self.levels = levels
    let (from, to) = (Int(-Self.left * Self.fineness), Int((95 - Self.left) * Self.fineness))
    let bars = levels[from..<to].sorted()
    contrast = bars[bars.count * 9 / 10] - bars[bars.count / 10]
    if contrast < 8 { return nil }
  }

  /// Where the bars end, in modules below the lower edge of the place.
  var endOfBars: Double? {
    let (from, to) = (Int(-Self.left * Self.fineness), Int((95 - Self.left) * Self.fineness))
    let known = Int((Self.above - 1) * Self.fineness)
    var mean = [Float](repeating: 0, count: to - from)
    for row in 0..<known {
      for column in from..<to { mean[column - from] += levels[row * columns + column] }
    }
    let bars = mean.normalised
    var last = known
    for row in known..<rows {
      let line = Array(levels[row * columns + from..<row * columns + to]).normalised
      let likeness = zip(bars, line).reduce(Float(0)) { $0 + $1.0 * $1.1 }
      if likeness >= 0.6 { last = row }
      if row - last > Int(3 * Self.fineness) {
        return Double(last + 1) / Self.fineness - Self.above
      }
    }
    return nil
  }

  /// The normalised levels of a cell; `nil` if it is beyond the field, or nothing is printed there.
  func cell(at start: Double, top: Double, height: Double) -> [Float]? {
    let room = height * (1 + DigitShapes.above + DigitShapes.below)
    let first = top - height * DigitShapes.above
    var found: [Float] = []
    found.reserveCapacity(DigitShapes.columns * DigitShapes.rows)
    var (low, high) = (Float.infinity, -Float.infinity)
    for row in 0..<DigitShapes.rows {
      let v = first + (Double(row) + 0.5) / Double(DigitShapes.rows) * room
      let y = Int((v + Self.above) * Self.fineness)
      guard y >= 0, y < rows else { return nil }
      for column in 0..<DigitShapes.columns {
        let u = start + (Double(column) + 0.5) / Double(DigitShapes.columns) * 7
        let x = Int((u - Self.left) * Self.fineness)
        guard x >= 0, x < columns else { return nil }
        let level = levels[y * columns + x]
        (low, high) = (min(low, level), max(high, level))
        found.append(level)
      }
    }
    return high - low < contrast * 0.25 ? nil : found.normalised
  }
}
