/// Four straight sides that may be those of a plastic card.
struct CardOutline {
  /// Clockwise from the one at the top left as the card lies, on the edge field it was found on.
  var corners: [SIMD2<Float>]
  /// The least share of a side along which the picture changes.
  var share: Float

  /// The least share of each side that must show; rough lines from far may miss a bit more.
  static let leastShare: Float = 0.85
  static let leastRoughShare: Float = 0.7
  /// The part of a side at each of its ends that is not looked at: corners are round up to 5.9 % of a short side.
  static let end: Float = 0.08
  /// The smallest part of the photo that a card fills.
  private static let leastArea: Float = 0.08
  /// How far off the shape of an ID-1 card may be: the fit of four lines is better than this, and paper cards of 85 by
  /// 55 mm are off by 2.6 %.
  private static let slack = 0.025
  /// The cosine of its angles may be this far off that of a right angle: 1.4 degrees.
  private static let lean = 0.025
  /// Focal lengths as multiples of the photo's longer side: 24 to 105 mm of the 35 mm format, from phones' main cameras
  /// to their portrait lenses, at 4:3.
  private static let focals: [Double] = (0..<16).map { 0.69 + 0.155 * Double($0) }

  /// Orders four corners that come in a circle; `nil` when they are those of no card on a photo of that size.
  init?(_ circle: [SIMD2<Float>], share: Float, width: Int, height: Int) {
    let size = SIMD2(Float(width), Float(height))
    guard circle.allSatisfy({ all($0 .>= 0) && all($0 .<= size) }) else { return nil }
    var corners = circle
    let area = Self.area(corners)
    if area < 0 { corners.reverse() }
    guard abs(area) >= size.x * size.y * Self.leastArea, Self.isConvex(corners) else { return nil }
    // The side that points to the right most is the top.
    let top = (0..<4).max { one, other in
      Self.slope(corners, one) < Self.slope(corners, other)
    }
    self.corners = (0..<4).map { corners[($0 + (top ?? 0)) % 4] }
    self.share = share
    guard shape(size) != nil else { return nil }
  }

  /// The length of a side, from the corner of that number to the next.
  func length(_ side: Int) -> Float {
    let way = corners[(side + 1) % 4] - corners[side]
    return (way * way).sum().squareRoot()
  }

  /// The card's width and height in millimetres, one way or the other; `nil` when it is no ID-1 card.
  func shape(_ photo: SIMD2<Float>) -> SIMD2<Double>? {
    let middle = photo / 2
    let centred = corners.map { SIMD2<Double>(Double($0.x - middle.x), Double($0.y - middle.y)) }
    for focal in Self.focals {
      let (ratio, cosine) = IDCard.sides(of: centred, focal: focal * Double(photo.max()))
      guard abs(cosine) < Self.lean else { continue }
      if abs(ratio / IDCard.ratio - 1) < Self.slack { return IDCard.size }
      if abs(ratio * IDCard.ratio - 1) < Self.slack {
        return SIMD2(IDCard.size.y, IDCard.size.x)
      }
    }
    return nil
  }

  /// Whether a point is inside, or no more than 1 % of the longer side outside.
  func contains(_ point: SIMD2<Float>) -> Bool {
    let slack = (0..<4).map(length).max().map { $0 * 0.01 } ?? 0
    return (0..<4).allSatisfy { side in
      let way = corners[(side + 1) % 4] - corners[side]
      let other = point - corners[side]
      return way.x * other.y - way.y * other.x >= -slack * length(side)
    }
  }

  /// Whether two outlines are of one card: no corner is further off than 2.5 % of the longer side.
  func isSame(as other: CardOutline) -> Bool {
    let slack = max(length(0), length(1)) * 0.025
    return zip(corners, other.corners).allSatisfy { one, other in
      let way = one - other
      return (way * way).sum() <= slack * slack
    }
  }

  /// Twice the area is the sum of the cross products; above 0 when it goes clockwise, as y grows downward.
  private static func area(_ corners: [SIMD2<Float>]) -> Float {
    (0..<4).reduce(0) { sum, at in
      let (one, next) = (corners[at], corners[(at + 1) % 4])
      return sum + (one.x * next.y - one.y * next.x) / 2
    }
  }

  private static func isConvex(_ corners: [SIMD2<Float>]) -> Bool {
    (0..<4).allSatisfy { at in
      let (one, middle, next) = (corners[at], corners[(at + 1) % 4], corners[(at + 2) % 4])
      let (way, other) = (middle - one, next - middle)
      return way.x * other.y - way.y * other.x > 0
    }
  }

  /// How much a side points to the right: 1 straight on.
  private static func slope(_ corners: [SIMD2<Float>], _ side: Int) -> Float {
    let way = corners[(side + 1) % 4] - corners[side]
    return way.x / max(1e-6, (way * way).sum().squareRoot())
  }
}
