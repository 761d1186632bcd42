internal import FoundationEssentials

/// A picture in pixels, for a terminal that shows such.
package struct PixelPicture: Sendable, Equatable {
  /// The size in pixels.
  package let width: Int, height: Int
  /// Red, green and blue of each pixel, row by row.
  package let pixels: [UInt8]

  /// Takes pixels, three bytes each.
  package init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(pixels.count == width * height * 3, "pixels are missing")
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// How many cells it takes, as large as fits; `cell` is a cell's size in pixels.
  func cells(columns: Int, rows: Int, cell: Window.Cell) -> (columns: Int, rows: Int) {
    let cellsPerLine = Double(width) / Double(cell.width)
    let lines = Double(height) / Double(cell.height)
    let scale = min(Double(columns) / cellsPerLine, Double(rows) / lines)
    return (max(1, Int(cellsPerLine * scale)), max(1, Int(lines * scale)))
  }

  /// The picture in another size, each pixel the mean of those in its place.
  func resized(width newWidth: Int, height newHeight: Int) -> PixelPicture {
    func range(_ index: Int, _ length: Int, of newLength: Int) -> Range<Int> {
      let start = index * length / newLength
      return start..<max(start + 1, (index + 1) * length / newLength)
    }
    var made: [UInt8] = []
    made.reserveCapacity(newWidth * newHeight * 3)
    for y in 0..<newHeight {
      let rows = range(y, height, of: newHeight)
      for x in 0..<newWidth {
        let columns = range(x, width, of: newWidth)
        let count = rows.count * columns.count
        for channel in 0..<3 {
          var sum = count / 2
          for row in rows {
            for column in columns { sum += Int(pixels[(row * width + column) * 3 + channel]) }
          }
          made.append(UInt8(sum / count))
        }
      }
    }
    return PixelPicture(width: newWidth, height: newHeight, pixels: made)
  }
}

/// A picture at its place on a page, beside the text.
package struct PlacedPicture: Sendable, Equatable {
  let picture: PixelPicture
  let row: Int, column: Int
  let columns: Int, rows: Int
  /// The size of a cell in pixels.
  let cell: Window.Cell
}

/// How a terminal shows pictures in pixels.
enum Graphics: Sendable {
  /// The protocol of kitty, which Ghostty shares (https://sw.kovidgoyal.net/kitty/graphics-protocol).
  ///
  /// The terminal's name tells: were it asked, a late answer could be taken for keys.
  case kitty
  /// Sixels (DEC STD 070, 5.4), which the terminal's answer to “what are you” tells.
  case sixel

  /// A name among the pictures of a terminal with kitty's protocol.
  private static let name = 51_805
  /// The most characters of Base64 in one sequence.
  private static let chunkLength = 4_096

  /// Whether the terminal has kitty's protocol; one inside of tmux or screen has not.
  static func isKitty(_ type: String, _ variable: (String) -> String?) -> Bool {
    if variable("TMUX") != nil { return false }
    let names = ["xterm-kitty", "kitty", "xterm-ghostty", "ghostty"]
    if names.contains(where: type.hasPrefix) { return true }
    // Under a common name, a terminal that was started from one of these has its variables, too.
    let others = ["XTERM_VERSION", "VTE_VERSION", "KONSOLE_VERSION"]
    guard type.hasPrefix("xterm"), others.allSatisfy({ variable($0) == nil }) else { return false }
    let program = variable("TERM_PROGRAM")
    return program == "ghostty" || (program == nil && variable("KITTY_WINDOW_ID") != nil)
  }

  /// What removes our picture; empty where clearing the page does.
  var removal: String {
    switch self {
    case .kitty: "\u{1B}_Ga=d,d=I,i=\(Self.name),q=2\u{1B}\\"
    case .sixel: ""
    }
  }

  /// What shows a picture, and leaves the cursor where it was.
  func code(of placed: PlacedPicture) -> String {
    let code =
      switch self {
      case .kitty: Self.kittyCode(of: placed)
      case .sixel: Self.sixelCode(of: placed)
      }
    return "\u{1B}7\u{1B}[\(placed.row + 1);\(placed.column + 1)H\(code)\u{1B}8"
  }

  private static func kittyCode(of placed: PlacedPicture) -> String {
    // No more pixels than are shown.
    let picture = placed.picture.resized(
      width: min(placed.picture.width, placed.columns * placed.cell.width),
      height: min(placed.picture.height, placed.rows * placed.cell.height))
    let text = Data(picture.pixels).base64EncodedString()
    var code = ""
    var keys =
      "a=T,f=24,s=\(picture.width),v=\(picture.height),c=\(placed.columns),r=\(placed.rows),"
      + "i=\(name),q=2,C=1,"
    var rest = text.utf8[...]
    repeat {
      let chunk = rest.prefix(chunkLength)
      rest = rest.dropFirst(chunkLength)
      code += "\u{1B}_G\(keys)m=\(rest.isEmpty ? 0 : 1);\(Substring(chunk))\u{1B}\\"
      keys = ""
    } while !rest.isEmpty
    return code
  }

  /// The picture in 216 colours, six pixels high in each band, one colour of a band after the other.
  private static func sixelCode(of placed: PlacedPicture) -> String {
    // Less than the last row of cells, so that nothing scrolls.
    let picture = placed.picture.resized(
      width: placed.columns * placed.cell.width,
      height: max(6, placed.rows * placed.cell.height / 6 * 6 - 6))
    let colours = stride(from: 0, to: picture.pixels.count, by: 3).map { index in
      picture.pixels[index..<index + 3].reduce(0) { $0 * 6 + (Int($1) * 5 + 127) / 255 }
    }
    var code = "\u{1B}P0;1q\"1;1;\(picture.width);\(picture.height)"
    for colour in Set(colours).sorted() {
      code += "#\(colour);2;\(colour / 36 * 20);\(colour / 6 % 6 * 20);\(colour % 6 * 20)"
    }
    for top in stride(from: 0, to: picture.height, by: 6) {
      let start = top * picture.width
      let band = colours[start..<min(colours.count, start + 6 * picture.width)]
      for colour in Set(band).sorted() {
        code += "#\(colour)"
        var (last, count) = (0, 0)
        func flush() {
          let character = Character(Unicode.Scalar(UInt8(63 + last)))
          code += count > 3 ? "!\(count)\(character)" : String(repeating: character, count: count)
        }
        for x in 0..<picture.width {
          var bits = 0
          for y in 0..<6 where colours[start + y * picture.width + x] == colour { bits |= 1 << y }
          if bits != last || count == 0 {
            flush()
            (last, count) = (bits, 0)
          }
          count += 1
        }
        flush()
        code += "$"
      }
      code += "-"
    }
    return code + "\u{1B}\\"
  }
}
