/// The light on a symbol: level = light · (1 − contrast · darkness), where the light is a quadratic over the
/// symbol and the contrast nearly constant.
struct LightFit {
  private(set) var light: [Float]
  private(set) var contrast: [Float]

  /// How much the contrast may change over half a symbol, as a share: haze and glare do not change it more.
  private static let maxSlope: Float = 0.2

  /// Positions on the symbol, from -1 to 1.
  private let positions: [Float]

  /// Guesses from the lightest and the darkest levels within 12 modules, assuming the extremes of a blurred bar of
  /// three modules.
  ///
  /// - Returns: `nil` for flat levels.
  init?(guessing levels: [Float], peak: Float) {
    // Blocks of four modules: as good as a window around each sample, and faster.
    let size = 4 * BlurModel.fineness
    let blocks = stride(from: 0, to: levels.count, by: size).map { start in
      let block = levels[start..<min(levels.count, start + size)]
      return (block.min() ?? 0, block.max() ?? 0)
    }
    positions = []
    light = levels
    contrast = levels
    for (number, _) in blocks.enumerated() {
      let near = blocks[max(0, number - 3)...min(blocks.count - 1, number + 3)]
      let (dark, bright) = (near.map(\.0).min() ?? 0, near.map(\.1).max() ?? 0)
      guard bright - dark > 0.01 else { return nil }
      // The extremes have darkness 1 - peak and peak.
      let slope = (bright - dark) / (2 * peak - 1)
      let full = bright + slope * (1 - peak)
      for index in number * size..<min(levels.count, number * size + size) {
        light[index] = full
        contrast[index] = slope / full
      }
    }
  }

  /// Fits light and contrast in turn by least squares, given how dark each sample should be.
  ///
  /// - Returns: `nil` when dark would be lighter than light, or darker than black.
  init?(fitting levels: [Float], drawn: [Float]) {
    let last = Float(levels.count - 1)
    positions = levels.indices.map { 2 * Float($0) / last - 1 }
    light = levels
    contrast = [Float](repeating: 0.7, count: levels.count)
    var mean = Float(0.7)
    for _ in 0..<3 {
      guard fitLight(levels, drawn), let found = fitContrast(levels, drawn) else { return nil }
      mean = found
    }
    // The limit is slightly above 1 to leave room for noise.
    guard mean > 0.05, mean < 1.05, light.allSatisfy({ $0 > 0.015 }) else { return nil }
  }

  private mutating func fitLight(_ levels: [Float], _ drawn: [Float]) -> Bool {
    let shares = contrast.indices.map { 1 - contrast[$0] * drawn[$0] }
    guard let found = quadratic(times: shares, fitting: levels) else { return false }
    for index in light.indices {
      let x = positions[index]
      light[index] = found.x + x * (found.y + x * found.z)
    }
    return true
  }

  private mutating func fitContrast(_ levels: [Float], _ drawn: [Float]) -> Float? {
    let full = light.indices.map { light[$0] * drawn[$0] }
    let lost = light.indices.map { light[$0] - levels[$0] }
    guard let found = quadratic(times: full, fitting: lost), found.x > 0 else { return nil }
    let mean = found.x
    let most = mean * Self.maxSlope
    let (slope, curve) = (max(-most, min(most, found.y)), max(-most, min(most, found.z)))
    for index in contrast.indices {
      contrast[index] = mean + positions[index] * (slope + curve * positions[index])
    }
    return mean
  }

  /// The quadratic over the symbol that, multiplied by `factors`, is closest to `values` (least squares).
  private func quadratic(times factors: [Float], fitting values: [Float]) -> SIMD3<Float>? {
    var (s0, s1, s2, s3, s4) = (Float(0), Float(0), Float(0), Float(0), Float(0))
    var right = SIMD3<Float>.zero
    for (index, factor) in factors.enumerated() {
      let x = positions[index]
      let square = factor * factor
      let (x1, x2) = (square * x, square * x * x)
      s0 += square
      s1 += x1
      s2 += x2
      s3 += x2 * x
      s4 += x2 * x * x
      right += values[index] * factor * SIMD3(1, x, x * x)
    }
    return solved(SIMD3(s0, s1, s2), SIMD3(s1, s2, s3), SIMD3(s2, s3, s4), right)
  }

  /// Cramer's rule.
  private func solved(
    _ a: SIMD3<Float>, _ b: SIMD3<Float>, _ c: SIMD3<Float>, _ right: SIMD3<Float>
  ) -> SIMD3<Float>? {
    func determinant(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ c: SIMD3<Float>) -> Float {
      a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x) + a.z * (b.x * c.y - b.y * c.x)
    }
    let whole = determinant(a, b, c)
    guard abs(whole) > 1e-6 else { return nil }
    // The matrix is symmetric: its rows are its columns.
    return SIMD3(determinant(right, b, c), determinant(a, right, c), determinant(a, b, right))
      / whole
  }

  /// Darkness, 0 to 1, of each level in this light.
  func darkness(_ levels: [Float]) -> [Float] {
    var darkness = levels
    for index in levels.indices {
      darkness[index] = (light[index] - levels[index]) / (light[index] * contrast[index])
    }
    return darkness
  }
}
