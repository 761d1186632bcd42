import Cards

/// The engines, set up for the requested symbologies.
struct Engines: ~Copyable {
  let symbologies: Set<Symbology>
  /// Those of them that are a single row of bars.
  let linear: Set<Symbology>
  /// For a picture that nothing is known about; quick: dark on light only, at its own size.
  let quick: ZXingEngine
  /// The same, with everything that ZXing can try.
  let thorough: ZXingEngine
  /// For strips, whose bars are upright.
  let upright: ZXingEngine
  let zbar: ZBarEngine?
  /// For out-of-focus EAN-13 and UPC-A.
  let blurred: BlurredReader?
  /// For EAN and UPC of which no engine reads the whole.
  let partial: PartialReader?

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
    partial = PartialReader(symbologies: symbologies)
  }
}
