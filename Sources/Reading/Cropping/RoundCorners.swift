internal import Glibc

/// Tests whether an outline has the round corners of an ID-1 card, which tells it from labels and white fields.
struct RoundCorners {
  /// The edge strength along the arc of the weakest corner, and along the square corner that is strongest.
  ///
  /// In levels per pixel.
  let round: Float
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
    let place = map(point)
    let step = map(point + ray * 0.01) - place
    let way = SIMD2(Float(step.x), Float(step.y))
    let length = (way * way).sum().squareRoot()
    return field.change(
      at: SIMD2(Float(place.x), Float(place.y)), along: way / max(length, 1e-6))
  }
}
