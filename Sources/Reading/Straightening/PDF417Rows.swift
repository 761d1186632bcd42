/// The rows and columns of a PDF417 symbol, read from its stop pattern leftward.
struct PDF417Rows {
  private let field: GreyField
  private let stop: StopPattern
  /// Top and bottom of each row, along the stop pattern.
  private var rows: [(top: Float, bottom: Float)] = []
  /// Edges between codewords, from the stop pattern leftward, as the number of modules left of it at the first and
  /// the last row.
  private var edges: [(top: Float, bottom: Float)] = []

  /// Reads rows by the right row indicators, which change from each row to the next, and columns by the bar that
  /// each codeword begins with.
  init?(_ field: GreyField, stop: StopPattern) {
    self.field = field
    self.stop = stop
    edges = [(0, 0)]
    guard let indicator = nextEdge() else { return nil }
    edges.append(indicator)
    guard findRows() else { return nil }
    while edges.count < 34, let edge = nextEdge() { edges.append(edge) }
  }

  /// The lightness of a module, above 0 for light; `nil` beyond what can be read.
  ///
  /// Columns count from the right, where the right row indicator is 0; modules from the left of a codeword.
  func cell(row: Int, fromRight column: Int, module: Int) -> Float? {
    guard column + 1 < edges.count else { return nil }
    let (top, bottom) = rows[row]
    let middle = (top + bottom) / 2
    let room = (bottom - top) * 0.2
    return
      (value(at: middle, column: column, module: module)
      + value(at: middle - room, column: column, module: module)
      + value(at: middle + room, column: column, module: module)) / 3
  }

  /// How many codewords of a symbol of this shape could not be read, counting whole columns.
  func missing(of shape: PDF417Frame.Shape) -> Int {
    max(0, shape.columns - (edges.count - 2)) * shape.rows
  }

  /// The shape that the right row indicators give; `nil` when they give none.
  ///
  /// Every third row gives the columns, every third the level (ISO/IEC 15438 clause 5.11.3), independently of each
  /// other; so drawn frames are compared with what was read, first for the columns and then for the level.
  var shape: PDF417Frame.Shape? {
    let most = min(30, 928 / rows.count)
    var shape = PDF417Frame.Shape(rows: rows.count, columns: 1, level: 0)
    let columns = (1...most).map { columns in
      (columns, agreement(.init(rows: rows.count, columns: columns, level: 0), rowClass: 0))
    }
    guard let best = columns.max(by: { $0.1 < $1.1 }), best.1 > 0.8 else { return nil }
    shape.columns = best.0
    let levels = (0...8).map { level in
      (level, agreement(.init(rows: rows.count, columns: best.0, level: level), rowClass: 2))
    }
    guard let level = levels.max(by: { $0.1 < $1.1 }), level.1 > 0.8 else { return nil }
    shape.level = level.0
    return shape
  }

  /// The symbol's corners, as far left as it could be read.
  var corners: [SIMD2<Float>] {
    guard let left = edges.last, let first = rows.first, let last = rows.last else { return [] }
    return [
      stop.point(row: first.top, left: left.top), stop.point(row: first.top, left: -18),
      stop.point(row: last.bottom, left: -18), stop.point(row: last.bottom, left: left.bottom),
    ]
  }

  // MARK: Reading

  private func agreement(_ shape: PDF417Frame.Shape, rowClass: Int) -> Float {
    guard let frame = PDF417Frame(shape) else { return 0 }
    var (same, all) = (0, 0)
    for row in stride(from: rowClass, to: rows.count, by: 3) {
      for module in 0..<PDF417Frame.codeword {
        guard let value = cell(row: row, fromRight: 0, module: module) else { continue }
        all += 1
        if frame.rightIndicator(row: row, module: module) == (value < 0) { same += 1 }
      }
    }
    return all == 0 ? 0 : Float(same) / Float(all)
  }

