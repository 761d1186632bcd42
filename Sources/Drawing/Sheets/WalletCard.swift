internal import Cards

/// A card to cut out of paper, as large as those of plastic.
///
/// Its unit is 1/600 inch, 0.0423 mm: modules are a whole number of them, and so of the dots of most printers.
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
    mostNumberLines: 2, linearHeight: 500)
}
