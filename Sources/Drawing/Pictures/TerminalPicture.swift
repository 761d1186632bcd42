/// A symbol in block characters, with white around it.
///
/// A cell is taken to be twice as high as wide, so that it holds two square modules, one above the other
/// (`▀ ▄ █`). Codes too wide for that are drawn with two modules side by side in a cell (`▌ ▐ █`), which
/// keeps linear and stacked kinds right; matrix kinds would come out squeezed and are not. Modules are
/// only ever whole numbers of halves of a cell: fractions are what scanners fail on.
public struct TerminalPicture: Sendable, Hashable {
  /// What the block characters paint; the background is the other one.
  public enum Ink: Sendable, Hashable {
    /// The dark parts: for a terminal that was told to write black on white.
    case dark
    /// The light parts, in a terminal's text colour: it scans on dark terminals; on light ones the symbol
    /// is inverted.
    case light
  }

  /// One line of the picture each: block characters and blanks, without line ends.
  public let lines: [String]
  /// Width in cells.
  public let columns: Int

  /// Draws a symbol to fit.
  ///
  /// - Parameters:
  ///   - symbol: what to draw.
  ///   - columns: the width of the terminal in cells.
  ///   - rows: the lines that may be used; `nil` for any number.
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

  /// The characters for a cell's quarters: top left 1, top right 2, bottom left 4, bottom right 8; a set
  /// bit is painted.
  private static let blocks = [
    " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
  ]
}
