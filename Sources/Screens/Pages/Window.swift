/// The window that a page is laid out for.
package struct Window: Sendable, Equatable {
  /// How many characters fit in a line.
  package let columns: Int
  /// How many lines fit.
  package let rows: Int
  /// Whether symbols are black on white; else they have the terminal's own colours, probably light on dark.
  package let paintsSymbols: Bool

  /// A window of this size.
  package init(columns: Int, rows: Int, paintsSymbols: Bool) {
    self.columns = columns
    self.rows = rows
    self.paintsSymbols = paintsSymbols
  }

  /// Whether pages fit: 40 columns and 10 rows hold a draft's fields, its warnings and all its keys (`ReviewScreen`).
  package var isLargeEnough: Bool { columns >= Self.fewestColumns && rows >= Self.fewestRows }

  static let fewestColumns = 40
  static let fewestRows = 10

  /// What a smaller window shows.
  var tooSmallPage: Page {
    let words = "The window is too small: \(Self.fewestColumns) x \(Self.fewestRows) at least."
    return Page(lines: words.wrapped(to: max(2, columns)).map { Page.Line($0, width: columns) })
  }
}
