public import Cards
internal import Glibc

/// A square tile in a card's colour with its initials, as SVG 1.1, for programs that show an icon for each card.
public struct CardIcon: Sendable, Hashable {
  private let initials: String
  private let colour: UInt32

  /// Draws the icon of a card; one without a colour gets a muted one that stays the same, as in the web app.
  public init(of card: Card) {
    initials = Self.initials(of: card.name)
    let number = card.id.bytes.prefix(3).reduce(0) { $0 << 8 | Int($1) }
    colour = card.colour ?? Self.muted[number % Self.muted.count]
  }

  /// Draws it in a size.
  ///
  /// - Parameter pixels: The side in pixels at 288 dpi, the resolution of rendered PNGs; at least 1.
  /// - Returns: The file's text.
  public func svg(pixels: Int) -> String {
    let line = FittedText(initials, width: Self.side * 6 / 7, sizes: 16...28)
    // Capitals are about 0.72 of the font's size high (DejaVu and Noto Sans), so this centres them.
    let baseline = Self.side / 2 + line.size * 36 / 100
    let letters = line.element(
      centre: Self.side / 2, baseline: baseline, weight: "bold",
      fill: Self.takesWhite(colour) ? "#ffffff" : "#000000")
    let (side, units) = (Self.cssPixels(pixels), Self.side)
    let fill = ColourText.text(of: colour)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(side)" height="\(side)" \
      viewBox="0 0 \(units) \(units)">
      <rect x="-1" y="-1" width="\(units + 2)" height="\(units + 2)" fill="\(fill)"/>
      \(letters)\
      </svg>

      """
  }

  /// The side of the tile in its own units: two for each point of a pass's icon.
  private static let side = 58
  /// For cards without a colour: the same as in the web app (`colour.js`), and dark enough for white text.
  private static let muted: [UInt32] = [
    0x4A5D52, 0x5B4A63, 0x3F5870, 0x6B4A43, 0x5D5A3C, 0x3D5F66, 0x6A4658, 0x4C4F6B,
  ]
  /// More scalars than any letter needs with its marks; a hostile name has letters with thousands.
  private static let longestLetter = 8

  /// The first letters or digits of a name's first two words, in capitals; of any script.
  private static func initials(of name: String) -> String {
    let words = name.prefix(256).split(whereSeparator: \.isWhitespace)
    let letters = words.compactMap { word in word.first { $0.isLetter || $0.isNumber } }
    return letters.prefix(2)
      .filter { $0.unicodeScalars.count <= longestLetter }
      .map { $0.uppercased() }.joined()
  }

  /// Pixels at 288 dpi in CSS pixels, of which there are 96 in an inch: to four decimals, rounded up.
  private static func cssPixels(_ pixels: Int) -> String {
    let tenThousandths = (pixels * 10_000 + 2) / 3
    return "\(tenThousandths / 10_000).\(String(tenThousandths % 10_000 + 10_000).dropFirst())"
  }

  /// Whether white has more contrast with a colour than black (WCAG 2.2, contrast ratio and relative luminance).
  private static func takesWhite(_ colour: UInt32) -> Bool {
    func light(_ shift: UInt32) -> Double {
      let share = Double(colour >> shift & 0xFF) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    let luminance = 0.2126 * light(16) + 0.7152 * light(8) + 0.0722 * light(0)
    return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05
  }
}
