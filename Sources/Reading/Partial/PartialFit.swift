/// How well each character fits at each place of a symbol in one band.
struct PartialFit {
  /// The maximum misfit that counts for one place, so that a covered character does not affect the others.
  static let mostMisfit: Float = 0.4
  /// The minimum contrast of a place, as a share of the symbol's median; below it, nothing is printed there.
  private static let leastContrast: Float = 0.25
  /// The same for a guard, whose narrow bars are faint when blurred.
  private static let leastGuardContrast: Float = 0.1

  var geometry: BlurredGeometry
  /// The misfit at `place * 30 + character`, 0 to 1: the share of the light's variance that the character does not
  /// explain.
  var misfits: [Float]
  /// The same for the three guards.
  var guards: [Float]
  /// The sum of the best misfits of all places and guards, each limited to `mostMisfit`.
  var sum: Float

  /// Correlates a profile at `geometry` with all characters and guards.
  init(_ profile: BarProfile, _ geometry: BlurredGeometry, layout: RetailLayout) {
    self.geometry = geometry
    let samples = Self.window(profile, geometry, layout)
    let templates = CharacterTemplates.all[geometry.blur]
    let rows = layout.digitSamples.map { Self.row(samples, $0 - 1).centred }
    let contrast = rows.map(\.length).sorted()[rows.count / 2]
    let least = contrast * Self.leastContrast
    let centre = ((layout.left.last ?? 0) + 7 + RetailLayout.quiet) * 2
    guards = zip([0, centre - 3, layout.moduleCount * 2], templates.guards).map { start, guardRow in
      let (row, length) = Self.row(samples, start).centred
      return length > contrast * Self.leastGuardContrast ? Self.misfit(row, guardRow) : 1
    }
    misfits = [Float](repeating: 1, count: rows.count * 30)
    sum = guards.reduce(0) { $0 + min($1, Self.mostMisfit) }
    for (place, row) in rows.enumerated() {
      var best = Self.mostMisfit
      if row.length > least {
        for character in place < layout.left.count ? layout.leftChoice : 20..<30 {
          let misfit = Self.misfit(row.row, templates.characters[character])
          misfits[place * 30 + character] = misfit
          best = min(best, misfit)
        }
      }
      sum += best
    }
  }

  /// The best character at a place, and its misfit.
  func best(at place: Int) -> (character: Int, misfit: Float) {
    var best = (character: 0, misfit: Float.infinity)
    for character in 0..<30 where misfits[place * 30 + character] < best.misfit {
      best = (character, misfits[place * 30 + character])
    }
    return best
  }

  private static func misfit(_ row: SIMD16<Float>, _ template: SIMD16<Float>) -> Float {
    let likeness = max(0, (row * template).sum())
    return max(0, 1 - likeness * likeness)
  }

  private static func row(_ samples: [Float], _ start: Int) -> SIMD16<Float> {
    var row = SIMD16<Float>.zero
    for lane in 0..<CharacterTemplates.sampleCount { row[lane] = samples[start + lane] }
    return row
  }

  /// Mean darkness of each half module of the symbol and its quiet modules, in reading direction.
  private static func window(
    _ profile: BarProfile, _ geometry: BlurredGeometry, _ layout: RetailLayout
  ) -> [Float] {
    let modules = Double(layout.moduleCount)
    let quiet = Double(RetailLayout.quiet)
    var before = geometry.place(-quiet, of: modules)
    let samples = (0..<layout.sampleCount).map { sample in
      let after = geometry.place(Double(sample + 1) / 2 - quiet, of: modules)
      defer { before = after }
      return -profile.mean(before, after)
    }
    return geometry.isReversed ? samples.reversed() : samples
  }
}
