/// MaxiCode's hexagons on a grid of small squares.
///
/// ISO/IEC 16023 4.11: 33 rows of 30 hexagons, every second row half a hexagon to the right, rows 0.866
/// hexagons apart, and a bullseye of three dark rings in the middle. Here a hexagon is 8 squares wide
/// and a row 7 high (0.875), which keeps everything whole.
struct MaxiCodeGrid {
  static let cellWidth = 8
  private static let rowHeight = 7
  /// The dark squares of a hexagon, row by row: left edge and width; the light rim separates cells.
  private static let hexagon = [(3, 2), (1, 6), (1, 6), (1, 6), (1, 6), (1, 6), (3, 2)]
  /// Inner and outer radii of the dark rings, in hexagon widths: 0.51, 1.18, 1.86, 2.53, 3.20 and 3.87 mm
  /// (clause 4.11.4) by 0.88 mm.
  private static let rings = [(0.58, 1.34), (2.11, 2.88), (3.64, 4.40)]

  private(set) var rows: [[Bool]]

  init(_ modules: [[Bool]]) {
    let width = 30 * Self.cellWidth + Self.cellWidth / 2
    rows = Array(repeating: Array(repeating: false, count: width), count: 33 * Self.rowHeight)
    for (row, line) in modules.enumerated() {
      let shift = row.isMultiple(of: 2) ? 0 : Self.cellWidth / 2
      for (column, isDark) in line.enumerated() where isDark {
        for (offset, (left, length)) in Self.hexagon.enumerated() {
          let start = column * Self.cellWidth + shift + left
          for x in start..<start + length { rows[row * Self.rowHeight + offset][x] = true }
        }
      }
    }
    drawBullseye()
  }

  private mutating func drawBullseye() {
    let centre = (x: 15.0 * Double(Self.cellWidth), y: 16.5 * Double(Self.rowHeight))
    for y in rows.indices {
      for x in rows[y].indices {
        let across = (Double(x) + 0.5 - centre.x) / Double(Self.cellWidth)
        let down = (Double(y) + 0.5 - centre.y) / Double(Self.cellWidth)
        let distance = (across * across + down * down).squareRoot()
        if Self.rings.contains(where: { $0.0 <= distance && distance <= $0.1 }) {
          rows[y][x] = true
        }
      }
    }
  }
}
