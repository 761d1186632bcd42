import Drawing
import Foundation
import Testing

/// A grey picture, as seen by a scanner.
struct Bitmap {
  let width: Int
  let height: Int
  /// 255 is white.
  private(set) var pixels: [UInt8]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    pixels = Array(repeating: 255, count: width * height)
  }

  /// Fills a rectangle with black.
  mutating func fill(x: Int, y: Int, width: Int, height: Int) {
    for row in y..<y + height {
      for column in x..<x + width { pixels[row * self.width + column] = 0 }
    }
  }

  /// The modules themselves, three pixels each, with the quiet zone.
  init(_ symbol: DrawnSymbol) {
    let scale = symbol.modulesPerCell > 1 ? 1 : 3
    let quiet = symbol.quietZone
    self.init(
      width: (symbol.width + 2 * quiet.horizontal) * scale,
      height: (symbol.height + 2 * quiet.vertical) * scale)
    var y = quiet.vertical
    for (modules, height) in zip(symbol.rows, symbol.rowHeights) {
      for (x, isDark) in modules.enumerated() where isDark {
        fill(
          x: (x + quiet.horizontal) * scale, y: y * scale, width: scale, height: height * scale)
      }
      y += height
    }
  }

  /// A terminal's cells, each 4 by 8 pixels, on a terminal of the given colour.
  ///
  /// Without colours, blocks are light and blanks show the terminal's background; with them, blocks are black.
  init(_ picture: TerminalPicture, ink: TerminalPicture.Ink, isTerminalDark: Bool) {
    // A dark frame around the picture: the terminal itself.
    self.init(width: (picture.columns + 4) * 4, height: (picture.lines.count + 4) * 8)
    if isTerminalDark { fill(x: 0, y: 0, width: width, height: height) }
    for (row, line) in picture.lines.enumerated() {
      precondition(line.count == picture.columns)
      for (column, character) in line.enumerated() {
        let quarters = Self.quarters[character] ?? 0
        for bit in 0..<4 {
          let isInked = quarters & 1 << bit != 0
          // Ink is black where colours are set, otherwise the terminal's light text colour.
          let isDark = ink == .light ? (isInked != isTerminalDark) : isInked
          let (x, y) = ((column + 2) * 4 + bit % 2 * 2, (row + 2) * 8 + bit / 2 * 4)
          for pixel in y..<y + 4 {
            for across in x..<x + 2 { pixels[pixel * width + across] = isDark ? 0 : 255 }
          }
        }
      }
    }
  }

  /// The path and its position in our SVG, one pixel per unit, enlarged twice.
  init(_ svg: CardSVG) throws {
    func number(after key: String, in text: Substring) throws -> Int {
      let start = try #require(text.range(of: key)).upperBound
      return try #require(Int(text[start...].prefix { $0.isNumber }))
    }
    let text = svg.text[...]
    let view = try #require(text.range(of: "viewBox=\"0 0 ")).upperBound
    let size = text[view...].prefix { $0 != "\"" }.split(separator: " ").compactMap { Int($0) }
    let path = text[try #require(text.range(of: "<path")).lowerBound...]
    let left = try number(after: "translate(", in: path)
    let top = try number(after: "translate(\(left) ", in: path)
    let scale = try number(after: "scale(", in: path) * 2
    self.init(width: size[0] * 2, height: size[1] * 2)
    let data = path[try #require(path.range(of: " d=\"")).upperBound...].prefix { $0 != "\"" }
    for run in data.split(separator: "M") {
      let parts = run.split { !$0.isNumber && $0 != "-" }.compactMap { Int($0) }
      fill(
        x: left * 2 + parts[0] * scale, y: top * 2 + parts[1] * scale, width: parts[2] * scale,
        height: parts[3] * scale)
    }
  }

  /// The symbol of a drawing that is scaled to whole units, a pixel for each unit.
  init(scaled svg: String, width: Int, height: Int) throws {
    self.init(width: width, height: height)
    let pattern = #/<path transform="translate\((\d+) (\d+)\) scale\((\d+) 1\)"[^>]* d="([^"]*)"/#
    let found = try #require(svg.firstMatch(of: pattern)).output
    let left = try #require(Int(found.1))
    let top = try #require(Int(found.2))
    let scale = try #require(Int(found.3))
    for run in found.4.split(separator: "M") {
      let parts = run.split { !$0.isNumber && $0 != "-" }.compactMap { Int($0) }
      fill(
        x: left + parts[0] * scale, y: top + parts[1], width: parts[2] * scale, height: parts[3])
    }
  }

  private static let quarters: [Character: Int] = Dictionary(
    uniqueKeysWithValues: zip(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█", 0...15))
}
