/// What EAN and UPC characters look like out of focus: darkness, 0 to 1, with two samples per module.
///
/// The picture of a symbol is the sum of the pictures of its dark modules, so a character's picture is a fixed row
/// of numbers that extends `reach` modules into its neighbours.
struct BlurModel {
  /// Samples per module.
  static let fineness = 2
  /// How many modules beyond a character's own seven its blur is followed.
  static let reach = 3
  /// Samples of a character's body, and of its tail on one side.
  static let bodyCount = 7 * fineness
  static let tailCount = reach * fineness

  /// The blurs that are tried: radius of the disc that a point becomes, in modules.
  ///
  /// Beyond the last, almost any digits fit (our measurement).
  static let all = [0.6, 1.0, 1.4, 1.8, 2.2, 2.6, 3.0].map { BlurModel(radius: $0) }

  let radius: Double
  /// Darkness in the middle of a bar of three modules.
  let peak: Float
  /// The 30 characters (sets A, B, C) over their own seven modules; the last two lanes are 0.
  let bodies: [SIMD16<Float>]
  /// Their tails, in the first modules of the next character, and their heads, in the last modules of the previous
  /// one, in the lanes of that character's body; the other lanes are 0.
  let tails: [SIMD16<Float>]
  let heads: [SIMD16<Float>]
  private let bodyNorms: [Float]
  private let tailNorms: [Float]
  private let headNorms: [Float]
  /// What characters `a` and then `b` add to each other's cost: at index `a * 30 + b`.
  private let pairs: [Float]

  private init(radius: Double) {
    self.radius = radius
    peak = DiscBlur.darkness(ofBar: 3, at: 1.5, radius: radius)
    let rows = RetailLayout.characters.map { bits in
      (-Self.tailCount..<Self.bodyCount + Self.tailCount).map { sample in
        bits.indices.reduce(Float(0)) { sum, module in
          let position = (Double(sample) + 0.5) / Double(Self.fineness) - Double(module)
          return bits[module]
            ? sum + DiscBlur.darkness(ofBar: 1, at: position, radius: radius) : sum
        }
      }
    }
    let (body, tail) = (Self.bodyCount, Self.tailCount)
    bodies = rows.map { Self.lanes($0[tail..<tail + body], from: 0) }
    tails = rows.map { Self.lanes($0[(tail + body)...], from: 0) }
    heads = rows.map { Self.lanes($0[..<tail], from: body - tail) }
    bodyNorms = bodies.map { ($0 * $0).sum() }
    tailNorms = tails.map { ($0 * $0).sum() }
    headNorms = heads.map { ($0 * $0).sum() }
    var pairs: [Float] = []
    for a in 0..<30 {
      for b in 0..<30 { pairs.append(2 * (tails[a] * bodies[b] + heads[b] * bodies[a]).sum()) }
    }
    self.pairs = pairs
  }

  private static func lanes(_ values: ArraySlice<Float>, from first: Int) -> SIMD16<Float> {
    var lanes = SIMD16<Float>.zero
    for (lane, value) in zip(first..., values) { lanes[lane] = value }
    return lanes
  }

  /// The extra cost of character `b` following `a`, beyond their own costs.
  func pair(_ a: Int, _ b: Int) -> Float { pairs[a * 30 + b] }

  /// Squared misfit that character `c` adds, up to a constant that is the same for all characters.
  ///
  /// - Parameters:
  ///   - c: index in `RetailLayout.characters`.
  ///   - here: the darkness left to explain over the character's own modules.
  ///   - previous: the same for the previous character; `nil` after a guard.
  ///   - next: the same for the next character; `nil` before a guard.
  /// - Returns: Squared darkness, summed over the samples.
  func cost(
    of c: Int, here: SIMD16<Float>, previous: SIMD16<Float>?, next: SIMD16<Float>?
  ) -> Float {
    var products = here * bodies[c]
    var norm = bodyNorms[c]
    if let next {
      products += next * tails[c]
      norm += tailNorms[c]
    }
    if let previous {
      products += previous * heads[c]
      norm += headNorms[c]
    }
    return norm - 2 * products.sum()
  }
}
