/// The size and colours of a terminal window, for layout.
package struct Window: Sendable, Equatable {
  /// How many cells fit in a line.
  package let columns: Int
  /// How many lines fit.
  package let rows: Int
  /// Whether symbols are black on white; otherwise they have the terminal's own colours, probably light on dark.
  package let paintsSymbols: Bool

  /// Makes a window of this size.
  package init(columns: Int, rows: Int, paintsSymbols: Bool) {
    self.columns = columns
    self.rows = rows
    self.paintsSymbols = paintsSymbols
  }

  /// Whether pages fit: 40 columns by 10 rows hold a draft's fields, warnings and key hints (`ReviewScreen`).
  package var isLargeEnough: Bool { columns >= Self.fewestColumns && rows >= Self.fewestRows }

  static let fewestColumns = 40
  static let fewestRows = 10

  /// The page to show in a window that is too small.
  var tooSmallPage: Page {
    let words = "The window is too small: \(Self.fewestColumns) x \(Self.fewestRows) at least."
    return Page(lines: words.wrapped(to: max(2, columns)).map { Page.Line($0, width: columns) })
  }
}
