internal import Cards

/// Reads the digits that are printed below the bars of an EAN-13 or UPC-A.
///
/// They stand where printers put them: each of the twelve drawn digits below its own seven modules and the first one left
/// of the bars, as GS1 has it (General Specifications, 5.2.1), closer together, or all thirteen in one row.
struct PrintReader {
  /// What is printed.
  struct Reading {
    /// How alike the print in each cell is to each digit: at `cell * 10 + digit`, from 0 to 1.
    ///
    /// The cells are in the order of the printed number. Nothing is known of a cell whose likenesses are all 0.
    var likeness: [Float]
    /// How well a row of digits explains the print, to compare readings.
    var score: Float

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

  /// How digits may stand.
  private struct Layout {
    /// The cells that stand close together, and where the middle of the first may be, in modules from the first bar.
    var groups: [(cells: Range<Int>, starts: ClosedRange<Double>)]
    /// From one digit to the next, in modules.
    var pitches: ClosedRange<Double>
    /// Where the groups begin if each digit is below its own modules.
    var plain: [Double]
    /// By how much each digit is further from the next one than the last was: bars seen at a slant.
    var growths = [0.0]
    /// How much better a row must explain the print, as it could explain others.
    var cost: Float = 0
  }

  /// Of an EAN-13; of a UPC-A, whose first and last digits stand outside; of books.
  private static let layouts = [
    Layout(groups: [(1..<7, 2...12), (7..<13, 46...60)], pitches: 5.3...7.7, plain: [6.5, 53.5]),
    Layout(groups: [(2..<7, 4...20), (7..<12, 46...60)], pitches: 5.3...8.4, plain: []),
    Layout(
      groups: [(0..<13, -12...12)], pitches: 5.8...8.6, plain: [],
      growths: [0, -0.24, -0.16, -0.08, 0.08, 0.16, 0.24], cost: 0.3),
  ]
  /// What print must be more alike to a digit than, on average: blots and bars are as much (our measurement).
  private static let noise: Float = 0.4
  /// What a module off the plain place costs.
  private static let offset: Float = 0.03
  /// How far the line of print may be from where it was found: its top and its lower edge, in modules.
  private static let (tops, bottoms) = ([0, -0.5, 0.5], [0.2, -0.5, 0.9])

  /// The best reading below a symbol; `nil` if nothing like digits is there.
  ///
  /// - Parameters:
  ///   - place: from the first bar to the last, in reading direction.
  ///   - share: from where on down the bars are followed: where the place is sure to have them, as a share of its height.
  ///   - bend: how far the symbol's middle is from the mean of its ends, as a share of its length.
  ///   - picture: where it is.
  /// - Returns: The reading in which all cells together are most alike to digits.
  func reading(
    at place: Place, from share: Double = 0.5, bend: Double = 0, on picture: borrowing GreyPicture
  ) -> Reading? {
    guard let field = PrintField(place, from: share, bend: bend, on: picture) else { return nil }
    var best: Reading?
    for ends in field.ends {
      for (top, height) in field.bands(below: ends) {
        var lines = Self.tops.flatMap { top in Self.bottoms.map { (top, $0) } }.map {
          PrintLine(field, ends, top: top + $0.0, height: height + $0.1 - $0.0)
        }
        for layout in Self.layouts {
          guard let row = Self.row(on: &lines[0], layout), row.score > best?.score ?? 0 else {
            continue
          }
          best = Self.reading(of: row, layout, &lines)
        }
      }
    }
    return best
  }

  /// Where digits stand on a line.
  private typealias Row = (score: Float, width: Int, columns: [Int])

  private static func row(on line: inout PrintLine, _ layout: Layout) -> Row? {
    var best: Row?
    for width in line.widths.indices {
      var row: Row = (0, width, [])
      for (index, (cells, starts)) in layout.groups.enumerated() {
        var group: (score: Float, columns: [Int]) = (-.infinity, [])
        let pitches = stride(
          from: layout.pitches.lowerBound, through: layout.pitches.upperBound, by: 0.1)
        for (pitch, growth) in pitches.flatMap({ pitch in layout.growths.map { (pitch, $0) } }) {
          let steps = (0..<cells.count).map { (cell: Int) -> Double in
            Double(cell) * (pitch + growth * Double(cell - cells.count))
          }
          for start in stride(
            from: starts.lowerBound, through: starts.upperBound, by: 1 / PrintField.fineness)
          {
            let off =
              abs(pitch - 7) * 6 + (layout.plain.isEmpty ? 0 : abs(start - layout.plain[index]))
            var score = -offset * Float(off) - layout.cost
            for step in steps { score += line.best(line.column(start + step), width) - noise }
            if score > group.score { group = (score, steps.map { line.column(start + $0) }) }
          }
        }
        row.score += group.score
        row.columns += group.columns
      }
      if row.score > best?.score ?? 0 { best = row }
    }
    return best
  }

