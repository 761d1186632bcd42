internal import Glibc

/// A symbol's picture fitted to a profile: where its bars are, how thick and how blurred they are, and in what light.
///
/// Least squares by the Levenberg-Marquardt method (D. W. Marquardt, SIAM J. Appl. Math. 11, 1963). A bar's edges are
/// Gaussian: blur, a camera's pixels and our lines add up to about that.
struct GainFit {
  /// What is fitted.
  struct Parameters {
    /// Light on the paper, and how much of it bars absorb: quadratics over the profile from -1 to 1.
    var light = SIMD4<Float>.zero
    var contrast = SIMD4<Float>.zero
    /// Where a module is: a cubic over the symbol from -1 to 1, in modules.
    var warp: SIMD4<Float>
    /// How much thicker bars are than drawn, in modules.
    var gain: Float = 0
    /// The standard deviation of the blur, in modules.
    var blur: Float = 0.7
  }

  private static let gains: ClosedRange<Float> = -0.85...0.85
  /// With more blur, nearly any digits fit.
  private static let blurs: ClosedRange<Float> = 0.18...1.8
  /// Standard deviations of the blur at which an edge ends.
  private static let reach: Float = 3

  private(set) var parameters: Parameters
  /// The picture for them; `nil` before the first fit.
  private var picture: Drawn?
  private var damping: Float = 1e-3

  private let profile: EdgeProfile
  private let moduleCount: Int
  /// The samples' positions, from -1 to 1.
  private let scales: [Float]
  private let variance: Float

  /// A guess of where the bars are, in modules: how far the middle is from the mean of the ends, and how far the last
  /// bar is from the end of the profile.
  struct Start {
    var bend: Float = 0
    var end: Float = 0
  }

  /// A start without gain and light.
  init(_ profile: EdgeProfile, moduleCount: Int, _ start: Start = Start()) {
    self.profile = profile
    self.moduleCount = moduleCount
    let half = Float(moduleCount) / 2
    parameters = Parameters(
      warp: SIMD4(half + start.bend + start.end / 2, half + start.end / 2, -start.bend, 0))
    variance = Self.variance(of: profile)
    let count = profile.levels.count
    scales = (0..<count).map { (Float($0) + 0.5) / Float(count) * 2 - 1 }
  }

  /// Squared misfit, summed over the samples.
  var error: Float { picture?.error ?? .infinity }

  /// The misfit as a share of the profile's own variance; 1 if it went astray.
  var misfit: Float { isAstray ? 1 : error / variance }

  /// Whether gain or blur is at its limit: then the bars were not found.
  private var isAstray: Bool {
    abs(parameters.gain) == Self.gains.upperBound || parameters.blur == Self.blurs.upperBound
  }

  private static func variance(of profile: EdgeProfile) -> Float {
    let count = profile.weights.reduce(0, +)
    let mean = zip(profile.levels, profile.weights).reduce(0) { $0 + $1.0 * $1.1 } / count
    let variance = zip(profile.levels, profile.weights).reduce(0) {
      $0 + ($1.0 - mean) * ($1.0 - mean) * $1.1
    }
    return max(variance, 1e-6)
  }

  /// The same bars in the same light, on another band.
  func moved(to profile: EdgeProfile) -> GainFit {
    var moved = GainFit(profile, moduleCount: moduleCount)
    moved.parameters = parameters
    return moved
  }

  /// The same with bars that are thicker by some modules.
  func thickened(by gain: Float) -> GainFit {
    var thickened = self
    let sum = parameters.gain + gain
    thickened.parameters.gain = min(max(sum, Self.gains.lowerBound), Self.gains.upperBound)
    return thickened
  }

  /// Fits a symbol, starting from the present parameters.
  mutating func fit(_ symbol: some BarSymbol, rounds: Int) {
    let bars = symbol.bars
    if parameters.contrast == .zero {
      // The light alone, which is linear, for the first picture.
      let blank = drawn(bars, parameters)
      parameters = stepped(from: blank, damping: 1e-6, size: 6) ?? parameters
    }
    var current = drawn(bars, parameters)
    damping = 1e-3
    for _ in 0..<rounds {
      guard let next = stepped(from: current, damping: damping, size: 12) else { break }
      let made = drawn(bars, next)
      if made.error < current.error {
        let isSettled = made.error > current.error * 0.998
        (parameters, current) = (next, made)
        damping = max(1e-6, damping * 0.2)
        if isSettled { break }
      } else {
        damping *= 8
        if damping > 10 { break }
      }
    }
    picture = current
  }

  /// A picture with parameters.
  private struct Drawn {
    /// For each sample its darkness, and the derivatives of that by the four numbers of the warp, the gain and the blur.
    var rows: [SIMD8<Float>]
    /// The profile minus the picture.
    var residuals: [Float]
    var error: Float
  }

