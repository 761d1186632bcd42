/// How well each character fits at each digit of a symbol in one band.
struct PartialFit {
  /// The most that one digit's misfit counts, so that a covered character does not affect the others.
  static let maxMisfit: Float = 0.4
  /// The minimum contrast of a digit, as a share of the symbol's median; below it, nothing is printed there.
  private static let minContrast: Float = 0.25
  /// The same for a guard, whose narrow bars are faint when blurred.
  private static let minGuardContrast: Float = 0.1

  var geometry: BlurredGeometry
  /// The misfit at `index * 30 + character`, 0 to 1: the share of the light's variance that the character does not
  /// explain.
  var misfits: [Float]
  /// The same for the three guards.
  var guards: [Float]
  /// The sum of the best misfits of all digits and guards, each limited to `maxMisfit`.
  var sum: Float

  /// Correlates a profile at `geometry` with all characters and guards.
  init(_ profile: BarProfile, _ geometry: BlurredGeometry, layout: RetailLayout) {
    self.geometry = geometry
    let samples = Self.window(profile, geometry, layout)
    let templates = CharacterTemplates.all[geometry.blur]
    let rows = layout.digitSamples.map { Self.row(samples, $0 - 1).centred }
    let contrast = rows.map(\.length).sorted()[rows.count / 2]
    let least = contrast * Self.minContrast
    let centre = ((layout.left.last ?? 0) + 7 + RetailLayout.quiet) * 2
    guards = zip([0, centre - 3, layout.moduleCount * 2], templates.guards).map { start, guardRow in
      let (row, length) = Self.row(samples, start).centred
      return length > contrast * Self.minGuardContrast ? Self.misfit(row, guardRow) : 1
    }
    misfits = [Float](repeating: 1, count: rows.count * 30)
    sum = guards.reduce(0) { $0 + min($1, Self.maxMisfit) }
    for (index, row) in rows.enumerated() {
      var best = Self.maxMisfit
      if row.length > least {
        for character in index < layout.left.count ? layout.leftChoice : 20..<30 {
          let misfit = Self.misfit(row.row, templates.characters[character])
          misfits[index * 30 + character] = misfit
          best = min(best, misfit)
        }
      }
      sum += best
    }
  }

  /// The best character for a digit, and its misfit.
  func best(at index: Int) -> (character: Int, misfit: Float) {
    var best = (character: 0, misfit: Float.infinity)
    for character in 0..<30 where misfits[index * 30 + character] < best.misfit {
      best = (character, misfits[index * 30 + character])
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
    var before = geometry.position(-quiet, of: modules)
    let samples = (0..<layout.sampleCount).map { sample in
      let after = geometry.position(Double(sample + 1) / 2 - quiet, of: modules)
      defer { before = after }
      return -profile.mean(before, after)
    }
    return geometry.isReversed ? samples.reversed() : samples
  }
}

/// Blurred templates of all EAN and UPC characters and guards, to correlate with a profile.
///
/// A row has two samples per module and extends half a module into both neighbours. Those parts are the same for all
/// neighbours: a left character starts light and ends dark, a right one starts dark and ends light, and the guards
/// match (ISO/IEC 15420:2009, 4.2). Anything further out counts as half dark.
struct CharacterTemplates {
  /// One set of templates per blur: the radius of the disc that a point is spread over, in modules.
  static let all = [0.3, 0.7, 1.1, 1.5].map { CharacterTemplates(radius: $0) }

  /// Samples in a row: seven modules, and half a module on each side.
  static let sampleCount = 16

  /// The 30 characters of `RetailLayout.characters`, each with mean 0 and length 1.
  let characters: [SIMD16<Float>]
  /// The first, middle and last guard over eight modules each; the outer two include the paper beside them.
  let guards: [SIMD16<Float>]

  private init(radius: Double) {
    characters = RetailLayout.characters.enumerated().map { index, modules in
      let isLeft = index < 20
      let row = [isLeft] + modules + [!isLeft]
      return Self.row(row.map { $0 ? 1 : 0 }, from: -1, radius: radius, offset: -0.5)
    }
    guards = [
      Self.row([0, 0, 0, 0, 1, 0, 1, 0], from: 0, radius: radius, offset: 0, before: 0),
      Self.row([1, 0, 1, 0, 1, 0, 1], from: 0, radius: radius, offset: -0.5),
      Self.row([0, 1, 0, 1, 0, 0, 0, 0], from: 0, radius: radius, offset: 0, after: 0),
    ]
  }

  /// Samples blurred modules.
  ///
  /// - Parameters:
  ///   - modules: darkness, 0 or 1.
  ///   - first: where the first module starts, in modules.
  ///   - radius: the blur, in modules.
  ///   - offset: where the first sample starts, in modules.
  ///   - before: darkness before the first module.
  ///   - after: darkness after the last one.
  /// - Returns: The samples with mean 0 and length 1.
  private static func row(
    _ modules: [Float], from first: Int, radius: Double, offset: Double, before: Float = 0.5,
    after: Float = 0.5
  ) -> SIMD16<Float> {
    let beyond = 3
    let all =
      [Float](repeating: before, count: beyond) + modules
      + [Float](repeating: after, count: beyond)
    var row = SIMD16<Float>.zero
    for sample in 0..<sampleCount {
      let position = offset + (Double(sample) + 0.5) / 2
      for (index, dark) in all.enumerated() {
        let start = Double(first - beyond + index)
        row[sample] += dark * DiscBlur.darkness(ofBar: 1, at: position - start, radius: radius)
      }
    }
    return row.centred.row
  }
}

extension SIMD16<Float> {
  /// The row minus its mean and scaled to length 1, and its length before scaling.
  var centred: (row: SIMD16<Float>, length: Float) {
    let row = self - sum() / 16
    let length = (row * row).sum().squareRoot()
    return (length > 0 ? row / length : .zero, length)
  }
}
