/// A card for a phone's pictures: black on white, 1,080 pixels wide.
///
/// That is the width of many phones' screens, so that a module, which is a whole number of pixels, keeps sharp edges
/// when the picture fills the screen. The quiet zone may touch the edge: it is part of the picture.
public struct PhonePicture: Sendable, Hashable {
  /// The width in pixels.
  public static let width = 1_080
  /// The minimum height in pixels: 4 to 3 with the width, like photos taken upright.
  private static let minHeight = 1_440

  /// The picture as SVG, below 1 MiB; at 288 dpi a unit of it is a pixel.
  public let svg: String
  /// The height in pixels, at most 2,000.
  public let height: Int

  /// Draws a face.
  ///
  /// - Throws: `DrawingError.tooFine` if a module would have less than 2 pixels.
  public init(_ face: CardFace) throws(DrawingError) {
    let layout = try FaceLayout(face, Self.measures, moduleWidths: Self.moduleWidths)
    // The file is in CSS pixels, of which each has three pixels at 288 dpi.
    let cssHeight = max(Self.minHeight, layout.height + 2 * Self.margin + 2) / 3
    height = cssHeight * 3
    svg = """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width / 3)" height="\(cssHeight)" \
      viewBox="0 0 \(Self.width) \(height)">
      <rect width="\(Self.width)" height="\(height)" fill="#ffffff"/>
      \(layout.elements(top: (height - layout.height) / 2))</svg>

      """
  }

  /// White above and below everything, in pixels.
  private static let margin = 60
  /// A phone's screen is about 68 mm wide: 2 pixels are 0.13 mm, 24 are 1.5 mm.
  private static let moduleWidths = 2...24
  private static let measures = FaceLayout.Measures(
    width: width, codeWidth: width, textWidth: width - 2 * margin, height: 1_870, gap: 36,
    nameSizes: 44...72, numberSizes: 48...104, loneNumberSizes: 48...140, maxNumberLines: 4,
    linearHeight: 420)
}
