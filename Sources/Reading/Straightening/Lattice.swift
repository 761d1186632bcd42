/// Where modules are around one of them, as long as the paper is flat there.
struct Lattice {
  var centre: SIMD2<Float>
  /// From one module to the next in its row.
  var across: SIMD2<Float>
  /// From one module to the next in its column.
  var down: SIMD2<Float>

  /// The point of a module, counted from the one at the centre.
  func callAsFunction(_ column: Float, _ row: Float) -> SIMD2<Float> {
    centre + across * column + down * row
  }

  /// Fits the lattice to a finder pattern near it, and returns how well it matches, up to 1.
  mutating func fitFinder(on field: GreyField) -> Float {
    var best = Self.finderMatch(self, field)
    let size = (length(across) + length(down)) / 2
    var step: Float = 0.4
    while step > 0.04 {
      var isBetter = true
      var rounds = 0
      while isBetter, rounds < 4 {
        isBetter = false
        rounds += 1
        for part in 0..<6 {
          for sign: Float in [-1, 1] {
            var other = self
            let shift = SIMD2<Float>(part % 2 == 0 ? 1 : 0, part % 2 == 0 ? 0 : 1) * sign * step
            // An error in a module's size adds up to three times itself at the pattern's edge.
            switch part / 2 {
            case 0: other.centre += shift * size
            case 1: other.across += shift * size / 3
            default: other.down += shift * size / 3
            }
            let match = Self.finderMatch(other, field)
            if match > best {
              best = match
              self = other
              isBetter = true
            }
          }
        }
      }
      step /= 2
    }
    return best
  }

  private static func finderMatch(_ lattice: Lattice, _ field: GreyField) -> Float {
    var sum: Float = 0
    for row in -4...4 {
      for column in -4...4 {
        let ring = max(abs(row), abs(column))
        let value = field(lattice(Float(column), Float(row)))
        sum += ring == 4 || ring == 2 ? value : -value
      }
    }
    return sum / 81
  }
}
