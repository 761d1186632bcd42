@testable import Reading

#if canImport(Glibc)
  import Glibc
#endif

/// A plastic card on a table as a camera sees it, drawn by tracing the ray of each point: there are no pixels beneath.
struct CardDrawing: Sendable {
  /// What the card is printed with.
  enum Print: Sendable { case bars, nothing }

  /// Of the photo, in pixels.
  var size = (width: 720, height: 540)
  /// Where the card's middle is seen, from the photo's, in pixels.
  var middle = SIMD2(8.0, -6.0)
  /// Pixels across the card at its middle.
  var width = 420.0
  /// Turned clockwise, and tilted away from the camera about its own horizontal axis.
  var degrees = 0.0
  var tilt = 0.0
  /// Millimetres.
  var shape = IDCard.size
  var radius = IDCard.radius
  var colour = SIMD3(30.0, 90, 170)
  /// Side of the checks of the table cloth in pixels; 0 for a bare table.
  var checks = 0.0
  var printed = Print.bars
  /// The most that a pixel is off.
  var noise = 3.0

  /// Of the camera in pixels: 26 mm of the 35 mm format, as phones have.
  private var focal: Double { Double(size.width) * 0.75 }

  /// The axes of the card in space, x and y as on the photo and z away from the camera, and its middle in millimetres.
  private var axes: (right: SIMD3<Double>, down: SIMD3<Double>, middle: SIMD3<Double>) {
    let (turn, lean) = (degrees * .pi / 180, tilt * .pi / 180)
    let distance = focal * shape.x / width
    let right = SIMD3(cos(turn), sin(turn), 0)
    let down = SIMD3(-sin(turn) * cos(lean), cos(turn) * cos(lean), -sin(lean))
    return (right, down, SIMD3(middle.x, middle.y, focal) * (distance / focal))
  }

  /// The corners on the photo, clockwise from that at the card's own top left.
  var corners: [SIMD2<Double>] {
    let axes = axes
    return [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { x, y in
      let point =
        axes.middle + axes.right * (x * shape.x / 2) + axes.down * (y * shape.y / 2)
      let centre = SIMD2(Double(size.width), Double(size.height)) / 2
      return centre + SIMD2(point.x, point.y) * (focal / point.z)
    }
  }

  /// The photo, each pixel the mean of four points.
  func picture(beside other: CardDrawing? = nil) throws -> ColourPicture {
    var generator = SeededGenerator(seed: 5)
    let drawn = ColourPicture(width: size.width, height: size.height) { x, y in
      var sum = SIMD3(0.0, 0, 0)
      for (right, below) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
        let point = SIMD2(Double(x) + right, Double(y) + below)
        sum += onCard(point) ?? other?.onCard(point) ?? onTable(point)
      }
      let off = noise > 0 ? Double.random(in: -noise...noise, using: &generator) : 0
      let level = (sum / 4 + off).clamped(lowerBound: .zero, upperBound: SIMD3(255, 255, 255))
      return SIMD3(UInt8(level.x), UInt8(level.y), UInt8(level.z))
    }
    guard let drawn else { throw BarDrawing.NoMemory() }
    return drawn
  }

  private func onTable(_ point: SIMD2<Double>) -> SIMD3<Double> {
    guard checks > 0 else { return SIMD3(196, 178, 150) }
    let isDark = Int(point.x / checks) % 2 == Int(point.y / checks) % 2
    return isDark ? SIMD3(190, 60, 50) : SIMD3(240, 235, 225)
  }

  /// The card's colour at a point of the photo; `nil` beside the card.
  private func onCard(_ point: SIMD2<Double>) -> SIMD3<Double>? {
    let axes = axes
    let centre = SIMD2(Double(size.width), Double(size.height)) / 2
    let ray = SIMD3(point.x - centre.x, point.y - centre.y, focal)
    let normal = SIMD3(
      axes.right.y * axes.down.z - axes.right.z * axes.down.y,
      axes.right.z * axes.down.x - axes.right.x * axes.down.z,
      axes.right.x * axes.down.y - axes.right.y * axes.down.x)
    let hit = ray * ((axes.middle * normal).sum() / (ray * normal).sum()) - axes.middle
    let place = SIMD2((hit * axes.right).sum(), (hit * axes.down).sum())
    // Inside a rectangle with round corners: no further than the radius from the smaller one that their middles span.
    let inner = shape / 2 - radius
    let beyond = pointwiseMax(SIMD2(abs(place.x), abs(place.y)) - inner, .zero)
    guard (beyond * beyond).sum() <= max(radius, 1e-3) * max(radius, 1e-3) else { return nil }
    if printed == .bars, abs(place.x) < shape.x * 0.4, place.y > 2, place.y < shape.y * 0.4 {
      let isBar = abs(place.x) < shape.x * 0.33 && sin(place.x * 4) + sin(place.x * 1.7) > 0.4
      return isBar ? SIMD3(20, 20, 20) : SIMD3(245, 245, 245)
    }
    return colour
  }
}
