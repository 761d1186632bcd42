internal import Cards

/// A symbol in block characters, with white around it.
///
/// Cells are assumed to be twice as high as wide, so that one holds two square modules, one above the other (`▀ ▄
/// █`). Codes too wide for that are drawn with two modules side by side in a cell (`▌ ▐ █`), which works for linear
/// and stacked kinds; matrix kinds would be squeezed, so they are not drawn this way. Modules are always whole
/// numbers of half cells, because scanners fail on fractions.
public struct TerminalPicture: Sendable, Hashable {
  /// What the block characters paint; the background is the opposite.
  public enum Ink: Sendable, Hashable {
    /// The dark parts: for a terminal that was set to black on white.
    case dark
    /// The light parts, in a terminal's text colour: it scans on dark terminals; on light ones the symbol
    /// is inverted.
    case light
  }

  /// The picture's lines: block characters and blanks, without line ends.
  public let lines: [String]
  /// Width in cells.
  public let columns: Int

  /// Draws a symbol to fit.
  ///
  /// - Parameters:
  ///   - symbol: what to draw.
  ///   - columns: the width of the terminal in cells.
  ///   - rows: the number of lines available; `nil` for any number.
  ///   - ink: what the blocks paint.
  /// - Throws: `tooWide` or `tooTall` when even the smallest picture does not fit.
  public init(
    _ symbol: DrawnSymbol, columns: Int, rows: Int? = nil, ink: Ink = .dark
  ) throws(DrawingError) {
    let grid = try TerminalGrid.fitting(symbol, columns: columns, rows: rows)
    self.columns = grid.columns
    lines = (0..<grid.lineCount).map { line in
      let cells = (0..<grid.columns).map { column in
        let quarters = grid.cell(line, column)
        return Self.blocks[ink == .dark ? quarters : 15 - quarters]
      }
      return cells.joined()
    }
  }

  /// How many lines the smallest picture has.
  ///
  /// - Throws: `tooWide` when even that is wider than `columns`.
  public static func fewestLines(
    of symbol: DrawnSymbol, columns: Int
  ) throws(DrawingError) -> Int {
    do throws(DrawingError) {
      return try TerminalGrid.fitting(symbol, columns: columns, rows: 1).lineCount
    } catch .tooTall(let needed, _) {
      return needed
    }
  }

  /// The size of the smallest picture, in cells.
  ///
  /// - Returns: its width and its height.
  public static func minSize(of symbol: DrawnSymbol) -> (columns: Int, lines: Int) {
    TerminalGrid.minSize(of: symbol)
  }

  /// The characters for a cell's quarters: top left 1, top right 2, bottom left 4, bottom right 8; a set
  /// bit is painted.
  private static let blocks = [
    " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
  ]
}

/// Where the modules of a symbol are in terminal cells; each cell has four quarters.
struct TerminalGrid {
  /// Dark quarters of each half line, two per cell.
  private let halfLines: [[Bool]]

  /// Width in cells.
  var columns: Int { ((halfLines.first?.count ?? 0) + 1) / 2 }
  /// Height in lines.
  var lineCount: Int { (halfLines.count + 1) / 2 }

  /// A cell's quarters: top left 1, top right 2, bottom left 4, bottom right 8; a set bit is dark.
  func cell(_ line: Int, _ column: Int) -> Int {
    var quarters = 0
    for bit in 0..<4 {
      let (row, quarter) = (line * 2 + bit / 2, column * 2 + bit % 2)
      guard row < halfLines.count, quarter < halfLines[row].count else { continue }
      if halfLines[row][quarter] { quarters |= 1 << bit }
    }
    return quarters
  }

  /// The largest picture that fits, up to three cells per module.
  static func fitting(
    _ symbol: DrawnSymbol, columns: Int, rows: Int?
  ) throws(DrawingError) -> TerminalGrid {
    let available = min(rows ?? .max, 100_000)
    var needed: (columns: Int, lines: Int) = (0, 0)
    for scale in scales(of: symbol) {
      let heights = heights(symbol, scale: scale, halfLines: available * 2)
      let margin = symbol.quietZone.vertical * max(1, scale / 2)
      needed = size(symbol, scale: scale, heights: heights, margin: margin)
      if needed.columns <= columns && needed.lines <= available {
        return TerminalGrid(symbol, scale: scale, heights: heights, margin: margin)
      }
    }
    guard needed.columns <= columns else {
      throw .tooWide(needed: needed.columns, available: columns)
    }
    throw .tooTall(needed: needed.lines, available: available)
  }

  /// The size of the smallest picture.
  static func minSize(of symbol: DrawnSymbol) -> (columns: Int, lines: Int) {
    let scale = scales(of: symbol).min() ?? 2
    return size(
      symbol, scale: scale, heights: heights(symbol, scale: scale, halfLines: 0),
      margin: symbol.quietZone.vertical * max(1, scale / 2))
  }

  /// How many quarters wide a module may be, widest first.
  private static func scales(of symbol: DrawnSymbol) -> [Int] {
    symbol.symbology.shape == .matrix ? [6, 4, 2] : [6, 4, 2, 1]
  }

  private static func size(
    _ symbol: DrawnSymbol, scale: Int, heights: [Int], margin: Int
  ) -> (columns: Int, lines: Int) {
    (
      ((symbol.width + 2 * symbol.quietZone.horizontal) * scale + 1) / 2,
      (heights.reduce(0, +) + 2 * margin + 1) / 2
    )
  }

  /// Places the modules, `scale` quarters wide each.
  private init(_ symbol: DrawnSymbol, scale: Int, heights: [Int], margin: Int) {
    let side = Array(repeating: false, count: symbol.quietZone.horizontal * scale)
    let width = symbol.width * scale + 2 * side.count
    let blank = Array(repeating: false, count: width)
    var lines = Array(repeating: blank, count: margin)
    for (modules, height) in zip(symbol.rows, heights) {
      let line = side + modules.flatMap { repeatElement($0, count: scale) } + side
      lines += repeatElement(line, count: height)
    }
    halfLines = lines + repeatElement(blank, count: margin)
  }

  /// The height of each row in half lines; a half line is as high as two quarters are wide.
  private static func heights(_ symbol: DrawnSymbol, scale: Int, halfLines: Int) -> [Int] {
    let isOneRow = symbol.symbology.shape == .linear && symbol.rows.count == 1
    guard isOneRow else {
      // At one quarter per module, half a line is two modules; rounding up keeps every row readable.
      return symbol.rowHeights.map { scale == 1 ? ($0 + 1) / 2 : $0 * scale / 2 }
    }
    // A till's scanner is aimed by hand: at least ten lines, a quarter of the width, no more than fits.
    let wanted = max(20, symbol.width * scale / 8)
    let margin = symbol.quietZone.vertical * max(1, scale / 2)
    return [max(8, min(wanted, halfLines - 2 * margin))]
  }
}
