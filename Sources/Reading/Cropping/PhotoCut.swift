internal import Cards

/// Makes small pictures of photos: of the part that shows a code, as plain pixels that no program has to parse, and of the
/// whole, as a JPEG for pages.
package enum PhotoCut {
  /// The longer side of the decoded photo, in pixels: enough to find a card's edges.
  private static let workingSide = 1_600
  /// What is shown around a code where the card's edges are not certain, as a share of its longer side: its number and
  /// name are beside it.
  private static let margin = 0.5
  /// On libjpeg's scale: no blocks are seen, also a few times larger.
  private static let thumbnailQuality = 85

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

  /// Makes a small JPEG without metadata of a photo.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - longest: The longer side of the result, in pixels.
  /// - Returns: The JPEG.
  /// - Throws: `ReadingError` if the photo cannot be decoded, or memory runs out.
  package static func thumbnail(
    of bytes: RawSpan, longest: Int
  ) throws(ReadingError) -> [UInt8] {
    let header = try PictureHeader(bytes, format: PictureFormat(bytes), page: 0)
    let photo = try ColourPicture(bytes, of: header, longest: longest)
    guard let small = photo.shrunk(longest: longest),
      let jpeg = small.jpeg(quality: thumbnailQuality)
    else { throw .outOfMemory }
    return jpeg
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