  /// Reads the digits of a row, each of which may be a little higher, wider, or off its place.
  private static func reading(
    of row: Row, _ layout: Layout, _ lines: inout [PrintLine]
  ) -> Reading {
    var likeness = [Float](repeating: 0, count: 130)
    for (cell, column) in zip(layout.groups.flatMap { Array($0.cells) }, row.columns) {
      for line in lines.indices {
        let widths = max(0, row.width - 1)...min(lines[line].widths.count - 1, row.width + 1)
        for width in widths {
          for column in column - 1...column + 1 {
            for (digit, value) in lines[line].likeness(column, width).enumerated() {
              likeness[cell * 10 + digit] = max(likeness[cell * 10 + digit], value)
            }
          }
        }
      }
    }
    return Reading(likeness: likeness, score: row.score)
  }
}

/// A line of print, and how alike its parts are to the ten digits.
private struct PrintLine {
  /// The widths of a digit's cell as shares of the height of a digit: fonts differ.
  private static let shares = [0.55, 0.66, 0.8, 0.96, 1.15]

  let widths: [Double]
  private let columns: Int
  private let leastContrast: Float
  /// Darkness in as many rows as a digit's cell has.
  private let levels: [Float]
  /// By column and width, as far as they were asked for.
  private var known: [[Float]]
  private var bests: [Float]

  init(_ field: PrintField, _ ends: PrintField.Ends, top: Double, height: Double) {
    widths = Self.shares.map { $0 * height }
    columns = field.columns
    leastContrast = field.contrast / 4
    let room = height * (1 + DigitShapes.above + DigitShapes.below)
    let columns = columns
    levels = (0..<DigitShapes.rows).flatMap { row in
      let v =
        top - height * DigitShapes.above + (Double(row) + 0.5) / Double(DigitShapes.rows) * room
      return (0..<columns).map { column in
        field.level((Double(column) + 0.5) / PrintField.fineness + PrintField.left, v, ends)
      }
    }
    known = Array(repeating: [], count: columns * widths.count)
    bests = Array(repeating: -1, count: columns * widths.count)
  }

  func column(_ u: Double) -> Int { Int((u - PrintField.left) * PrintField.fineness) }

  /// How alike a cell around a column is to the digit that it is most alike to; 0 beyond the line.
  mutating func best(_ column: Int, _ width: Int) -> Float {
    guard 0..<columns ~= column else { return 0 }
    let at = width * columns + column
    if bests[at] < 0 { bests[at] = likeness(column, width).max() ?? 0 }
    return bests[at]
  }

  /// How alike a cell around a column is to each digit; empty beyond the line.
  mutating func likeness(_ column: Int, _ width: Int) -> [Float] {
    guard 0..<columns ~= column else { return [] }
    let at = width * columns + column
    if known[at].isEmpty { known[at] = compared(column, width) }
    return known[at]
  }

  private func compared(_ column: Int, _ width: Int) -> [Float] {
    let none = [Float](repeating: 0, count: 10)
    let half = widths[width] / 2 * PrintField.fineness
    guard Double(column) > half + 1, Double(column) < Double(columns) - half - 1 else {
      return none
    }
    var cell: [Float] = []
    cell.reserveCapacity(DigitShapes.columns * DigitShapes.rows)
    let offsets = (0..<DigitShapes.columns).map { x in
      Int(((Double(2 * x + 1) / Double(DigitShapes.columns) - 1) * half).rounded(.down))
    }
    for row in 0..<DigitShapes.rows {
      for offset in offsets { cell.append(levels[row * columns + column + offset]) }
    }
    guard let low = cell.min(), let high = cell.max(), high - low >= leastContrast else {
      return none
    }
    let print = cell.normalised
    return DigitShapes.all.map { shapes in
      shapes.reduce(0) { best, shape in
        var sum: Float = 0
        for sample in print.indices { sum += shape[sample] * print[sample] }
        return max(best, sum)
      }
    }
  }
}
