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
      let place = offset + (Double(sample) + 0.5) / 2
      for (index, dark) in all.enumerated() {
        let start = Double(first - beyond + index)
        row[sample] += dark * DiscBlur.darkness(ofBar: 1, at: place - start, radius: radius)
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
