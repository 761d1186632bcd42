internal import Glibc

/// Finds the one plastic card on a photo, if its edges are certain.
///
/// They are certain if all of these hold: four straight sides, each visible along 85 % of its length; the proportions
/// of ISO/IEC 7810 ID-1 in perspective, with right angles and corners rounded to its radius; the whole card on the
/// photo, filling at least 8 % of it; at least one code, and all codes inside; no other outline that passes.
/// `Reading.md` states how often that is right.
enum CardLocator {
  /// The approximate longer sides of the edge fields, in pixels: a rough one to find lines, a fine one to fit them.
  private static let roughSide = 650.0
  private static let fineSide = 1_300.0
  /// The maximum number of lines to combine into outlines, and of outlines to fit.
  private static let maxLines = 120
  private static let maxOutlines = 60
  /// The shortest longer side of a card, in pixels of the fine field, at which round corners differ from square ones.
  private static let shortestCard: Float = 240

  /// A card: its corners on the photo in pixels, clockwise from the top left, and its width and height in millimetres.
  struct Card: Equatable {
    var corners: [SIMD2<Double>]
    var shape: SIMD2<Double>
  }

  /// Searches a photo for the card.
  ///
  /// - Parameters:
  ///   - picture: the photo.
  ///   - codes: corners of all codes on the photo, in pixels. Without any, no card is certain, because floor tiles look
  ///     like cards.
  /// - Returns: The card, or `nil` if none is certain.
  static func card(
    on picture: borrowing ColourPicture, codes: [SIMD2<Double>]
  ) -> Card? {
    if codes.isEmpty { return nil }
    let side = Double(max(picture.width, picture.height))
    let roughStep = max(1, Int((side / roughSide).rounded()))
    let fineStep = max(1, Int((side / fineSide).rounded()))
    let rough = EdgeField(picture, step: roughStep)
    guard rough.width > 100, rough.height > 100 else { return nil }
    let outlines = outlines(on: rough)
    if outlines.isEmpty { return nil }
    let field = fineStep == roughStep ? rough : EdgeField(picture, step: fineStep)
    let scale = Float(roughStep) / Float(fineStep)
    let fitted = outlines.prefix(maxOutlines).compactMap { outline in
      var outline = outline
      outline.corners = outline.corners.map { $0 * scale }
      return fit(outline, on: field, reach: scale * 1.5 + 1.5)
    }
    guard let best = fitted.max(by: { $0.share < $1.share }),
      fitted.allSatisfy(best.isSame)
    else { return nil }
    let photo = SIMD2(Float(field.width), Float(field.height))
    guard let shape = best.shape(photo),
      codes.allSatisfy({
        best.contains(SIMD2(Float($0.x), Float($0.y)) / Float(fineStep))
      })
    else { return nil }
    return Card(
      corners: best.corners.map { SIMD2(Double($0.x), Double($0.y)) * Double(fineStep) },
      shape: shape)
  }

  /// Outlines made of pairs of lines, the most visible first.
  private static func outlines(on field: EdgeField) -> [CardOutline] {
    let shortest = min(field.width, field.height) / 8
    let lines = LineSearch.lines(on: field, atMost: maxLines, shortest: shortest)
    // In perspective, opposite sides differ by up to 25 degrees, adjacent sides by 60 or more.
    var pairs: [(EdgeLine, EdgeLine)] = []
    for (at, one) in lines.enumerated() {
      for other in lines[(at + 1)...] where one.cosine(to: other) > 0.906 {
        pairs.append((one, other))
      }
    }
    var found: [CardOutline] = []
    for (at, pair) in pairs.enumerated() {
      for other in pairs[(at + 1)...] where pair.0.cosine(to: other.0) < 0.5 {
        if let outline = outline(of: pair, other, on: field) { found.append(outline) }
      }
    }
    return found.sorted { $0.share > $1.share }
  }

