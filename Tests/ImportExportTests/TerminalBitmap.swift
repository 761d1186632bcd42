/// A terminal's rendering of block characters, as pixels: each cell is two wide and four high, so that the halves
/// and quarters of a cell are whole pixels.
struct TerminalBitmap {
  private(set) var rows: [[Bool]] = []

  /// Uses the lines with block characters; their colours are ignored.
  ///
  /// - Parameter text: The output of `show` without colours on a dark background: blocks are the light parts.
  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines where line.contains(where: { Self.quarters[$0] != nil && $0 != " " }) {
      let cells = line.map { 15 - (Self.quarters[$0] ?? 0) }
      // Of the upper half, then of the lower one.
      for (left, right) in [(1, 2), (4, 8)] {
        let row = cells.flatMap { cell in [cell & left != 0, cell & right != 0] }
        rows += [row, row]
      }
    }
  }

  /// The bitmap as a TIFF of 8-bit grey (TIFF 6.0, baseline), each pixel doubled.
  var tiff: [UInt8] {
    let scale = 3
    let width = (rows.map(\.count).max() ?? 0) * scale
    let pixels = rows.flatMap { row -> [UInt8] in
      let line = (0..<width).map { column -> UInt8 in
        let module = column / scale
        return module < row.count && row[module] ? 0 : 255
      }
      return Array(repeating: line, count: scale).flatMap(\.self)
    }
    let height = rows.count * scale
    func le(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { (place: Int) -> UInt8 in UInt8(truncatingIfNeeded: value >> (8 * place)) }
    }
    let tags: [(tag: Int, type: Int, value: Int)] = [
      (256, 4, width), (257, 4, height), (258, 3, 8), (259, 3, 1), (262, 3, 1), (273, 4, 8),
      (277, 3, 1), (278, 4, height), (279, 4, pixels.count),
    ]
    var bytes: [UInt8] = [0x49, 0x49, 42, 0]
    bytes += le(8 + pixels.count, 4)
    bytes += pixels
    bytes += le(tags.count, 2)
    for tag in tags {
      bytes += le(tag.tag, 2) + le(tag.type, 2)
      bytes += le(1, 4) + le(tag.value, 4)
    }
    return bytes + le(0, 4)
  }

  /// The quarters that a character fills: top left 1, top right 2, bottom left 4, bottom right 8.
  private static let quarters: [Character: Int] = [
    " ": 0, "▘": 1, "▝": 2, "▀": 3, "▖": 4, "▌": 5, "▞": 6, "▛": 7, "▗": 8, "▚": 9, "▐": 10,
    "▜": 11, "▄": 12, "▙": 13, "▟": 14, "█": 15,
  ]
}
