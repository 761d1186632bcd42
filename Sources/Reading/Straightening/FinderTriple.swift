/// Three finder patterns that may be the corners of one QR Code.
struct FinderTriple {
  /// The corner between the two others.
  var corner: FinderPattern
  /// To the right of the corner when the symbol is upright.
  var right: FinderPattern
  /// Below the corner when the symbol is upright.
  var below: FinderPattern
  /// How badly they fit together; 0 for a perfect square.
  var misfit: Float

  /// The likeliest triples, best first, at most `limit`.
  static func among(_ patterns: [FinderPattern], limit: Int) -> [FinderTriple] {
    let some = Array(
      patterns.filter { $0.lineCount > 1 }.sorted { $0.lineCount > $1.lineCount }.prefix(10))
    var triples: [FinderTriple] = []
    for first in some.indices {
      for second in some.indices where second != first {
        for third in some.indices where third > second && third != first {
          if let triple = FinderTriple(some[first], some[second], some[third]) {
            triples.append(triple)
          }
        }
      }
    }
    return Array(triples.sorted { $0.misfit < $1.misfit }.prefix(limit))
  }

  /// Three patterns of the same colour and similar size, about at right angles and equally far apart; otherwise
  /// `nil`.
  private init?(_ corner: FinderPattern, _ one: FinderPattern, _ other: FinderPattern) {
    guard corner.isInverted == one.isInverted, corner.isInverted == other.isInverted else {
      return nil
    }
    let (first, second) = (one.centre - corner.centre, other.centre - corner.centre)
    let (firstLength, secondLength) = (length(first), length(second))
    let turn = (first.x * second.y - first.y * second.x) / (firstLength * secondLength)
    let lean = (first * second).sum() / (firstLength * secondLength)
    let sizes = [corner, one, other].map { ($0.extent.x * $0.extent.y).squareRoot() }
    guard let least = sizes.min(), let most = sizes.max() else { return nil }
    // They are 14 modules apart in the smallest symbol, and a finder is 7 wide (more along a row when turned).
    guard abs(lean) < 0.5, max(firstLength, secondLength) < 2 * min(firstLength, secondLength),
      min(firstLength, secondLength) > 1.2 * most, most < 1.8 * least
    else { return nil }
    misfit =
      abs(lean) + (max(firstLength, secondLength) / min(firstLength, secondLength) - 1)
      + (most / least - 1)
    self.corner = corner
    (right, below) = turn > 0 ? (one, other) : (other, one)
  }

  /// The middle of the symbol.
  var middle: SIMD2<Float> { (right.centre + below.centre) / 2 }

  /// How far it is from one corner to the opposite one.
  var size: Float { length(right.centre - below.centre) }

  /// Whether both have their three patterns at the same positions.
  func isSame(as other: FinderTriple) -> Bool {
    zip([corner, right, below], [other.corner, other.right, other.below])
      .allSatisfy { length($0.centre - $1.centre) < 2 }
  }

  /// The length of one module along the sides, estimated from a finder's extents.
  func module(of pattern: FinderPattern) -> (across: Float, down: Float) {
    let along = right.centre - corner.centre
    let downward = below.centre - corner.centre
    func size(_ direction: SIMD2<Float>) -> Float {
      // A row through a square turned by an angle is longer by the inverse of its cosine; the extent nearer in
      // direction is used.
      let unit = direction / length(direction)
      let (x, y) = (abs(unit.x), abs(unit.y))
      return (x > y ? pattern.extent.x * x : pattern.extent.y * y) / 7
    }
    return (size(along), size(downward))
  }
}

/// The length of a vector.
func length(_ vector: SIMD2<Float>) -> Float { (vector * vector).sum().squareRoot() }