  private static func outline(
    of pair: (EdgeLine, EdgeLine), _ other: (EdgeLine, EdgeLine), on field: EdgeField
  ) -> CardOutline? {
    let size = SIMD2(Float(field.width), Float(field.height))
    func corner(_ one: EdgeLine, _ other: EdgeLine) -> SIMD2<Float>? {
      guard let point = one.line.meeting(other.line), all(point .>= 0), all(point .<= size) else {
        return nil
      }
      return point
    }
    func share(_ line: EdgeLine, _ start: SIMD2<Float>, _ end: SIMD2<Float>) -> Float? {
      let skipped = (end - start) * CardOutline.end
      let share = line.share(from: start + skipped, to: end - skipped)
      return share < CardOutline.minRoughShare ? nil : share
    }
    // Nearly all candidates fail early, so check one corner and side at a time.
    guard let first = corner(pair.0, other.0), let second = corner(pair.0, other.1),
      let top = share(pair.0, first, second), let third = corner(pair.1, other.1),
      let right = share(other.1, second, third), let fourth = corner(pair.1, other.0),
      let bottom = share(pair.1, third, fourth), let left = share(other.0, fourth, first)
    else { return nil }
    return CardOutline(
      [first, second, third, fourth], share: min(top, right, bottom, left), width: field.width,
      height: field.height)
  }

  /// Fits the sides precisely; `nil` if the outline fails any test of its own.
  private static func fit(
    _ rough: CardOutline, on field: EdgeField, reach: Float
  ) -> CardOutline? {
    var corners = rough.corners
    var share: Float = 0
    var strength: Float = 0
    for reach in [reach, 2] {
      let sides = (0..<4).compactMap {
        SideFit(from: corners[$0], to: corners[($0 + 1) % 4], on: field, reach: reach)
      }
      guard sides.count == 4 else { return nil }
      corners = (0..<4).compactMap { sides[($0 + 3) % 4].line.meeting(sides[$0].line) }
      share = sides.map(\.share).min() ?? 0
      strength = sides.map(\.strength).min() ?? 0
      guard corners.count == 4 else { return nil }
    }
    guard share >= CardOutline.minShare,
      let outline = CardOutline(
        corners, share: share, width: field.width, height: field.height),
      max(outline.length(0), outline.length(1)) >= shortestCard,
      let shape = outline.shape(SIMD2(Float(field.width), Float(field.height))),
      let map = PerspectiveMap(
        from: shape, to: outline.corners.map { SIMD2(Double($0.x), Double($0.y)) })
    else { return nil }
    let rounding = RoundCorners(map, shape: shape, on: field)
    guard rounding.round > rounding.square, rounding.round > strength * 0.3 else { return nil }
    return outline
  }
}

/// One side of a card, fitted to the strongest edge near it.
struct SideFit {
  private(set) var line: StraightLine
  /// The share of sampled points whose edge is on the fitted line.
  private(set) var share: Float = 0
  /// The median edge strength of those points, in levels per pixel.
  private(set) var strength: Float = 0

  private static let pointCount = 80
  /// The distance from the line beyond which a point is an outlier: this share of the side or this many pixels,
  /// whichever is more.
  ///
  /// It is small because a card's edge is straight.
  private static let slack: (share: Float, pixels: Float) = (0.003, 1.2)
  /// The weakest edge, in levels per pixel.
  ///
  /// It is below `EdgeField.faintest`, because only the strongest of several candidates is used.
  private static let faintest: Float = 1.5

  /// Fits a line to the edges within `reach` pixels of the line between two corners; `nil` if there are too few.
  init?(from start: SIMD2<Float>, to end: SIMD2<Float>, on field: EdgeField, reach: Float) {
    let way = end - start
    let length = (way * way).sum().squareRoot()
    guard length > 20 else { return nil }
    let normal = SIMD2(-way.y, way.x) / length
    line = StraightLine(normal: normal, offset: (start * normal).sum())
    var seen: [(point: SIMD2<Float>, strength: Float)] = []
    for at in 0..<Self.pointCount {
      let share =
        CardOutline.end + (1 - 2 * CardOutline.end) * (Float(at) + 0.5) / Float(Self.pointCount)
      let point = start + way * share
      if let crest = Self.crest(near: point, across: normal, on: field, reach: reach) {
        seen.append(crest)
      }
    }
    // Three rounds of least squares, with ever stricter removal of outliers.
    var near = seen
    let slack = max(Self.slack.pixels, length * Self.slack.share)
    for slack in [max(reach, slack), slack * 1.5, slack] {
      guard near.count >= Self.pointCount / 2,
        let fitted = StraightLine(through: near.map(\.point))
      else { return nil }
      line = fitted
      near = seen.filter { abs(($0.point * fitted.normal).sum() - fitted.offset) <= slack }
    }
    if near.isEmpty { return nil }
    share = Float(near.count) / Float(Self.pointCount)
    strength = near.map(\.strength).sorted()[near.count / 2]
  }

