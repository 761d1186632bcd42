public import Cards

/// Makes the picture of a card that is stored with it.
public enum CardPhoto {
  /// The longer side of the decoded photo, in pixels: a card that fills two thirds of it reaches
  /// `KeptPicture.longestSide`.
  private static let workingSide = 2_400
  /// JPEG qualities to try until the picture is small enough: on libjpeg's scale, 85 shows no blocks around print.
  private static let qualities = [85, 70, 50]

  /// Makes a small, upright picture without metadata from the first page of a photo.
  ///
  /// It is cropped to the card and straightened if the card's edges are certain.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - codes: The codes found on it; it is cropped only to a card that contains all of them.
  /// - Returns: The picture, within its bounds.
  /// - Throws: `ReadingError` if the photo cannot be decoded, or memory runs out.
  public static func kept(
    _ bytes: RawSpan, codes: [FoundBarcode]
  ) throws(ReadingError) -> KeptPicture {
    let header = try PictureHeader(bytes, format: PictureFormat(bytes), page: 0)
    let photo = try ColourPicture(bytes, of: header, longest: workingSide)
    let scale = SIMD2(
      Double(photo.width) / Double(header.width), Double(photo.height) / Double(header.height))
    let points = codes.flatMap(\.position).map { SIMD2(Double($0.x), Double($0.y)) * scale }
    if let card = CardSearch.card(on: photo, codes: points),
      let straight = straightened(photo, card)
    {
      return KeptPicture(bytes: try small(straight), isStraightened: true)
    }
    if max(photo.width, photo.height) <= KeptPicture.longestSide {
      return KeptPicture(bytes: try small(photo), isStraightened: false)
    }
    guard let whole = photo.shrunk(longest: KeptPicture.longestSide) else { throw .outOfMemory }
    return KeptPicture(bytes: try small(whole), isStraightened: false)
  }

  /// The card alone, as if seen from straight above, at its size on the photo or at most `KeptPicture.longestSide`.
  private static func straightened(
    _ photo: borrowing ColourPicture, _ card: CardSearch.Card
  ) -> ColourPicture? {
    func length(_ side: Int) -> Double {
      let way = card.corners[(side + 1) % 4] - card.corners[side]
      return (way * way).sum().squareRoot()
    }
    let seen = max(
      max(length(0), length(2)) / card.shape.x, max(length(1), length(3)) / card.shape.y)
    let pixelsPerMillimetre = min(seen, Double(KeptPicture.longestSide) / card.shape.max())
    let size = card.shape * pixelsPerMillimetre
    let (width, height) = (Int(size.x.rounded()), Int(size.y.rounded()))
    guard
      let map = PerspectiveMap(from: SIMD2(Double(width), Double(height)), to: card.corners)
    else { return nil }
    return photo.projected(by: map, width: width, height: height)
  }

  /// The picture as a JPEG of at most `KeptPicture.maximumByteCount` bytes.
  private static func small(_ picture: borrowing ColourPicture) throws(ReadingError) -> [UInt8] {
    for quality in qualities {
      guard let bytes = picture.jpeg(quality: quality) else { throw .outOfMemory }
      if bytes.count <= KeptPicture.maximumByteCount { return bytes }
    }
    // Only noise is still too large. A quarter of its pixels fits, because a JPEG uses less than 6 bits per pixel.
    guard let half = picture.shrunk(longest: KeptPicture.longestSide / 2),
      let bytes = half.jpeg(quality: 50)
    else { throw .outOfMemory }
    return bytes
  }
}
