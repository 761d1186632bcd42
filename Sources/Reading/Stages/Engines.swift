import Cards

/// The engines, set up for what is asked for.
struct Engines: ~Copyable {
  let symbologies: Set<Symbology>
  /// Those of them that are one row of bars.
  let linear: Set<Symbology>
  /// For a picture of which nothing is known; quick: dark on light only, at the size it has.
  let quick: ZXingEngine
  /// The same, with all that ZXing can try.
  let thorough: ZXingEngine
  /// For strips, whose bars stand upright.
  let upright: ZXingEngine
  let zbar: ZBarEngine?
  /// For EAN-13 and UPC-A out of focus.
  let blurred: BlurredReader?

  init(symbologies: Set<Symbology>) throws(ReadingError) {
    let linear = symbologies.filter { $0.shape == .linear }
    let quick = try ZXingEngine(symbologies: symbologies, effort: .quick)
    let thorough = try ZXingEngine(symbologies: symbologies, effort: .thorough)
    let upright = try ZXingEngine(symbologies: linear, effort: .upright)
    self.symbologies = symbologies
    self.linear = linear
    self.quick = quick
    self.thorough = thorough
    self.upright = upright
    zbar = ZBarEngine(symbologies: symbologies)
    blurred = symbologies.isDisjoint(with: [.ean13, .upcA]) ? nil : BlurredReader()
  }
}
