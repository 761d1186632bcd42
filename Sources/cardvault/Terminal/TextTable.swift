internal import Cards

/// Columns of text for a person, aligned by terminal cells.
struct TextTable {
  private let titles: [String]
  private var rows: [[String]] = []

  init(_ titles: [String]) { self.titles = titles }

  mutating func append(_ row: [String]) {
    precondition(row.count == titles.count)
    rows.append(row.map(\.printable))
  }

  /// The lines of the table.
  ///
  /// A column without content is left out; the widest column gives way when the
  /// whole is wider than `width`.
  func lines(width: Int?, style: (String) -> String) -> [String] {
    let columns = titles.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    var widths = columns.map { column in
      ([titles] + rows).map { $0[column].cellCount }.max() ?? 0
    }
    if let width, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }) {
      let total = widths.reduce(0, +) + 2 * (widths.count - 1)
      widths[widest] = max(8, widths[widest] - max(0, total - width))
    }
    let line = { (row: [String]) -> String in
      var line = ""
      // Blanks go before a cell, so that none are left at the end.
      var blanks = 0
      for (column, width) in zip(columns, widths) {
        let text = row[column].fitted(to: width)
        if !text.isEmpty {
          line += String(repeating: " ", count: blanks) + text
          blanks = 0
        }
        blanks += max(0, width - text.cellCount) + 2
      }
      return line
    }
    return [style(line(titles))] + rows.map(line)
  }
}
