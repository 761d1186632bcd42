import Testing

@testable import PictureSupport
@testable import Reading

@Suite struct `Costs of characters` {
  /// Two digits per half, and a third implied: few enough to try all.
  static let small = RetailLayout(
    moduleCount: 39, left: [3, 10], right: [22, 29], guards: [0, 2, 18, 20, 36, 38],
    sets: [(0, 0), (2, 7)])

  /// Noise, or four characters with added noise.
  func rest(seed: Int, model: BlurModel) -> [SIMD16<Float>] {
    var generator = SeededGenerator(seed: seed)
    var rest = [SIMD16<Float>](repeating: .zero, count: 4)
    if seed % 2 == 0 {
      for half in [0..<2, 2..<4] {
        let characters = half.map { _ in
          Int.random(in: half.lowerBound == 0 ? 0..<20 : 20..<30, using: &generator)
        }
        let drawn = picture(characters, model)
        for (place, lanes) in zip(half, drawn) { rest[place] = lanes }
      }
    }
    for place in rest.indices {
      for lane in 0..<BlurModel.bodyCount {
        rest[place][lane] += Float.random(in: -0.3...0.3, using: &generator)
      }
    }
    return rest
  }

  /// Two neighbours between guards, drawn.
  func picture(_ pair: [Int], _ model: BlurModel) -> [SIMD16<Float>] {
    [model.bodies[pair[0]] + model.heads[pair[1]], model.bodies[pair[1]] + model.tails[pair[0]]]
  }

  /// How much better four characters explain `rest` than nothing does.
  func cost(_ characters: [Int], _ rest: [SIMD16<Float>], _ model: BlurModel) -> Float {
    let drawn = picture(Array(characters[..<2]), model) + picture(Array(characters[2...]), model)
    return zip(rest, drawn).reduce(0) { sum, place in
      let off = place.0 - place.1
      return sum + (off * off).sum() - (place.0 * place.0).sum()
    }
  }

  @Test(arguments: 1...4, [0, 3, 6])
  func `the cheapest path is the one found by trying all`(seed: Int, blur: Int) {
    let model = BlurModel.all[blur]
    let rest = rest(seed: seed, model: model)
    let found = CharacterCosts(rest, layout: Self.small, model: model)
    var (best, least) = ([Int](), Float.infinity)
    var (validBest, validLeast) = ([Int](), Float.infinity)
    for a in 0..<20 {
      for b in 0..<20 {
        for c in 20..<30 {
          for d in 20..<30 {
            let characters = [a, b, c, d]
            let cost = cost(characters, rest, model)
            if cost < least { (best, least) = (characters, cost) }
            let sum = (b < 10 ? 0 : 7) + 3 * a + b % 10 + 3 * (c % 10) + d % 10
            guard a < 10, sum % 10 == 0 else { continue }
            if cost < validLeast { (validBest, validLeast) = (characters, cost) }
          }
        }
      }
    }
    #expect(found.cheapest == best)
    #expect(found.valid.first?.characters == validBest)
    #expect(abs((found.valid.first?.cost ?? 0) - validLeast) < 0.01)
  }

  @Test(arguments: 1...6)
  func `valid readings obey check digit and sets, cheapest first`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let rest = (0..<12).map { _ in
      var lanes = SIMD16<Float>.zero
      for lane in 0..<BlurModel.bodyCount {
        lanes[lane] = Float.random(in: 0...1, using: &generator)
      }
      return lanes
    }
    let valid = CharacterCosts(rest, layout: .ean13, model: BlurModel.all[2]).valid
    // Ten first digits, and ten ways to split the check sum between the halves.
    #expect(valid.count == 100)
    #expect(zip(valid, valid.dropFirst()).allSatisfy { $0.cost <= $1.cost })
    for reading in valid {
      let text = String(decoding: reading.digits.map { UInt8($0 + 48) }, as: UTF8.self)
      #expect(Content.checked(String(text.dropLast())) == text)
      #expect(RetailLayout.ean13.characters(for: reading.digits) == reading.characters)
    }
  }
}
