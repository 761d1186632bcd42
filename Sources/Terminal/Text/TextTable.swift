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
  ///   - dropping: Columns to leave out where the others would not fit, the first one first.
  ///   - style: How the titles look.
  /// - Returns: The titles and the rows. Columns without content are left out; the widest ones are cut, the first
  ///   one last: it tells the rows apart.
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
      (column: $0, width: max(widest[$0], titles[$0].width))
    }
    let places = width.map { Self.fitted(full, to: $0, dropping: dropping) } ?? full
    let length = places.reduce(0) { $0 + $1.width + 2 }
    let blanks = (0...min(length, Self.usualWidth)).map {
      TerminalText(String(repeating: " ", count: $0))
    }
    let line: @Sendable (Row) -> TerminalText = { row in
      var line: TerminalText = ""
      // Blanks go before a cell, so that no line ends with blanks.
      var gap = 0
      for (column, width) in places {
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

  private typealias Place = (column: Int, width: Int)

  /// Blanks up to here are made once for all lines; a cell from another device may be far wider.
  private static let usualWidth = 512

  /// Narrower columns than this tell nothing; a date has this width.
  private static let leastWidth = 10
  /// The width that names get before other columns do; most are shorter.
  private static let firstWidth = 24

  /// Makes columns fit: the widest ones are cut, and where that does not do, columns are left out.
  private static func fitted(_ columns: [Place], to width: Int, dropping: [Int]) -> [Place] {
    let least = { (place: Place) in min(place.width, place.column == 0 ? firstWidth : leastWidth) }
    let length = { (widths: [Int]) in widths.reduce(-2) { $0 + $1 + 2 } }
    var places = columns
    var droppable = dropping[...]
    while length(places.map(least)) > width, let column = droppable.popFirst(), places.count > 1 {
      places.removeAll { $0.column == column }
    }
    // Where not even that fits, no column is spared.
    let floors = length(places.map(least)) > width ? places.map { _ in 1 } : places.map(least)
    while length(places.map(\.width)) > width,
      let widest = places.indices.filter({ places[$0].width > floors[$0] })
        .max(by: { places[$0].width < places[$1].width })
    {
      places[widest].width -= 1
    }
    return places
  }
}
