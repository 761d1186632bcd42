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
  public static func leastSize(of symbol: DrawnSymbol) -> (columns: Int, lines: Int) {
    TerminalGrid.leastSize(of: symbol)
  }

  /// The characters for a cell's quarters: top left 1, top right 2, bottom left 4, bottom right 8; a set
  /// bit is painted.
  private static let blocks = [
    " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
  ]
}
