/// An SVG of one A4 page, built piece by piece.
///
/// One unit is a CSS pixel, 1/96 inch, so that modules of whole units are sharp at 96 dpi and its multiples.
struct SheetDrawing {
  /// How a piece of text looks.
  struct Look {
    /// Proportional letters for reading.
    static let sans = "Noto Sans, DejaVu Sans, sans-serif"
    /// Monospaced letters, no two of which look alike.
    static let mono = "DejaVu Sans Mono, monospace"
    /// Near black, which prints as black.
    static let ink = "#111111"
    /// For text that is read once, 7:1 on white (WCAG 2.1, 1.4.6).
    static let quiet = "#595959"

    var size: Double
    var family = sans
    var colour = ink
    var isBold = false
    var isAtEnd = false
    /// Space between letters, in pixels.
    var spacing = 0.0
  }

  // A4: 210 by 297 mm (ISO 216).
  private static let width = "793.7008"
  private static let height = "1122.5197"
  private var elements = ""

  /// Writes a line whose baseline is at `y`.
  ///
  /// The words are ours or digits, and need no escaping; text between backticks is something to type.
  mutating func write(_ words: String, x: Int, y: Int, _ look: Look) {
    let parts = words.split(separator: "`", omittingEmptySubsequences: false).enumerated()
    let marked = parts.map { index, part in
      index.isMultiple(of: 2)
        ? String(part)
        : "<tspan font-family=\"\(Look.mono)\" font-size=\"\(look.size * 0.9)\">\(part)</tspan>"
    }.joined()
    elements += """
      <text x="\(x)" y="\(y)" font-family="\(look.family)" font-size="\(look.size)" fill="\(look.colour)"\
      \(look.isBold ? " font-weight=\"bold\"" : "")\(look.isAtEnd ? " text-anchor=\"end\"" : "")\
      \(look.spacing > 0 ? " letter-spacing=\"\(look.spacing)\"" : "")>\(marked)</text>

      """
  }

  /// Draws a thin horizontal line.
  mutating func rule(x: Int, y: Int, width: Int) {
    elements += "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"1\" fill=\"#b3b3b3\"/>\n"
  }

  /// Draws a symbol without its quiet zone, as large as `side` allows, in pixels.
  ///
  /// Modules are whole thirds of a pixel, which are sharp at 288 dpi.
  mutating func draw(_ symbol: DrawnSymbol, x: Int, y: Int, side: Int) {
    let scale = Double(side * 3 / symbol.width) / 3
    elements += """
      <path transform="translate(\(x) \(y)) scale(\(scale))" fill="#000000" \
      shape-rendering="crispEdges" d="\(CardSVG.path(symbol))"/>

      """
  }

  /// The complete page.
  var svg: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" \
    viewBox="0 0 \(Self.width) \(Self.height)">
    <rect width="\(Self.width)" height="\(Self.height)" fill="#ffffff"/>
    \(elements)</svg>

    """
  }
}