  private func drawn(_ bars: [(start: Int, end: Int)], _ now: Parameters) -> Drawn {
    let count = scales.count
    var rows = [SIMD8<Float>](repeating: .zero, count: count)
    var steps = [Float](repeating: 0, count: count + 1)
    let fineness = Float(EdgeProfile.fineness)
    let wide = Self.reach * now.blur * fineness
    for bar in bars {
      for (module, sign) in [(bar.start, Float(1)), (bar.end, -1)] {
        let t = Float(module) / Float(moduleCount) * 2 - 1
        let powers = SIMD4(1, t, t * t, t * t * t)
        let position = (now.warp * powers).sum() - sign * now.gain / 2
        let middle = (position + Float(EdgeProfile.quiet)) * fineness
        let low = min(count, max(0, Int((middle - wide).rounded(.up))))
        let high = min(count, max(low, Int(middle + wide)))
        let bent = SIMD8(0, 1, t, t * t, t * t * t, -sign / 2, 0, 0)
        for sample in low..<high {
          let z = (EdgeProfile.position(of: sample) - position) / now.blur
          let edge = Edge.at(z)
          let steep = -sign * edge.y / now.blur
          var row = bent * steep
          row[0] = sign * edge.x
          row[6] = steep * z
          rows[sample] += row
        }
        steps[high] += sign
      }
    }
    var residuals = [Float](repeating: 0, count: count)
    var (passed, error) = (Float(0), Float(0))
    for sample in 0..<count {
      passed += steps[sample]
      rows[sample][0] += passed
      let x = scales[sample]
      let light = now.light[0] + x * (now.light[1] + x * now.light[2])
      let contrast = now.contrast[0] + x * (now.contrast[1] + x * now.contrast[2])
      let off =
        (profile.levels[sample] - light + contrast * rows[sample][0])
        * profile.weights[sample]
      residuals[sample] = off
      error += off * off
    }
    return Drawn(rows: rows, residuals: residuals, error: error)
  }

  /// The parameters after one step: all of them, or the first six, which are those of the light.
  private func stepped(from now: Drawn, damping: Float, size: Int) -> Parameters? {
    // The upper half of a symmetric matrix, in groups of four.
    var sums = [SIMD4<Float>](repeating: .zero, count: 36)
    var right = [SIMD4<Float>](repeating: .zero, count: 3)
    let curve = parameters.contrast
    for sample in scales.indices where profile.weights[sample] > 0 {
      let x = scales[sample]
      let row = now.rows[sample]
      let contrast = -(curve[0] + x * (curve[1] + x * curve[2]))
      let dark = -row[0]
      let bent = row * contrast
      let first = SIMD4(1, x, x * x, dark)
      let second = SIMD4(dark * x, dark * x * x, bent[1], bent[2])
      let third = SIMD4(bent[3], bent[4], bent[5], bent[6])
      for index in 0..<4 {
        sums[3 * index] += first * first[index]
        sums[3 * index + 1] += second * first[index]
        sums[3 * index + 2] += third * first[index]
        sums[3 * index + 13] += second * second[index]
        sums[3 * index + 14] += third * second[index]
        sums[3 * index + 26] += third * third[index]
      }
      let off = now.residuals[sample]
      right[0] += first * off
      right[1] += second * off
      right[2] += third * off
    }
    guard let change = Self.solved(sums, right, size: size, damping: damping) else { return nil }
    var next = parameters
    for index in 0..<3 {
      next.light[index] += change[index]
      next.contrast[index] += change[3 + index]
    }
    if size == 6 { return next }
    for index in 0..<4 { next.warp[index] += change[6 + index] }
    next.gain = min(max(next.gain + change[10], Self.gains.lowerBound), Self.gains.upperBound)
    next.blur = min(max(next.blur + change[11], Self.blurs.lowerBound), Self.blurs.upperBound)
    return next
  }

  /// Cholesky's method.
  private static func solved(
    _ matrix: [SIMD4<Float>], _ right: [SIMD4<Float>], size: Int, damping: Float
  ) -> SIMD16<Float>? {
    var lower = [Double](repeating: 0, count: size * size)
    for row in 0..<size {
      for column in 0...row {
        var sum = Double(matrix[3 * column + row / 4][row % 4])
        if row == column { sum *= 1 + Double(damping) }
        for index in 0..<column { sum -= lower[row * size + index] * lower[column * size + index] }
        if row == column {
          guard sum > 1e-9 else { return nil }
          lower[row * size + row] = sum.squareRoot()
        } else {
          lower[row * size + column] = sum / lower[column * size + column]
        }
      }
    }
    var values = [Double](repeating: 0, count: size)
    for row in 0..<size {
      var sum = Double(right[row / 4][row % 4])
      for index in 0..<row { sum -= lower[row * size + index] * values[index] }
      values[row] = sum / lower[row * size + row]
    }
    for row in (0..<size).reversed() {
      var sum = values[row]
      for index in row + 1..<size { sum -= lower[index * size + row] * values[index] }
      values[row] = sum / lower[row * size + row]
    }
    var found = SIMD16<Float>.zero
    for index in 0..<size { found[index] = Float(values[index]) }
    return found
  }

