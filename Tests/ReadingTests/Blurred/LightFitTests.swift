import Testing

@testable import PictureSupport
@testable import Reading

@Suite struct `Light` {
  /// Darkness of a blurred EAN-13 with quiet modules.
  static let drawn: [Float] = {
    let modules = BarDrawing.ean13
    return (0..<206).map { sample in
      let place = (Double(sample) + 0.5) / 2 - 4
      return modules.indices.reduce(Float(0)) {
        modules[$1]
          ? $0 + DiscBlur.darkness(ofBar: 1, at: place - Double($1), radius: 1) : $0
      }
    }
  }()

  /// The levels under a light of `mean`, which falls by `slope` and curves by `bow` towards the sides.
  func levels(mean: Float, slope: Float, bow: Float, contrast: Float) -> [Float] {
    Self.drawn.enumerated().map { index, dark in
      let x = 2 * Float(index) / 205 - 1
      return (mean + slope * x + bow * x * x) * (1 - contrast * dark)
    }
  }

  /// A light, and the error allowed for the darkness: the fit approaches a low contrast only slowly.
  struct Scene: Sendable {
    var mean: Float
    var slope: Float = 0
    var bow: Float = 0
    var contrast: Float
    var slack: Float = 0.03
  }

  @Test(arguments: [
    Scene(mean: 0.8, contrast: 0.9), Scene(mean: 0.6, slope: 0.3, contrast: 0.7),
    Scene(mean: 0.9, bow: -0.5, contrast: 0.95),
    Scene(mean: 0.5, slope: -0.2, bow: 0.2, contrast: 0.5, slack: 0.1),
  ])
  func `light and contrast are distinguished`(scene: Scene) throws {
    let levels = levels(
      mean: scene.mean, slope: scene.slope, bow: scene.bow, contrast: scene.contrast)
    let light = try #require(LightFit(fitting: levels, drawn: Self.drawn))
    let worst = zip(light.darkness(levels), Self.drawn).map { abs($0 - $1) }.max() ?? 1
    #expect(worst < scene.slack)
  }

  @Test(arguments: [(0.8, 0), (0.6, 0.3)] as [(Float, Float)])
  func `a guess is close without knowing what is drawn`(mean: Float, slope: Float) throws {
    let levels = levels(mean: mean, slope: slope, bow: 0, contrast: 0.8)
    let peak = BlurModel.all[1].peak
    let light = try #require(LightFit(guessing: levels, peak: peak))
    let off = zip(light.darkness(levels), Self.drawn).map { abs($0 - $1) }
    #expect(off.reduce(0, +) / Float(off.count) < 0.15)
  }

  @Test func `nothing is fitted to negatives or the dark, and paper gives no guess`() {
    let flat = [Float](repeating: 0.5, count: 206)
    #expect(LightFit(guessing: flat, peak: 0.9) == nil)
    let negative = Self.drawn.map { 0.1 + 0.8 * $0 }
    #expect(LightFit(fitting: negative, drawn: Self.drawn) == nil)
    let black = levels(mean: 0.01, slope: 0, bow: 0, contrast: 0.9)
    #expect(LightFit(fitting: black, drawn: Self.drawn) == nil)
  }
}
