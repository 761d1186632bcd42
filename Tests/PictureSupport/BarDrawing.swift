@testable import Reading

#if canImport(Glibc)
  import Glibc
#endif

/// Bars on paper, turned and out of focus, drawn by formula, without an underlying pixel grid.
struct BarDrawing: Sendable {
  /// How a point is spread, with its size in modules.
  enum Blur: Sendable, Hashable {
    case none
    /// Out of focus: the radius.
    case disc(Double)
    /// Camera shake and softness: the standard deviation.
    case gaussian(Double)
  }

  /// No memory for a picture.
  struct NoMemory: Error {}

  /// An EAN-13 for tests that need any symbol.
  static let ean13 = Sample.modules("EAN13", "5901234123457")

  /// True is dark, in the order of a scan line.
  var modules: [Bool]
  /// Pixels per module.
  var module = 3.0
  /// By how much bars are thicker than their modules, in modules; thinner if negative.
  var gain = 0.0
  /// Pixels along the bars.
  var height = 90.0
  /// How far the scan line is turned, clockwise; 180 is upside down.
  var degrees = 0.0
  var blur = Blur.none
  /// Size of the picture; the symbol is in its middle.
  var size = (width: 600, height: 400)
  var paper = 225.0
  var ink = 35.0
  /// The largest error of a pixel.
  var noise = 0.0
  var seed = 1

  /// Pixels across the bars.
  var length: Double { Double(modules.count) * module }
  var centre: SIMD2<Double> { SIMD2(Double(size.width), Double(size.height)) / 2 }
  var across: SIMD2<Double> { SIMD2(cos(degrees * .pi / 180), sin(degrees * .pi / 180)) }

  /// The exact region of the bars.
  var region: BarRegion {
    BarRegion(
      centre: centre, across: across, length: length, height: height, fan: 0)
  }

  /// Grey levels, row by row.
  var pixels: [UInt8] {
    let profile = DarknessProfile(modules, gain: gain, pixel: 1 / module, blur: blur)
    let along = SIMD2(-across.y, across.x)
    var generator = SeededGenerator(seed: seed)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(size.width * size.height)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let offset = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - centre
        let cover = min(1, max(0, height / 2 + 0.5 - abs((offset * along).sum())))
        let place = (offset * across).sum() / module + Double(modules.count) / 2
        var level = paper - (paper - ink) * (cover > 0 ? cover * profile[place] : 0)
        if noise > 0 { level += Double.random(in: -noise...noise, using: &generator) }
        pixels.append(UInt8(max(0, min(255, level.rounded()))))
      }
    }
    return pixels
  }

  func picture() throws -> GreyPicture { try sample.grey() }

  var sample: Sample {
    var sample = Sample(width: size.width, height: size.height)
    sample.pixels = pixels
    return sample
  }
}

extension Sample {
  /// The drawing in the reader's form.
  func grey() throws -> GreyPicture {
    guard let made = GreyPicture(width: width, height: height, shade: { pixels[$1 * width + $0] })
    else { throw BarDrawing.NoMemory() }
    return made
  }
}

extension GreyPicture {
  /// The first region that is bars.
  var firstBars: BarRegion? {
    for bars in Locator.barRegions(on: self) {
      if let region = bars.trimmed(on: self) { return region }
    }
    return nil
  }

  /// The strip of a region.
  func strip(of region: BarRegion) throws -> BarStrip {
    guard let strip = BarStrip(region, of: self) else { throw BarDrawing.NoMemory() }
    return strip
  }

  /// All grey levels, row by row.
  var levels: [Int] {
    unsafe withPixels { start in (0..<width * height).map { unsafe Int(start[$0]) } }
  }
}

/// How dark a blurred symbol is along its scan line.
private struct DarknessProfile {
  private static let fineness = 16
  /// Modules beyond the symbol on both sides.
  private static let margin = 10
  private var values: [Double]

