/// Finds a matrix symbol whose modules are too small to be told apart, for a hint to move closer.
///
/// ZXing finds one with at least two pixels for each module (our measurement). With less, a symbol is still a square
/// on blank paper, finely printed in both directions, and about as dark as light in each of its rows and columns. Text has
/// blank lines and is lighter; pictures and signs are seldom so even.
enum TinySymbol {
  /// Mean squared half-gradient of print, black on white: far more than wood, cloth or noise have (our measurement).
  private static let minEnergy: Float = 300
  /// The least side in pixels: below, too few pixels are left to tell.
  private static let minSide = 12
  /// The shorter side divided by the longer one; less would not be square.
  private static let minAspect = 0.75
  /// The share of dark pixels in each fifth of the rows and of the columns.
  private static let darkShares = 0.2...0.8
  /// The fewest changes from dark to light and back along half of the rows, and half of the columns.
  private static let minChanges = 6
  /// The share of dark pixels of a line that is blank, as noise is nowhere quite.
  private static let blankShare = 0.05

  /// The largest one on `picture` whose sides are at most `maxSide` pixels; `nil` if there is none.
  static func place(on picture: borrowing GreyPicture, maxSide: Int) -> Place? {
    let grid = CellGrid(picture)
    var largest: Box?
    let isPrint = { (cell: Int) in grid.energies[cell] >= minEnergy }
    let seeds = grid.energies.indices.filter(isPrint)
    for group in grid.groups(from: seeds, joins: { isPrint($2) }) {
      let cells = Box(around: group.map { (x: $0 % grid.columns, y: $0 / grid.columns) })
      let side = max(cells.width, cells.height) * CellGrid.side
      // A symbol may have a part of the cells at its edges.
      let isSquare =
        Double(min(cells.width, cells.height) + 2) >= minAspect
        * Double(max(cells.width, cells.height))
      guard isSquare, side >= minSide, side <= maxSide + 2 * CellGrid.side else { continue }
      let print = Box(
        left: cells.left * CellGrid.side + 1, top: cells.top * CellGrid.side + 1,
        right: (cells.right + 1) * CellGrid.side, bottom: (cells.bottom + 1) * CellGrid.side)
      guard let symbol = symbol(within: print, on: picture, maxSide: maxSide) else { continue }
      if symbol.width * symbol.height > (largest.map { $0.width * $0.height } ?? 0) {
        largest = symbol
      }
    }
    return largest?.place
  }

  /// The symbol in the middle of `print`, grown to its blank margin.
  private static func symbol(
    within print: Box, on picture: borrowing GreyPicture, maxSide: Int
  ) -> Box? {
    let levels = print.lines(of: picture).flatMap { $0 }.sorted()
    let (low, high) = (Int(levels[levels.count / 20]), Int(levels[levels.count * 19 / 20]))
    let middle = UInt8((low + high) / 2)
    let isBlank = { (line: [UInt8]) in
      Double(line.count { $0 < middle }) <= Double(line.count) * blankShare
    }
    let frame = Box(left: 2, top: 2, right: picture.width - 3, bottom: picture.height - 3)
    var box = Box(
      left: (print.left + print.right) / 2 - 2, top: (print.top + print.bottom) / 2 - 2,
      right: (print.left + print.right) / 2 + 2, bottom: (print.top + print.bottom) / 2 + 2)
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for side in Box.Side.allCases {
        let beside = box.strip(beside: side, width: 1)
        guard frame.contains(beside) else { return nil }
        if isBlank(beside.lines(of: picture).flatMap { $0 }) { continue }
        box.grow(side)
        isGrowing = true
      }
      guard max(box.width, box.height) <= maxSide else { return nil }
    }
    let (width, height) = (Double(box.width), Double(box.height))
    // Half of a quiet zone of two modules (ISO/IEC 24778, 6.2), of a symbol with 20 modules or more.
    let quiet = max(1, Int(min(width, height) / 20))
    guard min(width, height) >= Double(minSide),
      min(width, height) >= minAspect * max(width, height)
    else { return nil }
    for side in Box.Side.allCases {
      let margin = box.strip(beside: side, width: quiet)
      guard frame.contains(margin), isBlank(margin.lines(of: picture).flatMap { $0 }) else {
        return nil
      }
    }
    let rows = box.lines(of: picture)
    let columns = rows[0].indices.map { column in rows.map { $0[column] } }
    return isEven(rows, below: middle, least: (high - low) / 4)
      && isEven(columns, below: middle, least: (high - low) / 4) ? box : nil
  }

  /// Whether lines are finely printed, and about as dark as light in each fifth of them.
  private static func isEven(_ lines: [[UInt8]], below middle: UInt8, least: Int) -> Bool {
    let fifths = (0..<5).map { fifth in
      lines[lines.count * fifth / 5..<lines.count * (fifth + 1) / 5].flatMap { $0 }
    }
    let changes = lines.map { ScanLines.changes($0.map { Float($0) }, by: Float(least)) }.sorted()
    return changes[changes.count / 2] >= minChanges
      && fifths.allSatisfy { darkShares ~= Double($0.count { $0 < middle }) / Double($0.count) }
  }
}

/// A box of whole pixels or cells, with its edges inside.
private struct Box {
  enum Side: CaseIterable { case left, top, right, bottom }

  var left: Int
  var top: Int
  var right: Int
  var bottom: Int

  init(left: Int, top: Int, right: Int, bottom: Int) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  init(around points: [(x: Int, y: Int)]) {
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    self.init(
      left: xs.min() ?? 0, top: ys.min() ?? 0, right: xs.max() ?? 0, bottom: ys.max() ?? 0)
  }

  var width: Int { right - left + 1 }
  var height: Int { bottom - top + 1 }

  var place: Place {
    Place(
      corners: [(left, top), (right + 1, top), (right + 1, bottom + 1), (left, bottom + 1)].map {
        SIMD2(Double($0.0), Double($0.1))
      })
  }

  func contains(_ other: Box) -> Bool {
    left <= other.left && top <= other.top && other.right <= right && other.bottom <= bottom
  }

  /// What is right beside one of its sides.
  func strip(beside side: Side, width: Int) -> Box {
    switch side {
    case .left: Box(left: left - width, top: top, right: left - 1, bottom: bottom)
    case .right: Box(left: right + 1, top: top, right: right + width, bottom: bottom)
    case .top: Box(left: left, top: top - width, right: right, bottom: top - 1)
    case .bottom: Box(left: left, top: bottom + 1, right: right, bottom: bottom + width)
    }
  }

  mutating func grow(_ side: Side) {
    switch side {
    case .left: left -= 1
    case .top: top -= 1
    case .right: right += 1
    case .bottom: bottom += 1
    }
  }

  /// The grey levels within, row by row.
  func lines(of picture: borrowing GreyPicture) -> [[UInt8]] {
    let width = picture.width
    return unsafe picture.withPixels { pixels in
      (top...bottom).map { y in (left...right).map { x in unsafe pixels[y * width + x] } }
    }
  }
}
