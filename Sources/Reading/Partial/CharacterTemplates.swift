/// What each character and guard of EAN and UPC looks like, sampled twice a module, as rows to correlate with.
///
/// A row reaches half a module into both neighbours. What is there is known without knowing the neighbours: a
/// character of the left half begins light and ends dark, one of the right half begins dark and ends light, and the
/// guards fit in between (ISO/IEC 15420:2009, 4.2). What is beyond counts as half dark.
struct CharacterTemplates {
  /// The blurs that are told apart: radius of the disc that a point becomes, in modules.
  static let all = [0.3, 0.7, 1.1, 1.5].map { CharacterTemplates(radius: $0) }

  /// Samples of a row: seven modules and half a module on both sides.
  static let sampleCount = 16

  /// The 30 characters of `RetailLayout.characters`; each has mean 0 and length 1.
  let characters: [SIMD16<Float>]
  /// First, middle and last guard, each of eight modules: the outer ones with the paper beside them.
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

  /// Samples from `offset` on of modules of which the first begins at `from`.
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
  /// Without its mean, at length 1, and the length that it had.
  var centred: (row: SIMD16<Float>, length: Float) {
    let row = self - sum() / 16
    let length = (row * row).sum().squareRoot()
    return (length > 0 ? row / length : .zero, length)
  }
}
