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
  /// All rows, one after the other: a list may have ten thousand.
  private var cells: [Cell] = []

  init(_ titles: [String]) { self.titles = titles.map(Cell.init) }

  mutating func append(_ row: [String]) {
    precondition(row.count == titles.count)
    for text in row { cells.append(Cell(text.printable)) }
  }

  /// The lines of the table.
  ///
  /// A column without content is left out; the widest column gives way when the
  /// whole is wider than `width`.
  func lines(width: Int?, style: (String) -> String) -> [String] {
    var widest = [Int](repeating: 0, count: titles.count)
    for start in starts {
      for column in titles.indices {
        widest[column] = max(widest[column], cells[start + column].width)
      }
    }
    let columns = titles.indices.filter { widest[$0] > 0 }
    var widths = columns.map { max(widest[$0], titles[$0].width) }
    if let width, let place = widths.indices.max(by: { widths[$0] < widths[$1] }) {
      let total = widths.reduce(0, +) + 2 * (widths.count - 1)
      widths[place] = max(8, widths[place] - max(0, total - width))
    }
    let length = widths.reduce(0, +) + 2 * widths.count
    let blanks = (0...length).map { String(repeating: " ", count: $0) }
    let line = { (row: ArraySlice<Cell>) -> String in
      var line = ""
      line.reserveCapacity(2 * length)
      // Blanks go before a cell, so that none are left at the end.
      var gap = 0
      for (column, width) in zip(columns, widths) {
        var cell = row[row.startIndex + column]
        if cell.width > width { cell = Cell(cell.text.fitted(to: width)) }
        if cell.width > 0 {
          line += blanks[gap]
          line += cell.text
          gap = 0
        }
        gap += max(0, width - cell.width) + 2
      }
      return line
    }
    return [style(line(titles[...]))] + starts.map { line(cells[$0..<$0 + titles.count]) }
  }

  /// Where each row begins.
  private var starts: StrideTo<Int> { stride(from: 0, to: cells.count, by: titles.count) }
}
