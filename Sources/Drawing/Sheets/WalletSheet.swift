/// Cards to print on A4 and cut out: two beside each other and five below each other, with marks where to cut.
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
  /// - Parameter cards: the cards; none make no page.
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
  /// The mark beneath the cards that shows whether a printer scaled the page, 100 mm.
  private static let rulerLength = "2362.2"
  private static let footTop = 6_830

  private static func page(_ cards: ArraySlice<WalletCard>, foot: String) -> String {
    var elements = ""
    for (place, card) in cards.enumerated() {
      elements += card.element(
        x: left + place % columns * WalletCard.width,
        y: top + place / columns * WalletCard.height)
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
