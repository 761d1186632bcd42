/// Searches a profile for a symbol: where it begins and ends, and how blurred it is.
struct BlurredSearch {
  let decoder: BlurredDecoder
  private var layout: RetailLayout { decoder.layout }

  /// Starts that are refined in coarse steps, and in fine ones.
  private static let startCount = 6
  private static let finalCount = 3
  /// The most rounds for one step size.
  private static let maxRounds = 5
  /// The blurs that starts are tried with, as indices in `BlurModel.all`.
  private static let firstBlurs = [1, 3, 5]
  /// Misfit beyond which a start is dropped: wrong geometries of right symbols stay below it.
  private static let hopeless: Float = 0.9

  init(_ layout: RetailLayout) {
    decoder = BlurredDecoder(layout)
  }

  /// The best fit from every pair of positions where a symbol may begin and end.
  ///
  /// - Parameters:
  ///   - profile: light across a region of bars.
  ///   - expected: about how long the symbol is, in samples.
  ///   - characters: the only ones to try; `nil` tries all.
  /// - Returns: `nil` when nothing there resembles a symbol.
  func best(
    _ profile: BarProfile, expected: Double, as characters: [Int]? = nil
  ) -> BlurredFit? {
    let (lows, highs) = profile.ends
    var starts: [BlurredFit] = []
    for low in lows {
      for high in highs
      where profile.mayHold(from: low, to: high, modules: layout.moduleCount, expected: expected) {
        for isReversed in [false, true] {
          let fits = Self.firstBlurs.compactMap { blur in
            decoder.fit(
              profile,
              BlurredGeometry(low: low, high: high, bend: 0, blur: blur, isReversed: isReversed),
              as: characters)
          }
          if let fit = fits.min(by: { $0.misfit < $1.misfit }), fit.misfit < Self.hopeless {
            starts.append(fit)
          }
        }
      }
    }
    // Coarse steps for many, fine ones for the few that remain.
    let coarse = starts.sorted { $0.misfit < $1.misfit }.prefix(Self.startCount)
      .map { refined($0, on: profile, as: characters, steps: [0.8, 0.4]) }
    return coarse.sorted { $0.misfit < $1.misfit }.prefix(Self.finalCount)
      .map { refined($0, on: profile, as: characters, steps: [0.2, 0.1]) }
      .min { $0.misfit < $1.misfit }
  }

  /// The best fit near the geometry of another band of the same symbol.
  func best(
    _ profile: BarProfile, near geometry: BlurredGeometry, as characters: [Int]? = nil
  ) -> BlurredFit? {
    decoder.fit(profile, geometry, as: characters).map {
      refined($0, on: profile, as: characters, steps: [0.8, 0.4, 0.2, 0.1])
    }
  }

  /// Changes one number of the geometry at a time, by fractions of a module, as long as the misfit falls.
  private func refined(
    _ start: BlurredFit, on profile: BarProfile, as characters: [Int]?, steps: [Double]
  ) -> BlurredFit {
    var best = start
    let module = start.geometry.width / Double(layout.moduleCount)
    for step in steps {
      for _ in 0..<Self.maxRounds {
        let before = best.misfit
        for geometry in best.geometry.neighbours(
          step: step * module, blurs: BlurModel.all.indices)
        {
          if let fit = decoder.fit(profile, geometry, as: characters), fit.misfit < best.misfit {
            best = fit
          }
        }
        if best.misfit > before * 0.99 { break }
      }
    }
    return best
  }
}