  // MARK: Other characters

  /// Samples around a character within which another character would differ, in groups of eight.
  private static let windowCount = 4 * 8

  /// The bars of each character: where the two begin and end, as indices in `edges(from:at:)`.
  private static let bars: [SIMD4<Int>] = RetailLayout.characters.map { bits in
    var ends: [Int] = []
    for module in 0...7 where (module > 0 && bits[module - 1]) != (module < 7 && bits[module]) {
      ends.append(2 * module + ends.count % 2)
    }
    return SIMD4(ends[0], ends[1], ends[2], ends[3]) &* (windowCount / 8)
  }

  /// How much the squared misfit grows with each other character instead of the symbol's own, all else unchanged; at
  /// `index * 30 + character`, infinite for an impossible character.
  func costs(of symbol: some BarSymbol) -> [Float] {
    let layout = symbol.layout
    var costs = [Float](repeating: .infinity, count: symbol.characters.count * 30)
    guard let picture else { return costs }
    for (index, start) in layout.digitStarts.enumerated() {
      let middle =
        (edge(at: Float(start) + 3.5) + Float(EdgeProfile.quiet))
        * Float(EdgeProfile.fineness)
      let first = min(
        max(0, Int(middle.rounded()) - Self.windowCount / 2), scales.count - Self.windowCount)
      let edges = edges(from: start, at: first)
      func dark(_ bars: SIMD4<Int>, _ group: Int) -> SIMD8<Float> {
        edges[bars[0] + group] - edges[bars[1] + group] + edges[bars[2] + group]
          - edges[bars[3] + group]
      }
      let own = Self.bars[symbol.characters[index]]
      let choice = index < layout.left.count ? layout.leftChoice : 20..<30
      for character in choice { costs[index * 30 + character] = 0 }
      for group in 0..<Self.windowCount / 8 {
        let sample = first + group * 8
        let off = 2 * SIMD8(picture.residuals, from: sample)
        let x = SIMD8(scales, from: sample)
        let curve = parameters.contrast
        let contrast =
          (curve[0] + x * (curve[1] + x * curve[2])) * SIMD8(profile.weights, from: sample)
        let drawn = dark(own, group)
        for character in choice {
          let more = (dark(Self.bars[character], group) - drawn) * contrast
          costs[index * 30 + character] += (more * (more + off)).sum()
        }
      }
    }
    return costs
  }

  /// The light that a bar takes if it begins at each of a character's eight module boundaries, and gives back if it
  /// ends there, in turn.
  private func edges(from start: Int, at first: Int) -> [SIMD8<Float>] {
    var edges: [SIMD8<Float>] = []
    edges.reserveCapacity(2 * Self.windowCount)
    let step = 1 / (parameters.blur * Float(EdgeProfile.fineness))
    for module in 0...7 {
      let middle = edge(at: Float(start + module))
      for sign in [Float(-1), 1] {
        let position = middle + sign * parameters.gain / 2
        var z = (EdgeProfile.position(of: first) - position) / parameters.blur
        for _ in 0..<Self.windowCount / 8 {
          edges.append(
            SIMD8(
              Edge.at(z).x, Edge.at(z + step).x, Edge.at(z + 2 * step).x, Edge.at(z + 3 * step).x,
              Edge.at(z + 4 * step).x, Edge.at(z + 5 * step).x, Edge.at(z + 6 * step).x,
              Edge.at(z + 7 * step).x))
          z += 8 * step
        }
      }
    }
    return edges
  }

  private func edge(at module: Float) -> Float {
    let t = module / Float(moduleCount) * 2 - 1
    let warp = parameters.warp
    return warp[0] + t * (warp[1] + t * (warp[2] + t * warp[3]))
  }
}

extension SIMD8<Float> {
  /// Eight values in a row.
  fileprivate init(_ values: [Float], from first: Int) {
    self.init(
      values[first], values[first + 1], values[first + 2], values[first + 3], values[first + 4],
      values[first + 5], values[first + 6], values[first + 7])
  }
}

/// A blurred edge: the integral of the normal distribution, and its slope.
private enum Edge {
  private static let steps: Float = 128
  private static let reach: Float = 4
  private static let table: [SIMD2<Float>] = (0...Int(2 * reach * steps)).map { index in
    let z = Double(index) / Double(steps) - Double(reach)
    return SIMD2(
      Float(erfc(-z / 2.0.squareRoot()) / 2), Float(exp(-z * z / 2) / (2 * Double.pi).squareRoot()))
  }

  /// Share and slope at `z` standard deviations.
  static func at(_ z: Float) -> SIMD2<Float> {
    table[Int(min(max(z + reach, 0), 2 * reach) * steps + 0.5)]
  }
}
