/// Finds the characters whose blurred picture fits a profile best, given where the symbol is.
///
/// Matching whole characters instead of measuring bars is the idea of O. Gallo and R. Manduchi, Reading 1D Barcodes
/// with Mobile Phones Using Deformable Templates, PAMI 33 (9), 2011.
struct BlurredDecoder {
  let layout: RetailLayout
  /// Darkness of the guards at each blur.
  private let guards: [[Float]]

  init(_ layout: RetailLayout) {
    self.layout = layout
    guards = BlurModel.all.map { model in
      (0..<layout.sampleCount).map { sample in
        layout.guards.reduce(Float(0)) { sum, module in
          let position =
            (Double(sample) + 0.5) / Double(BlurModel.fineness)
            - Double(module + RetailLayout.quiet)
          return sum + DiscBlur.darkness(ofBar: 1, at: position, radius: model.radius)
        }
      }
    }
  }

  /// How well the best characters fit at `geometry`, with the light fitted to them.
  ///
  /// - Parameters:
  ///   - profile: light across the symbol.
  ///   - geometry: where the symbol is on it.
  ///   - characters: the only ones to try; `nil` tries all.
  /// - Returns: `nil` when no light makes sense.
  func fit(
    _ profile: BarProfile, _ geometry: BlurredGeometry, as characters: [Int]? = nil
  ) -> BlurredFit? {
    let levels = window(profile, geometry)
    guard let guess = LightFit(guessing: levels, peak: geometry.model.peak) else { return nil }
    var light = guess
    var best: BlurredFit?
    // The second round uses the light fitted to the first round's characters.
    for _ in 0..<(characters == nil ? 2 : 1) {
      let drawn = drawn(
        characters ?? costs(rest(light.darkness(levels), geometry), geometry).cheapest, geometry)
      guard let fitted = LightFit(fitting: levels, drawn: drawn) else { break }
      light = fitted
      let darkness = fitted.darkness(levels)
      let misfit = Self.misfit(darkness, drawn)
      if misfit < best?.misfit ?? .infinity {
        best = BlurredFit(geometry: geometry, misfit: misfit, rest: rest(darkness, geometry))
      }
    }
    return best
  }

  /// The numbers that fit best in the light of `fit`, best first.
  func readings(of fit: BlurredFit) -> [CharacterCosts.Reading] {
    costs(fit.rest, fit.geometry).valid
  }

  /// The profile cut to the symbol and its quiet modules, in reading direction, as means over half modules.
  private func window(_ profile: BarProfile, _ geometry: BlurredGeometry) -> [Float] {
    let modules = Double(layout.moduleCount)
    let quiet = Double(RetailLayout.quiet)
    var before = geometry.position(-quiet, of: modules)
    let means = (0..<layout.sampleCount).map { sample in
      let after = geometry.position(
        Double(sample + 1) / Double(BlurModel.fineness) - quiet, of: modules)
      defer { before = after }
      return profile.mean(before, after)
    }
    return geometry.isReversed ? means.reversed() : means
  }

  private func costs(_ rest: [SIMD16<Float>], _ geometry: BlurredGeometry) -> CharacterCosts {
    CharacterCosts(rest, layout: layout, model: geometry.model)
  }

  /// The darkness that the digits have to explain.
  private func rest(_ darkness: [Float], _ geometry: BlurredGeometry) -> [SIMD16<Float>] {
    let guards = guards[geometry.blur]
    return layout.digitSamples.map { start in
      var lanes = SIMD16<Float>.zero
      for lane in 0..<BlurModel.bodyCount {
        lanes[lane] = darkness[start + lane] - guards[start + lane]
      }
      return lanes
    }
  }

  /// Darkness of each sample if the characters were these.
  private func drawn(_ characters: [Int], _ geometry: BlurredGeometry) -> [Float] {
    let model = geometry.model
    var drawn = guards[geometry.blur]
    for (start, c) in zip(layout.digitSamples, characters) {
      for lane in 0..<BlurModel.bodyCount { drawn[start + lane] += model.bodies[c][lane] }
      for lane in 0..<BlurModel.tailCount {
        drawn[start + BlurModel.bodyCount + lane] += model.tails[c][lane]
        let end = BlurModel.bodyCount - BlurModel.tailCount + lane
        drawn[start - BlurModel.bodyCount + end] += model.heads[c][end]
      }
    }
    return drawn
  }

  private static func misfit(_ darkness: [Float], _ drawn: [Float]) -> Float {
    var (wrong, sum, squares) = (Float(0), Float(0), Float(0))
    for index in drawn.indices {
      let off = darkness[index] - drawn[index]
      wrong += off * off
      sum += drawn[index]
      squares += drawn[index] * drawn[index]
    }
    return wrong / (squares - sum * sum / Float(drawn.count))
  }
}

/// Where a symbol is on a profile, and how blurred it is.
struct BlurredGeometry {
  /// Start of the first dark module and end of the last, in samples of the profile.
  var low: Double
  var high: Double
  /// How far the symbol's middle is from the mean of the two: a slant or a bottle's curve.
  var bend: Double
  /// Index in `BlurModel.all`.
  var blur: Int
  /// Whether the symbol is read starting from the profile's end.
  var isReversed: Bool

  var width: Double { high - low }
  var model: BlurModel { BlurModel.all[blur] }

  /// Where a point on a symbol of `modules` modules is on the profile.
  func position(_ module: Double, of modules: Double) -> Double {
    let share = module / modules
    return low + width * share + 4 * bend * share * (1 - share)
  }

  /// The geometries that differ in one number, by `step` samples, or by the next of `blurs`.
  func neighbours(step: Double, blurs: Range<Int>) -> [BlurredGeometry] {
    var all: [BlurredGeometry] = []
    func add(_ change: (inout BlurredGeometry) -> Void) {
      var changed = self
      change(&changed)
      if blurs.contains(changed.blur) { all.append(changed) }
    }
    for sign in [-1.0, 1] {
      add { $0.low += sign * step }
      add { $0.high += sign * step }
      add { $0.bend += sign * step }
      add {
        $0.low += sign * step
        $0.high += sign * step
      }
      add { $0.blur += Int(sign) }
    }
    return all
  }
}

/// How well characters fit a profile at one geometry.
struct BlurredFit {
  var geometry: BlurredGeometry
  /// Squared misfit as a share of the symbol's own variance: 0 is perfect.
  var misfit: Float
  /// Darkness without the guards, cut into the digits.
  var rest: [SIMD16<Float>]
}
