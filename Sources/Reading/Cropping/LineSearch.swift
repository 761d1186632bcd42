internal import Glibc

/// Finds the straight lines with the most edge pixels by a Hough transform (Duda and Hart, Use of the Hough
/// Transformation to Detect Lines and Curves in Pictures, 1972).
///
/// An edge pixel votes only for lines within 3 degrees of its own direction (O'Gorman and Clowes, 1973). Once its line
/// is found, its votes are withdrawn.
struct LineSearch {
  /// A pixel where the gradient is a local maximum.
  private struct Crest {
    /// Relative to the middle of the picture.
    let point: SIMD2<Float>
    /// The direction of the gradient, from 0 to 179.
    let degrees: Int
  }

  private static let freedom = 3
  private static let normals = (0..<180).map { degrees in
    SIMD2<Float>(cos(Float(degrees) * .pi / 180), sin(Float(degrees) * .pi / 180))
  }

  private let field: EdgeField
  private let middle: SIMD2<Float>
  /// Offsets are relative to the middle and start at `-reach`.
  private let reach: Int
  private var crests: [Crest] = []
  private var votes: [Int32]

  private init(_ field: EdgeField) {
    self.field = field
    middle = SIMD2(Float(field.width), Float(field.height)) / 2
    reach = (field.width + field.height) / 2 + 2
    votes = [Int32](repeating: 0, count: 180 * (2 * reach + 1))
    for y in 1..<(field.height - 1) {
      for x in 1..<(field.width - 1) where field.isCrest(x, y) {
        let at = y * field.width + x
        let degrees = Int((atan2(field.down[at], field.across[at]) * 180 / .pi).rounded())
        let point = SIMD2(Float(x) + 0.5, Float(y) + 0.5) - middle
        crests.append(Crest(point: point, degrees: (degrees + 360) % 180))
      }
    }
    for crest in crests { vote(crest, 1) }
  }

  /// The lines with the most edge pixels: those of the first `count` with an edge of at least `shortest` pixels.
  static func lines(on field: EdgeField, atMost count: Int, shortest: Int) -> [EdgeLine] {
    guard field.width > 8, field.height > 8 else { return [] }
    var search = LineSearch(field)
    var lines: [EdgeLine] = []
    while lines.count < count, let line = search.next(shortest: shortest) { lines.append(line) }
    return lines.filter { $0.holds(length: shortest) }
  }

  private mutating func vote(_ crest: Crest, _ vote: Int32) {
    for turn in -Self.freedom...Self.freedom {
      let degrees = (crest.degrees + turn + 180) % 180
      let offset = (crest.point * Self.normals[degrees]).sum()
      votes[degrees * (2 * reach + 1) + Int((offset + Float(reach)).rounded())] += vote
    }
  }

  private mutating func next(shortest: Int) -> EdgeLine? {
    var (best, most) = (0, Int32(0))
    for at in 1..<(votes.count - 1) {
      let sum = votes[at - 1] + votes[at] + votes[at + 1]
      if sum > most { (best, most) = (at, sum) }
    }
    guard most >= shortest else { return nil }
    let degrees = best / (2 * reach + 1)
    let offset = Float(best % (2 * reach + 1) - reach)
    let normal = Self.normals[degrees]
    var (own, others): ([Crest], [Crest]) = ([], [])
    for crest in crests {
      let turn = abs(crest.degrees - degrees)
      let isOwn =
        min(turn, 180 - turn) <= Self.freedom
        && abs((crest.point * normal).sum() - offset) <= 1.8
      if isOwn { own.append(crest) } else { others.append(crest) }
    }
    for crest in own { vote(crest, -1) }
    crests = others
    let line = StraightLine(through: own.map { $0.point + middle })
    return line.map { EdgeLine($0, field: field) }
  }
}

extension EdgeField {
  /// Whether the gradient at a pixel is stronger than on both sides of it (non-maximum suppression, Canny 1986).
  func isCrest(_ x: Int, _ y: Int) -> Bool {
    let at = y * width + x
    func strength(_ index: Int) -> Float {
      across[index] * across[index] + down[index] * down[index]
    }
    let own = strength(at)
    guard own > Self.faintest * Self.faintest else { return false }
    let (right, below) = (abs(across[at]), abs(down[at]))
    let diagonal = across[at] * down[at] >= 0 ? width + 1 : width - 1
    // Of the eight neighbours, compare the two along the gradient; the tangent of 22.5 degrees is 0.414.
    let step = below < right * 0.414 ? 1 : right < below * 0.414 ? width : diagonal
    return own > strength(at - step) && own >= strength(at + step)
  }
}
