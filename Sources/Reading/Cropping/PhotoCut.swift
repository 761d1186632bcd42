internal import Cards

/// Cuts the part out of a photo that shows a code, small, as plain pixels that no program has to parse.
package enum PhotoCut {
  /// The longer side of the decoded photo, in pixels: enough to find a card's edges.
  private static let workingSide = 1_600
  /// What is shown around a code where the card's edges are not certain, as a share of its longer side: its number and
  /// name are beside it.
  private static let margin = 0.5

  /// Cuts out the card, straightened, if its edges are certain; otherwise what is around the code.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - page: The page, from 1.
  ///   - corners: The code's corners as shares of the upright page's width and height; none for all of the page.
  ///   - longest: The longer side of the result, in pixels.
  /// - Returns: Red, green and blue of each pixel, row by row.
  /// - Throws: `ReadingError` if the page cannot be decoded, or memory runs out.
  package static func pixels(
    of bytes: RawSpan, page: Int, corners: [SIMD2<Double>], longest: Int
  ) throws(ReadingError) -> (width: Int, height: Int, pixels: [UInt8]) {
    let header = try PictureHeader(bytes, format: PictureFormat(bytes), page: page - 1)
    let photo = try ColourPicture(bytes, of: header, longest: workingSide)
    let size = SIMD2(Double(photo.width), Double(photo.height))
    let code = corners.map { $0 * size }
    if let card = CardLocator.card(on: photo, codes: code),
      let (map, size) = KeptPicture.straightening(card),
      let straight = photo.projected(by: map, width: Int(size.x), height: Int(size.y))
    {
      return try small(straight, longest)
    }
    if let part = part(of: photo, around: code) { return try small(part, longest) }
    return try small(photo, longest)
  }

  private static func part(
    of photo: borrowing ColourPicture, around code: [SIMD2<Double>]
  ) -> ColourPicture? {
    guard let first = code.first else { return nil }
    let size = SIMD2(Double(photo.width), Double(photo.height))
    var low = first
    var high = first
    for corner in code {
      low = pointwiseMin(low, corner)
      high = pointwiseMax(high, corner)
    }
    let space = margin * (high - low).max()
    low = (low - space).clamped(lowerBound: .zero, upperBound: size).rounded(.down)
    high = (high + space).clamped(lowerBound: .zero, upperBound: size).rounded(.up)
    let wanted = high - low
    guard wanted.min() >= 2 else { return nil }
    let map = PerspectiveMap(
      from: wanted, to: [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)])
    return map.flatMap { photo.projected(by: $0, width: Int(wanted.x), height: Int(wanted.y)) }
  }

  private static func small(
    _ picture: borrowing ColourPicture, _ longest: Int
  ) throws(ReadingError) -> (width: Int, height: Int, pixels: [UInt8]) {
    guard let small = picture.shrunk(longest: longest) else { throw .outOfMemory }
    let count = small.width * small.height * 3
    let pixels = unsafe small.withPixels {
      unsafe Array(UnsafeBufferPointer(start: $0, count: count))
    }
    return (small.width, small.height, pixels)
  }
}
