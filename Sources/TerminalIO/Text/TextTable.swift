internal import Cards

/// Columns of text for a person, aligned by terminal cells.
package struct TextTable {
  /// A line of it.
  package struct Row: Sendable {
    fileprivate let cells: [Cell]

    /// A cell for each text.
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

  /// The lines of the table.
  ///
  /// A column without content is left out; the widest column gives way when the
  /// whole is wider than `width`.
  package func lines(width: Int?, style: (TerminalText) -> TerminalText) -> [TerminalText] {
    let titles = titles.cells
    var widest = [Int](repeating: 0, count: titles.count)
    for row in rows {
      for column in titles.indices {
        widest[column] = max(widest[column], row.cells[column].width)
      }
    }
    let columns = titles.indices.filter { widest[$0] > 0 }
    var widths = columns.map { max(widest[$0], titles[$0].width) }
    if let width, let place = widths.indices.max(by: { widths[$0] < widths[$1] }) {
      let total = widths.reduce(0, +) + 2 * (widths.count - 1)
      widths[place] = max(8, widths[place] - max(0, total - width))
    }
    let length = widths.reduce(0, +) + 2 * widths.count
    let blanks = (0...length).map { TerminalText(String(repeating: " ", count: $0)) }
    let places = Array(zip(columns, widths))
    let line: @Sendable (Row) -> TerminalText = { row in
      var line: TerminalText = ""
      // Blanks go before a cell, so that none are left at the end.
      var gap = 0
      for (column, width) in places {
        var cell = row.cells[column]
        if cell.width > width { cell = Cell(TerminalText(cell.text.string.fitted(to: width))) }
        if cell.width > 0 {
          line += blanks[gap]
          line += cell.text
          gap = 0
        }
        gap += max(0, width - cell.width) + 2
      }
      return line
    }
    return [style(line(self.titles))] + rows.concurrentMap(line).joined()
  }
}
