/// Finds a symbol on a profile by its characters and guards, some of which may be hidden.
struct PartialSearch {
  let layout: RetailLayout

  /// How many of the best starts to refine.
  private static let startCount = 3
  /// The maximum number of rounds per step size.
  private static let mostRounds = 5
  /// The blurs to try starts with, as indices in `CharacterTemplates.all`.
  private static let firstBlurs = [1, 2]

  /// The minimum share of a region that EAN-8 must fill, because half an EAN-13 looks much like it.
  private static let leastShortShare = 0.8

  /// The best fit over all pairs of places where a symbol may start and end; `nil` if there are none.
  func best(_ profile: BarProfile, expected: Double) -> PartialFit? {
    let (lows, highs) = profile.ends
    let least = layout.impliesDigit ? 0 : expected * Self.leastShortShare
    var starts: [PartialFit] = []
    for low in lows {
      for high in highs
      where high - low >= least
        && profile.mayHold(from: low, to: high, modules: layout.moduleCount, expected: expected)
      {
        for isReversed in [false, true] {
          for blur in Self.firstBlurs {
            starts.append(
              PartialFit(
                profile,
                BlurredGeometry(low: low, high: high, bend: 0, blur: blur, isReversed: isReversed),
                layout: layout))
          }
        }
      }
    }
    return starts.sorted { $0.sum < $1.sum }.prefix(Self.startCount)
      .map { refined($0, on: profile, steps: [0.8, 0.4, 0.2]) }
      .min { $0.sum < $1.sum }
  }

  /// The best fit near `geometry`, which was found on another band of the same symbol.
  func best(_ profile: BarProfile, near geometry: BlurredGeometry) -> PartialFit {
    refined(
      PartialFit(profile, geometry, layout: layout), on: profile, steps: [0.8, 0.4, 0.2])
  }

  /// Improves the geometry in `steps`, as shares of a module, each until a round gains less than 1 %.
  private func refined(
    _ start: PartialFit, on profile: BarProfile, steps: [Double]
  ) -> PartialFit {
    var best = start
    let module = start.geometry.width / Double(layout.moduleCount)
    for step in steps {
      for _ in 0..<Self.mostRounds {
        let before = best.sum
        for geometry in best.geometry.neighbours(
          step: step * module, blurs: CharacterTemplates.all.indices)
        {
          let fit = PartialFit(profile, geometry, layout: layout)
          if fit.sum < best.sum { best = fit }
        }
        if best.sum > before * 0.99 { break }
      }
    }
    return best
  }
}
