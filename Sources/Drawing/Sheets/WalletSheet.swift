internal import Cards

/// Cards to print on A4 and cut out: two columns and five rows on each page, with marks where to cut.
public struct WalletSheet: Sendable {
  /// How many cards a page has.
  private static let cardsPerPage = columns * rows
  /// Between pages in `document`: a form feed, which XML 1.0 (2.2) does not allow within one.
  public static let pageBreak = "\u{0C}"

  /// The pages as SVG, each of an A4 page.
  public let pages: [String]

  /// The pages one after another, as the reader renders them to one PDF.
  public var document: String { pages.joined(separator: Self.pageBreak) }

  /// Lays cards out in their order.
  ///
  /// - Parameter cards: the cards; without any, there is no page.
  public init(_ cards: [WalletCard]) {
    let starts = Array(stride(from: 0, to: cards.count, by: Self.cardsPerPage))
    pages = starts.enumerated().map { index, start in
      Self.page(
        cards[start...].prefix(Self.cardsPerPage),
        foot: starts.count > 1 ? "\(index + 1) of \(starts.count)" : "")
    }
  }

  private static let columns = 2
  private static let rows = 5
  // A4 (ISO 216): 210 by 297 mm in 1/600 inch, and the margins that centre the cards.
  private static let width = "4960.6299"
  private static let height = "7015.7480"
  private static let left = 458
  private static let top = 320
  /// Half the length of a mark, 2.5 mm.
  private static let arm = 60
  /// The line of 100 mm beneath the cards, which shows whether a printer scaled the page.
  private static let rulerLength = "2362.2"
  private static let footTop = 6_830

  private static func page(_ cards: ArraySlice<WalletCard>, foot: String) -> String {
    var elements = ""
    for (index, card) in cards.enumerated() {
      elements += card.element(
        x: left + index % columns * WalletCard.width,
        y: top + index / columns * WalletCard.height)
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" \
      viewBox="0 0 \(width) \(height)">
      <rect width="\(width)" height="\(height)" fill="#ffffff"/>
      \(elements)\(marks(cardCount: cards.count))\(footer(foot))</svg>

      """
  }

  /// A cross at each corner of each card.
  private static func marks(cardCount: Int) -> String {
    var path = ""
    for row in 0...(cardCount + columns - 1) / columns {
      for column in 0...min(columns, cardCount) {
        let (x, y) = (left + column * WalletCard.width, top + row * WalletCard.height)
        path += "M\(x - arm) \(y)h\(2 * arm)M\(x) \(y - arm)v\(2 * arm)"
      }
    }
    return "<path d=\"\(path)\" fill=\"none\" stroke=\"#808080\" stroke-width=\"3\"/>\n"
  }

  private static func footer(_ words: String) -> String {
    let text = "font-family=\"\(SheetDrawing.Look.sans)\" font-size=\"64\" fill=\"#595959\""
    return """
      <text x="\(left)" y="\(footTop)" \(text)>Print at 100 %, not fitted to the page: \
      then this line is 100 mm long.</text>
      <text x="\(left + columns * WalletCard.width)" y="\(footTop)" text-anchor="end" \
      \(text)>\(words)</text>
      <path d="M\(left) \(footTop + 36)h\(rulerLength)M\(left) \(footTop + 20)v32M\(left) \
      \(footTop + 20)m\(rulerLength) 0v32" fill="none" stroke="#595959" stroke-width="4"/>

      """
  }
}

/// A paper card to cut out, as large as a plastic one.
///
/// Its unit is 1/600 inch, 0.0423 mm: modules are a whole number of units, and so of most printers' dots.
public struct WalletCard: Sendable {
  /// 85.60 mm (ISO/IEC 7810, ID-1: 3.370 inches), in units.
  static let width = 2_022
  /// 53.98 mm (ISO/IEC 7810, ID-1: 2.125 inches), in units.
  static let height = 1_275

  private let layout: FaceLayout

  /// Fits a face onto the card.
  ///
  /// - Throws: `DrawingError.tooFine` if modules would be smaller than scanners read from paper.
  public init(_ face: CardFace) throws(DrawingError) {
    layout = try FaceLayout(
      face, Self.measures,
      moduleWidths: face.symbol.map { Self.moduleWidths(of: $0.symbology) } ?? 1...1)
  }

  /// The card as an SVG element that shows nothing beyond its edges, with a line end.
  func element(x: Int, y: Int) -> String {
    """
    <svg x="\(x)" y="\(y)" width="\(Self.width)" height="\(Self.height)" overflow="hidden">
    \(layout.elements(top: (Self.height - layout.height) / 2))</svg>

    """
  }

  /// How wide a module may be on paper, in units.
  private static func moduleWidths(of symbology: Symbology) -> ClosedRange<Int> {
    // GS1 General Specifications 5.12.3: 0.264 to 0.660 mm at a till. Wider than 0.51 mm gains nothing by hand.
    if symbology.isRetail || dataBars.contains(symbology) { return 7...12 }
    // 0.254 to 0.990 mm, as for GS1 DataMatrix there.
    if symbology.shape == .matrix { return 6...23 }
    // 0.191 mm: AIM's specifications of linear symbols for open systems; ISO/IEC 15438 allows PDF417 0.170 mm.
    return 5...12
  }

  private static let dataBars: Set<Symbology> = [
    .dataBar, .dataBarStacked, .dataBarStackedOmni, .dataBarLimited, .dataBarExpanded,
    .dataBarExpandedStacked,
  ]

  /// Texts keep 3 mm from the sides, and everything 2 mm from above and below; a quiet zone may reach 1 mm to the side,
  /// which is what scissors miss.
  private static let measures = FaceLayout.Measures(
    width: width, codeWidth: width - 2 * 24, textWidth: width - 2 * 71, height: height - 2 * 47,
    gap: 24, nameSizes: 60...105, numberSizes: 60...105, loneNumberSizes: 60...170,
    maxNumberLines: 2, linearHeight: 500)
}
