internal import Cards

/// Columns of text for a person, aligned by terminal cells.
package struct TextTable {
  /// A line of the table.
  package struct Row: Sendable {
    fileprivate let cells: [Cell]

    /// Makes one cell from each text.
    package init(_ texts: [String]) { cells = texts.map { Cell(TerminalText($0)) } }
  }

  fileprivate struct Cell: Sendable {
    let text: TerminalText
    let width: Int

    init(_ text: TerminalText) {
      self.text = text
      width = text.string.cellCount
    }
  }

  private let titles: Row
  private var rows: [Row] = []

  /// An empty table with a title over each column.
  package init(_ titles: [String]) { self.titles = Row(titles) }

  /// Adds a line.
  package mutating func append(_ row: [String]) { append(contentsOf: [Row(row)]) }

  /// Adds lines, each with as many cells as there are titles.
  package mutating func append(contentsOf rows: [Row]) {
    precondition(rows.allSatisfy { $0.cells.count == titles.cells.count })
    self.rows += rows
  }

  /// The lines of the table, none wider than the terminal.
  ///
  /// - Parameters:
  ///   - width: The terminal's width in cells; `nil` for no limit.
  ///   - dropping: Columns to leave out if the others would not fit, in this order.
  ///   - style: How the titles look.
  /// - Returns: The titles and the rows. Columns without content are left out; the widest ones are cut, but the first one
  ///   last, since it distinguishes the rows.
  package func lines(
    width: Int?, dropping: [Int] = [], style: (TerminalText) -> TerminalText
  ) -> [TerminalText] {
    let titles = titles.cells
    var widest = [Int](repeating: 0, count: titles.count)
    for row in rows {
      for column in titles.indices {
        widest[column] = max(widest[column], row.cells[column].width)
      }
    }
    let full = titles.indices.filter { widest[$0] > 0 }.map {
      (index: $0, width: max(widest[$0], titles[$0].width))
    }
    let columns = width.map { Self.fitted(full, to: $0, dropping: dropping) } ?? full
    let length = columns.reduce(0) { $0 + $1.width + 2 }
    let blanks = (0...min(length, Self.usualWidth)).map {
      TerminalText(String(repeating: " ", count: $0))
    }
    let line: @Sendable (Row) -> TerminalText = { row in
      var line: TerminalText = ""
      // Blanks go before a cell, so that no line ends with blanks.
      var gap = 0
      for (column, width) in columns {
        var cell = row.cells[column]
        if cell.width > width { cell = Cell(TerminalText(cell.text.string.fitted(to: width))) }
        if cell.width > 0 {
          line +=
            gap < blanks.count ? blanks[gap] : TerminalText(String(repeating: " ", count: gap))
          line += cell.text
          gap = 0
        }
        gap += max(0, width - cell.width) + 2
      }
      return line
    }
    return [style(line(self.titles))] + rows.concurrentMap(line).joined()
  }

  private typealias Column = (index: Int, width: Int)

  /// Blanks up to this width are made once for all lines; a cell from another device may be far wider.
  private static let usualWidth = 512

  /// The minimum width of a column, enough for a date.
  private static let minWidth = 10
  /// The minimum width of the first column; most names are shorter.
  private static let minFirstWidth = 24

  /// Makes columns fit by cutting the widest ones, and if that is not enough, by leaving columns out.
  private static func fitted(_ columns: [Column], to width: Int, dropping: [Int]) -> [Column] {
    let minimum = { (column: Column) in
      min(column.width, column.index == 0 ? minFirstWidth : minWidth)
    }
    let length = { (widths: [Int]) in widths.reduce(-2) { $0 + $1 + 2 } }
    var fitted = columns
    var droppable = dropping[...]
    while length(fitted.map(minimum)) > width, let index = droppable.popFirst(), fitted.count > 1 {
      fitted.removeAll { $0.index == index }
    }
    // If even that does not fit, ignore the minimum widths.
    let floors = length(fitted.map(minimum)) > width ? fitted.map { _ in 1 } : fitted.map(minimum)
    while length(fitted.map(\.width)) > width,
      let widest = fitted.indices.filter({ fitted[$0].width > floors[$0] })
        .max(by: { fitted[$0].width < fitted[$1].width })
    {
      fitted[widest].width -= 1
    }
    return fitted
  }
}
