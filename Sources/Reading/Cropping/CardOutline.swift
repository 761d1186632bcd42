/// Four straight sides that may be the outline of a plastic card.
struct CardOutline {
  /// In pixels of the edge field that it was found on, clockwise from the card's top left.
  var corners: [SIMD2<Float>]
  /// The share of the weakest side that shows as an edge, from 0 to 1.
  var share: Float

  /// The minimum share of each side that must show as an edge; lines found at low resolution may miss more.
  static let minShare: Float = 0.85
  static let minRoughShare: Float = 0.7
  /// The share of a side to skip at each end: corners are rounded up to 6.4 % of a short side (3.48 of 53.98 mm).
  static let end: Float = 0.08
  /// The minimum share of the photo's area that a card must fill.
  private static let minArea: Float = 0.08
  /// The tolerance on the aspect ratio of ID-1: four fitted lines are more accurate than this, and paper cards of 85
  /// by 55 mm are off by 2.6 %.
  private static let slack = 0.025
  /// The tolerance on the cosine of a right angle: 1.4 degrees.
  private static let lean = 0.025
  /// Focal lengths to try, as multiples of the photo's longer side: 24 to 105 mm (35 mm equivalent), from a phone's
  /// main camera to its portrait lens, for 4:3 photos.
  private static let focals: [Double] = (0..<16).map { 0.69 + 0.155 * Double($0) }

  /// Makes an outline from four corners; `nil` if they cannot be those of a card.
  ///
  /// - Parameters:
  ///   - circle: the corners in order around the outline, starting anywhere, in either direction.
  ///   - share: the share of the weakest side that shows as an edge.
  ///   - width: the width of the edge field in pixels.
  ///   - height: its height.
  init?(_ circle: [SIMD2<Float>], share: Float, width: Int, height: Int) {
    let size = SIMD2(Float(width), Float(height))
    guard circle.allSatisfy({ all($0 .>= 0) && all($0 .<= size) }) else { return nil }
    var corners = circle
    let area = Self.area(corners)
    if area < 0 { corners.reverse() }
    guard abs(area) >= size.x * size.y * Self.minArea, Self.isConvex(corners) else { return nil }
    // The top is the side that runs most directly to the right.
    let top = (0..<4).max { one, other in
      Self.slope(corners, one) < Self.slope(corners, other)
    }
    self.corners = (0..<4).map { corners[($0 + (top ?? 0)) % 4] }
    self.share = share
    guard shape(size) != nil else { return nil }
  }

  /// The length in pixels of the side from corner `side` to the next.
  func length(_ side: Int) -> Float {
    let way = corners[(side + 1) % 4] - corners[side]
    return (way * way).sum().squareRoot()
  }

  /// Tests whether the outline matches an ID-1 card in perspective.
  ///
  /// - Parameter photo: The width and height of the edge field in pixels.
  /// - Returns: The card's width and height in millimetres, landscape or portrait; `nil` if it does not match.
  func shape(_ photo: SIMD2<Float>) -> SIMD2<Double>? {
    let middle = photo / 2
    let centred = corners.map { SIMD2<Double>(Double($0.x - middle.x), Double($0.y - middle.y)) }
    for focal in Self.focals {
      let (ratio, cosine) = IDCard.sides(of: centred, focal: focal * Double(photo.max()))
      guard abs(cosine) < Self.lean else { continue }
      if abs(ratio / IDCard.ratio - 1) < Self.slack { return IDCard.size }
      if abs(ratio * IDCard.ratio - 1) < Self.slack { return SIMD2(IDCard.size.y, IDCard.size.x) }
    }
    return nil
  }

  /// Whether a point is inside, or at most 1 % of the longer side outside.
  func contains(_ point: SIMD2<Float>) -> Bool {
    let slack = (0..<4).map(length).max().map { $0 * 0.01 } ?? 0
    return (0..<4).allSatisfy { side in
      let way = corners[(side + 1) % 4] - corners[side]
      let other = point - corners[side]
      return way.x * other.y - way.y * other.x >= -slack * length(side)
    }
  }

  /// Whether two outlines are the same card: all corners agree within 2.5 % of the longer side.
  func isSame(as other: CardOutline) -> Bool {
    let slack = max(length(0), length(1)) * 0.025
    return zip(corners, other.corners).allSatisfy { one, other in
      let way = one - other
      return (way * way).sum() <= slack * slack
    }
  }

  /// The signed area by the shoelace formula: positive if the corners go clockwise, as y grows downward.
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

  /// The cosine of the angle between a side and the x axis: 1 if it runs straight to the right.
  private static func slope(_ corners: [SIMD2<Float>], _ side: Int) -> Float {
    let way = corners[(side + 1) % 4] - corners[side]
    return way.x / max(1e-6, (way * way).sum().squareRoot())
  }
}

/// The dimensions of a plastic card (ISO/IEC 7810:2019, clause 5, ID-1).
enum IDCard {
  /// In millimetres: 85.60 by 53.98.
  static let size = SIMD2(85.60, 53.98)
  /// The corner radius in millimetres: nominal, of 2.88 to 3.48.
  static let radius = 3.18
  /// The longer side divided by the shorter one: 1.586.
  static let ratio = size.x / size.y

  /// The true ratio and angle of the sides of a parallelogram seen in perspective.
  ///
  /// Zhang and He, Whiteboard Scanning and Image Enhancement (MSR-TR-2003-39), section 3.
  ///
  /// - Parameters:
  ///   - corners: clockwise, relative to the principal point: the middle of the photo.
  ///   - focal: the camera's focal length in pixels.
  /// - Returns: The length of the first side divided by that of the second, and the cosine of the angle between them: 0
  ///   for a rectangle.
  static func sides(
    of corners: [SIMD2<Double>], focal: Double
  ) -> (ratio: Double, cosine: Double) {
    let points = corners.map { SIMD3($0.x, $0.y, 1) }
    let (first, second, third, fourth) = (points[0], points[1], points[3], points[2])
    func determinant(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) -> Double {
      let cross = SIMD3(
        a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
      return (cross * c).sum()
    }
    let across =
      second * (determinant(first, fourth, third) / determinant(second, fourth, third)) - first
    let down =
      third * (determinant(first, fourth, second) / determinant(third, fourth, second)) - first
    func product(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Double {
      one.x * other.x + one.y * other.y + one.z * other.z * focal * focal
    }
    let (length, height) = (product(across, across), product(down, down))
    return ((length / height).squareRoot(), product(across, down) / (length * height).squareRoot())
  }
}