  /// The strongest edge within `reach` pixels of a point along `normal`; `nil` if there is none.
  private static func crest(
    near point: SIMD2<Float>, across normal: SIMD2<Float>, on field: EdgeField, reach: Float
  ) -> (point: SIMD2<Float>, strength: Float)? {
    let count = Int(reach * 2)
    let changes = (-count...count).map {
      field.change(at: point + normal * (Float($0) / 2), along: normal)
    }
    guard let best = changes.indices.max(by: { changes[$0] < changes[$1] }),
      changes[best] > faintest
    else { return nil }
    var offset = Float(best - count)
    if best > 0, best < changes.count - 1 {
      // The vertex of the parabola through three values.
      let (before, after) = (changes[best - 1], changes[best + 1])
      let bend = before - 2 * changes[best] + after
      if bend < 0 { offset += (before - after) / bend / 2 }
    }
    return (point + normal * (offset / 2), changes[best])
  }
}

/// Measures whether an outline has the round corners of an ID-1 card, which tell it from labels and white fields.
struct RoundCorners {
  /// The edge strength along the arc of the weakest corner, in levels per pixel.
  let round: Float
  /// The edge strength along the strongest square corner, in levels per pixel.
  let square: Float

  /// Rays from the centre of a corner's arc, in degrees from one side: along them an arc and a square corner are at
  /// least 18 % of the radius apart.
  private static let rays = stride(from: 33.0, through: 57, by: 3)
  /// How many rays may show no edge: an arc shows on all the others, an edge that crosses it only on some.
  private static let missing = 1
  /// Distances from the nominal arc to try, as shares of the radius.
  private static let slack = [-0.1, -0.05, 0, 0.05, 0.1]

  /// Measures the four corners.
  ///
  /// - Parameters:
  ///   - map: from millimetres on the card to pixels of the field.
  ///   - shape: the card's width and height in millimetres.
  ///   - field: the gradients.
  init(_ map: PerspectiveMap, shape: SIMD2<Double>, on field: EdgeField) {
    var (weakest, strongest) = (Float.infinity, Float(0))
    for corner in [SIMD2(0.0, 0.0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)] {
      let inward = SIMD2(1, 1) - 2 * corner
      let centre = shape * corner + inward * IDCard.radius
      func change(_ distance: (_ angle: Double) -> Double) -> Float {
        Self.slack.map { off in
          let changes = Self.rays.map { degrees in
            let angle = degrees * .pi / 180
            let ray = SIMD2(cos(angle), sin(angle)) * -inward * IDCard.radius
            return Self.change(
              at: centre + ray * (distance(angle) + off), along: ray, map, field)
          }
          return changes.sorted()[Self.missing]
        }.max() ?? 0
      }
      weakest = min(weakest, change { _ in 1 })
      strongest = max(strongest, change { 1 / max(cos($0), sin($0)) })
    }
    (round, square) = (weakest, strongest)
  }

  private static func change(
    at point: SIMD2<Double>, along ray: SIMD2<Double>, _ map: PerspectiveMap, _ field: EdgeField
  ) -> Float {
    let pixel = map(point)
    let step = map(point + ray * 0.01) - pixel
    let way = SIMD2(Float(step.x), Float(step.y))
    let length = (way * way).sum().squareRoot()
    return field.change(
      at: SIMD2(Float(pixel.x), Float(pixel.y)), along: way / max(length, 1e-6))
  }
}