  private func value(at row: Float, column: Int, module: Int) -> Float {
    let share = (row - Float(stop.top)) / Float(max(1, stop.bottom - stop.top))
    let right = edges[column].top + (edges[column].bottom - edges[column].top) * share
    let next = edges[column + 1]
    let left = next.top + (next.bottom - next.top) * share
    let modules = left - (left - right) * (Float(module) + 0.5) / 17
    return field(stop.point(row: row, left: modules))
  }

  /// The next edge, one codeword further left: light before it and dark after it, on every row.
  private func nextEdge() -> (top: Float, bottom: Float)? {
    guard let last = edges.last else { return nil }
    let (top, bottom) = (Float(stop.top), Float(stop.bottom))
    guard stop.point(row: (top + bottom) / 2, left: (last.top + last.bottom) / 2 + 16.5).x > 0
    else {
      return nil
    }
    var best: (edge: (top: Float, bottom: Float), match: Float) = ((0, 0), -1)
    for above in stride(from: Float(-0.6), through: 0.61, by: 0.1) {
      for lean in stride(from: Float(-0.4), through: 0.41, by: 0.2) {
        let edge = (top: last.top + 17 + above, bottom: last.bottom + 17 + above + lean)
        var sum: Float = 0
        for line in 0..<24 {
          let share = (Float(line) + 0.5) / 24
          let row = top + (bottom - top) * share
          let at = edge.top + (edge.bottom - edge.top) * share
          // Beyond the edge the last pixel would repeat; the space before a codeword may be cut off there, so it
          // counts as light.
          let outside = stop.point(row: row, left: at + 0.5)
          sum += (outside.x < 0 ? 1 : field(outside)) - field(stop.point(row: row, left: at - 0.5))
        }
        let match = sum / 48 - 0.02 * (abs(above) + abs(lean))
        if match > best.match { best = (edge, match) }
      }
    }
    return best.match > 0.35 ? best.edge : nil
  }

  /// Splits the symbol into rows where the class of the right row indicator changes.
  private mutating func findRows() -> Bool {
    var classes: [Int?] = []
    for row in stop.top...stop.bottom { classes.append(rowClass(at: Float(row))) }
    var found: [(rowClass: Int, first: Int, last: Int)] = []
    for (line, rowClass) in classes.enumerated() {
      guard let rowClass else { continue }
      if let last = found.last, last.rowClass == rowClass {
        found[found.count - 1].last = line
      } else if line + 1 < classes.count, classes[line + 1] == rowClass {
        found.append((rowClass, line, line))
      }
    }
    // Rows count 0, 1, 2, 0 and so on from the top; anything else was misread.
    guard (3...90).contains(found.count),
      found.enumerated().allSatisfy({ $0.offset % 3 == $0.element.rowClass })
    else { return false }
    let heights = found.map { $0.last - $0.first + 1 }
    guard let least = heights.min(), let most = heights.max(), most <= 2 * least + 2,
      heights.reduce(0, +) * 4 > (stop.bottom - stop.top) * 3
    else { return false }
    rows = found.map { (Float(stop.top + $0.first), Float(stop.top + $0.last)) }
    return true
  }

  /// The class of the codeword in the right row indicator, 0 to 2, by the widths of its bars
  /// (ISO/IEC 15438 clause 5.3.1).
  private func rowClass(at row: Float) -> Int? {
    var widths: [Int] = []
    var isDark = false
    for module in 0..<PDF417Frame.codeword {
      let dark = value(at: row, column: 0, module: module) < 0
      if dark == isDark, !widths.isEmpty {
        widths[widths.count - 1] += 1
      } else if dark != isDark {
        widths.append(1)
        isDark = dark
      } else {
        return nil
      }
    }
    guard widths.count == 8 else { return nil }
    let cluster = (widths[0] - widths[2] + widths[4] - widths[6] + 9) % 9
    return cluster % 3 == 0 ? cluster / 3 : nil
  }
}
