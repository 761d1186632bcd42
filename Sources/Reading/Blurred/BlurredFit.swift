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

  /// Where a position on a symbol of `modules` modules is on the profile.
  func place(_ module: Double, of modules: Double) -> Double {
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
  /// Darkness without the guards, cut into the digits' places.
  var rest: [SIMD16<Float>]
}
