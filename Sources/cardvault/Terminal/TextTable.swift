internal import Cards

/// Columns of text for a person, aligned by terminal cells.
struct TextTable {
  private struct Cell {
    let text: String
    let width: Int

    init(_ text: String) {
      self.text = text
      width = text.cellCount
    }
  }

  private let titles: [Cell]
  private var rows: [[Cell]] = []

  init(_ titles: [String]) { self.titles = titles.map(Cell.init) }

  mutating func append(_ row: [String]) {
    precondition(row.count == titles.count)
    rows.append(row.map { Cell($0.printable) })
  }

  /// The lines of the table.
  ///
  /// A column without content is left out; the widest column gives way when the
  /// whole is wider than `width`.
  func lines(width: Int?, style: (String) -> String) -> [String] {
    let columns = titles.indices.filter { column in rows.contains { $0[column].width > 0 } }
    var widths = columns.map { column in
      rows.reduce(titles[column].width) { max($0, $1[column].width) }
    }
    if let width, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }) {
      let total = widths.reduce(0, +) + 2 * (widths.count - 1)
      widths[widest] = max(8, widths[widest] - max(0, total - width))
    }
    let blanks = String(repeating: " ", count: widths.reduce(0, +) + 2 * widths.count)
    let line = { (row: [Cell]) -> String in
      var line = ""
      // Blanks go before a cell, so that none are left at the end.
      var gap = 0
      for (column, width) in zip(columns, widths) {
        var cell = row[column]
        if cell.width > width { cell = Cell(cell.text.fitted(to: width)) }
        if cell.width > 0 {
          line += blanks.prefix(gap)
          line += cell.text
          gap = 0
        }
        gap += max(0, width - cell.width) + 2
      }
      return line
    }
    return [style(line(titles))] + rows.map(line)
  }
}
