/// A symbol in block characters, white around and light and dark as it must be, whatever the terminal's
/// own colours are.
///
/// A cell is taken to be twice as high as wide, so that it holds two square modules, one above the other
/// (`▀ ▄ █`). Codes too wide for that are drawn with two modules side by side in a cell (`▌ ▐ █`), which
/// keeps linear and stacked kinds right; matrix kinds would come out squeezed and are not. Modules are
/// only ever whole numbers of halves of a cell: fractions are what scanners fail on.
public struct TerminalPicture: Sendable, Hashable {
  /// How a terminal is told about black and white.
  public enum Colours: Sendable, Hashable {
    /// 24-bit colours (ISO/IEC 8613-6 direct colour).
    case direct
    /// The 256-colour palette: 16 and 231, which users do not re-colour.
    case palette256
    /// The 16 colours: black and bright white.
    case palette16
    /// No escape codes (`NO_COLOR`): blocks are the light parts, in the terminal's text colour. It scans
    /// on dark terminals; on light ones the symbol is inverted.
    case plain
  }

  /// One line of the picture each, without line ends.
  public let lines: [String]
  /// Width in cells.
  public let columns: Int

  /// The whole picture, each line with a line end.
  public var text: String { lines.map { $0 + "\n" }.joined() }

  /// Draws a symbol to fit.
  ///
  /// - Parameters:
  ///   - symbol: what to draw.
  ///   - columns: the width of the terminal in cells.
  ///   - rows: the lines that may be used; `nil` for any number.
  ///   - colours: what the terminal understands.
  /// - Throws: `tooWide` or `tooTall` when even the smallest picture does not fit.
  public init(
    _ symbol: DrawnSymbol, columns: Int, rows: Int? = nil, colours: Colours = .direct
  ) throws(DrawingError) {
    let grid = try TerminalGrid.fitting(symbol, columns: columns, rows: rows)
    self.columns = grid.columns
    lines = (0..<grid.lineCount).map { line in
      let cells = (0..<grid.columns).map { column in
        Self.block(grid.cell(line, column), isPlain: colours == .plain)
      }
      return colours.start + cells.joined() + colours.end
    }
  }

  /// The character for a cell's quarters: top left 1, top right 2, bottom left 4, bottom right 8; a set
  /// bit is dark.
  private static func block(_ quarters: Int, isPlain: Bool) -> String {
    blocks[isPlain ? 15 - quarters : quarters]
  }

  private static let blocks = [
    " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
  ]
}

extension TerminalPicture.Colours {
  /// Black on white from here on (ECMA-48 8.3.117, SGR).
  fileprivate var start: String {
    switch self {
    case .direct: "\u{1B}[38;2;0;0;0;48;2;255;255;255m"
    case .palette256: "\u{1B}[38;5;16;48;5;231m"
    case .palette16: "\u{1B}[30;107m"
    case .plain: ""
    }
  }

  /// The terminal's own colours again.
  fileprivate var end: String { self == .plain ? "" : "\u{1B}[0m" }
}
