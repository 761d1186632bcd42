internal import Cards

/// A card to print or to show on a screen: its name, its symbol and its number on white, as SVG 1.1.
///
/// Units are CSS pixels (1/96 inch, 0.2646 mm) and every module is a whole number of them, so that a picture rendered
/// at a multiple of 96 dpi has sharp edges; `width` and `height` are in millimetres. A linear module is 2 pixels = 0.53
/// mm (GS1 General Specifications 5.12.3 allow 0.264 to 0.660 mm at a till), a matrix module 2 to 6 pixels, for a
/// symbol of about 30 mm.
public struct CardSVG: Sendable, Hashable {
  /// The file's text, below 1 MiB.
  public let text: String

  /// Draws a sheet.
  ///
  /// - Parameters:
  ///   - symbol: what to draw.
  ///   - title: the card's name, in any script; control characters are replaced, long names fitted.
  ///   - number: the text below the symbol; `nil` for the symbol's own.
  public init(_ symbol: DrawnSymbol, title: String? = nil, number: String? = nil) {
    let scale = Self.pixelsPerModule(symbol)
    let quiet = symbol.quietZone
    let symbolWidth = (symbol.width + 2 * quiet.horizontal) * scale
    let symbolHeight = (symbol.height + 2 * quiet.vertical) * scale
    let width = max(symbolWidth, Self.minWidth) + 2 * Self.margin

    let name = FittedText(title ?? "", width: width - 2 * Self.margin, sizes: 11...20)
    let digits = FittedText(
      number ?? symbol.humanReadable, width: width - 2 * Self.margin, sizes: 9...16)
    let top = Self.margin + (name.isEmpty ? 0 : name.size + Self.margin)
    let left = (width - symbolWidth) / 2 + quiet.horizontal * scale
    let bottom = top + symbolHeight + (digits.isEmpty ? 0 : digits.size + 4)
    let height = bottom + Self.margin

    text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.millimetres(width))mm" \
      height="\(Self.millimetres(height))mm" viewBox="0 0 \(width) \(height)">
      <rect width="\(width)" height="\(height)" fill="#ffffff"/>
      <path transform="translate(\(left) \(top + quiet.vertical * scale)) scale(\(scale))" \
      fill="#000000" shape-rendering="crispEdges" d="\(Self.path(symbol))"/>
      \(name.element(centre: width / 2, baseline: Self.margin + name.size, weight: "bold"))\
      \(digits.element(centre: width / 2, baseline: top + symbolHeight + digits.size, weight: "normal"))\
      </svg>

      """
  }

  /// Draws a card without a code: its name, and its number in larger digits.
  ///
  /// - Parameters:
  ///   - number: The number printed on the card.
  ///   - title: The card's name, in any script.
  public init(number: String, title: String) {
    let width = Self.minWidth + 2 * Self.margin
    let name = FittedText(title, width: Self.minWidth, sizes: 11...20)
    let digits = FittedText(number, width: Self.minWidth, sizes: 9...28)
    let top = Self.margin + (name.isEmpty ? 0 : name.size + Self.margin)
    let height = top + digits.size + 4 + Self.margin
    text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.millimetres(width))mm" \
      height="\(Self.millimetres(height))mm" viewBox="0 0 \(width) \(height)">
      <rect width="\(width)" height="\(height)" fill="#ffffff"/>
      \(name.element(centre: width / 2, baseline: Self.margin + name.size, weight: "bold"))\
      \(digits.element(centre: width / 2, baseline: top + digits.size, weight: "normal"))\
      </svg>

      """
  }

  /// White around everything, in pixels: 4.2 mm.
  private static let margin = 16
  /// Room for a name above a small symbol, in pixels: 63.5 mm.
  private static let minWidth = 240

  private static func pixelsPerModule(_ symbol: DrawnSymbol) -> Int {
    // 113 pixels are 30 mm; 680 are 180 mm, which fit on an A4 sheet.
    if symbol.modulesPerCell > 1 { return 1 }
    if symbol.symbology.shape == .matrix {
      return min(6, max(2, (113 + symbol.width - 1) / symbol.width))
    }
    return (symbol.width + 2 * symbol.quietZone.horizontal) * 2 <= 680 ? 2 : 1
  }

  /// Runs of dark modules as rectangles, in modules; `rowHeights`, where given, are in any unit.
  static func path(_ symbol: DrawnSymbol, rowHeights: [Int]? = nil) -> String {
    var path = ""
    var y = 0
    for (modules, height) in zip(symbol.rows, rowHeights ?? symbol.rowHeights) {
      var x = 0
      while let start = modules[x...].firstIndex(of: true) {
        x = modules[start...].firstIndex(of: false) ?? modules.count
        path += "M\(start) \(y)h\(x - start)v\(height)h\(start - x)z"
      }
      y += height
    }
    return path
  }

  /// Pixels in millimetres, to the hundredth, without floating point.
  private static func millimetres(_ pixels: Int) -> String {
    let hundredths = pixels * 2_540 / 96
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}
