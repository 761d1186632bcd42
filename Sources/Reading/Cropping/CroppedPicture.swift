public import Cards

extension KeptPicture {
  /// The longer side of the decoded photo, in pixels: a card that fills two thirds of it reaches
  /// `longestSide`.
  private static let workingSide = 2_400
  /// JPEG qualities to try until the picture is small enough: on libjpeg's scale, 85 shows no blocks around print.
  private static let qualities = [85, 70, 50]

  /// Makes a small, upright picture without metadata from the first page of a photo, cropped to the card and
  /// straightened if the card's edges are certain.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - page: What was read on it: the picture is cropped only to a card that contains all codes that were read
  ///     whole; `places` are those of its `markedCodes`.
  ///   - password: A document's password without zero bytes; `nil` without one.
  /// - Throws: `ReadingError` if the photo cannot be decoded, or memory runs out.
  public init(
    _ bytes: RawSpan, of page: PictureReading, password: [UInt8]? = nil
  ) throws(ReadingError) {
    let header = try PictureHeader(
      bytes, format: PictureFormat(bytes), page: 0, password: password)
    let photo = try ColourPicture(bytes, of: header, longest: Self.workingSide)
    let scale = SIMD2(
      Double(photo.width) / Double(header.width), Double(photo.height) / Double(header.height))
    let places = page.markedCodes.map { code in
      code.position.map { SIMD2(Double($0.x), Double($0.y)) * scale }
    }
    // A partly read code may not be one at all.
    let whole = page.codes.isEmpty ? [] : Array(places.joined())
    if let card = CardLocator.card(on: photo, codes: whole),
      let (map, size) = Self.straightening(card), let back = map.inverse,
      let straight = photo.projected(by: map, width: Int(size.x), height: Int(size.y))
    {
      self.init(
        bytes: try Self.small(straight), places: places.map { $0.map { back($0) / size } })
      return
    }
    let size = SIMD2(Double(photo.width), Double(photo.height))
    let shares = places.map { $0.map { $0 / size } }
    if max(photo.width, photo.height) <= Self.longestSide {
      self.init(bytes: try Self.small(photo), places: shares)
      return
    }
    guard let shrunk = photo.shrunk(longest: Self.longestSide) else { throw .outOfMemory }
    self.init(bytes: try Self.small(shrunk), places: shares)
  }

  /// The view of the card from straight above, at its size on the photo or at most `longestSide`: the map from that
  /// view to the photo, and the view's size in pixels.
  static func straightening(
    _ card: CardLocator.Card
  ) -> (map: PerspectiveMap, size: SIMD2<Double>)? {
    func length(_ side: Int) -> Double {
      let way = card.corners[(side + 1) % 4] - card.corners[side]
      return (way * way).sum().squareRoot()
    }
    let seen = max(
      max(length(0), length(2)) / card.shape.x, max(length(1), length(3)) / card.shape.y)
    let pixelsPerMillimetre = min(seen, Double(longestSide) / card.shape.max())
    let size = (card.shape * pixelsPerMillimetre).rounded(.toNearestOrAwayFromZero)
    return PerspectiveMap(from: size, to: card.corners).map { ($0, size) }
  }

  /// The picture as a JPEG of at most `maxByteCount` bytes.
  private static func small(_ picture: borrowing ColourPicture) throws(ReadingError) -> [UInt8] {
    for quality in qualities {
      guard let bytes = picture.jpeg(quality: quality) else { throw .outOfMemory }
      if bytes.count <= maxByteCount { return bytes }
    }
    // Only noise is still too large. A quarter of its pixels fits, because a JPEG uses less than 6 bits per pixel.
    guard let half = picture.shrunk(longest: longestSide / 2),
      let bytes = half.jpeg(quality: 50)
    else { throw .outOfMemory }
    return bytes
  }
}
