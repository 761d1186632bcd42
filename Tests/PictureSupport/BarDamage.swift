#if canImport(Glibc)
  import Glibc
#endif

/// Random damage to a sample of this drawing; each says what it did.
extension BarDrawing {
  /// A stripe of light across the bars.
  func glare(over sample: inout Sample, using generator: inout SeededGenerator) -> String {
    let middle = Double.random(in: -0.5...0.5, using: &generator) * length
    let width = Double.random(in: 2...20, using: &generator) * module
    let strength = Double.random(in: 60...230, using: &generator)
    sample.change { place, level in
      let off = ((place - centre) * across).sum() - middle + 0.3 * (place.y - centre.y)
      return level + strength * exp(-off * off / (2 * width * width))
    }
    return "; glare at \(middle), \(width) wide, \(strength)"
  }

  /// A line of ink or of paper along a slant.
  func scratch(over sample: inout Sample, using generator: inout SeededGenerator) -> String {
    let angle = Double.random(in: 0...3.14, using: &generator)
    let width = Double.random(in: 1...8, using: &generator)
    let offset = Double.random(in: -0.3...0.3, using: &generator) * length
    let shade = Bool.random(using: &generator) ? ink : paper
    sample.change { place, level in
      let place = place - centre
      return abs(place.x * sin(angle) + place.y * cos(angle) - offset * sin(angle)) < width / 2
        ? shade : level
    }
    return "; scratch at \(offset), \(angle) rad, \(width) wide, \(shade)"
  }

  /// Paper, or a dark edge, over the ends of the bars.
  func cut(_ sample: inout Sample, using generator: inout SeededGenerator) -> String {
    let left = Double.random(in: 0...0.3, using: &generator) * length
    let right = Double.random(in: 0...0.3, using: &generator) * length
    let shade = Bool.random(using: &generator) ? paper : 60
    sample.change { place, level in
      let way = ((place - centre) * across).sum() + length / 2
      return way < left || way > length - right ? shade : level
    }
    return "; cut by \(left) and \(right) to \(shade)"
  }
}

extension Sample {
  /// Gives each pixel, by its middle and its level, another level.
  fileprivate mutating func change(_ level: (SIMD2<Double>, Double) -> Double) {
    for y in 0..<height {
      for x in 0..<width {
        let made = level(SIMD2(Double(x) + 0.5, Double(y) + 0.5), Double(pixels[y * width + x]))
        pixels[y * width + x] = UInt8(max(0, min(255, made)))
      }
    }
  }
}