  /// Thickens the bars of `modules` by `gain`, and spreads them by `blur`, and over a pixel's own width, in modules.
  init(_ modules: [Bool], gain: Double, pixel: Double, blur: BarDrawing.Blur) {
    let quiet = [Bool](repeating: false, count: Self.margin)
    let dark = (quiet + modules + quiet).flatMap { repeatElement($0, count: Self.fineness) }
    let more = Int((gain / 2 * Double(Self.fineness)).rounded())
    values = dark.indices.map { index in
      let near = dark[max(0, index - abs(more))...min(dark.count - 1, index + abs(more))]
      return (more < 0 ? near.allSatisfy { $0 } : near.contains(true)) ? 1 : 0
    }
    spread(reach: pixel / 2) { _ in 1 }
    switch blur {
    case .none: break
    case .disc(let radius):
      spread(reach: radius) { max(0, 1 - $0 * $0 / (radius * radius)).squareRoot() }
    case .gaussian(let sigma): spread(reach: 3 * sigma) { exp(-$0 * $0 / (2 * sigma * sigma)) }
    }
  }

  private mutating func spread(reach: Double, weight: (Double) -> Double) {
    let count = Int((reach * Double(Self.fineness)).rounded())
    let weights = (-count...count).map { weight(Double($0) / Double(Self.fineness)) }
    let sum = weights.reduce(0, +)
    let last = values.count - 1
    values = values.indices.map { index in
      weights.indices.reduce(0) { partial, offset in
        partial + weights[offset] * values[max(0, min(last, index + offset - count))]
      } / sum
    }
  }

  /// Darkness at `place`, in modules from the first bar's edge.
  subscript(place: Double) -> Double {
    let sample = (place + Double(Self.margin)) * Double(Self.fineness)
    guard sample >= 0, sample < Double(values.count) else { return 0 }
    return values[Int(sample)]
  }
}

/// Random damage to a sample of this drawing; each says what it did.
extension BarDrawing {
  /// A stripe of light across the bars.
  func glare(over sample: inout Sample, using generator: inout SeededGenerator) -> String {
    let middle = Double.random(in: -0.5...0.5, using: &generator) * length
    let width = Double.random(in: 2...20, using: &generator) * module
    let strength = Double.random(in: 60...230, using: &generator)
    sample.change { place, level in
      let off = ((place - centre) * across).sum() - middle + 0.3 * (place.y - centre.y)
      return level + strength * exp(-off * off / (2 * width * width))
    }
    return "; glare at \(middle), \(width) wide, \(strength)"
  }

  /// A line of ink or of paper along a slant.
  func scratch(over sample: inout Sample, using generator: inout SeededGenerator) -> String {
    let angle = Double.random(in: 0...3.14, using: &generator)
    let width = Double.random(in: 1...8, using: &generator)
    let offset = Double.random(in: -0.3...0.3, using: &generator) * length
    let shade = Bool.random(using: &generator) ? ink : paper
    sample.change { place, level in
      let place = place - centre
      return abs(place.x * sin(angle) + place.y * cos(angle) - offset * sin(angle)) < width / 2
        ? shade : level
    }
    return "; scratch at \(offset), \(angle) rad, \(width) wide, \(shade)"
  }

  /// Paper, or a dark edge, over the ends of the bars.
  func cut(_ sample: inout Sample, using generator: inout SeededGenerator) -> String {
    let left = Double.random(in: 0...0.3, using: &generator) * length
    let right = Double.random(in: 0...0.3, using: &generator) * length
    let shade = Bool.random(using: &generator) ? paper : 60
    sample.change { place, level in
      let way = ((place - centre) * across).sum() + length / 2
      return way < left || way > length - right ? shade : level
    }
    return "; cut by \(left) and \(right) to \(shade)"
  }
}

extension Sample {
  /// Gives each pixel, by its middle and its level, another level.
  fileprivate mutating func change(_ level: (SIMD2<Double>, Double) -> Double) {
    for y in 0..<height {
      for x in 0..<width {
        let made = level(SIMD2(Double(x) + 0.5, Double(y) + 0.5), Double(pixels[y * width + x]))
        pixels[y * width + x] = UInt8(max(0, min(255, made)))
      }
    }
  }
}
