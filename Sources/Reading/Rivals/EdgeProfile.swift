internal import Glibc

/// Light across a symbol, for one band of it, in steps of a third of a module.
struct EdgeProfile {
  /// Samples per module.
  static let fineness = 3
  /// Modules before the first bar and behind the last one.
  static let quiet = 4
  /// The most scan lines in one band: more add nothing.
  private static let maxLines = 4

  /// Light, linear, where 1 is the lightest of the profile.
  let levels: [Float]
  /// 0 for a sample beyond the picture, otherwise 1.
  let weights: [Float]

  /// Where a sample is, in modules from the first bar.
  static func position(of sample: Int) -> Float {
    (Float(sample) + 0.5) / Float(fineness) - Float(quiet)
  }

  /// See `BarProfile`.
  private static let light = (0...255).map { Float(pow(Double($0) / 255, 1.5)) }

  /// Samples a band of a symbol; `nil` if it is not on the picture, or has no contrast.
  ///
  /// - Parameters:
  ///   - place: the symbol, from its first bar to its last.
  ///   - modules: how many modules it has.
  ///   - band: which part of its height, from 0 to 1.
  ///   - picture: where it is.
  init?(
    of place: Place, modules: Int, band: Range<Double>, on picture: borrowing GreyPicture
  ) {
    let corners = place.corners
    let side = (corners[3] - corners[0] + corners[2] - corners[1]) / 2
    let thickness = (side * side).sum().squareRoot() * (band.upperBound - band.lowerBound)
    let lines = max(1, min(Self.maxLines, Int(thickness.rounded())))
    let count = (modules + 2 * Self.quiet) * Self.fineness
    var sums = [Float](repeating: 0, count: count)
    var counts = sums
    let (width, height) = (picture.width, picture.height)
    unsafe picture.withPixels { pixels in
      for line in 0..<lines {
        let v =
          band.lowerBound + (band.upperBound - band.lowerBound) * (Double(line) + 0.5)
          / Double(lines)
        let start = corners[0] + (corners[3] - corners[0]) * v
        let end = corners[1] + (corners[2] - corners[1]) * v
        let step = (end - start) / Double(modules * Self.fineness)
        var point = start + step * (0.5 - Double(Self.quiet * Self.fineness)) - 0.5
        for sample in 0..<count {
          defer { point += step }
          guard point.x >= 0, point.y >= 0, point.x < Double(width - 1),
            point.y < Double(height - 1)
          else { continue }
          let (column, row) = (Int(point.x), Int(point.y))
          let (x, y) = (Float(point.x) - Float(column), Float(point.y) - Float(row))
          let corner = unsafe pixels + row * width + column
          let upper = unsafe Self.light[Int(corner[0])] * (1 - x) + Self.light[Int(corner[1])] * x
          let lower =
            unsafe Self.light[Int(corner[width])] * (1 - x) + Self.light[Int(corner[width + 1])] * x
          sums[sample] += upper * (1 - y) + lower * y
          counts[sample] += 1
        }
      }
    }
    let inner = counts[Self.quiet * Self.fineness..<count - Self.quiet * Self.fineness]
    guard inner.allSatisfy({ $0 > 0 }) else { return nil }
    weights = counts.map { $0 > 0 ? 1 : 0 }
    let means = zip(sums, counts).map { $1 > 0 ? $0 / $1 : 0 }
    let most = means.max() ?? 0
    guard most > 0.02 else { return nil }
    levels = means.map { $0 / most }
  }
}
