internal import Cards

/// The engines, set up for the requested symbologies.
struct Engines: ~Copyable {
  let symbologies: Set<Symbology>
  /// The requested symbologies that are a single row of bars.
  let linear: Set<Symbology>
  /// For a picture about which nothing is known; quick: dark on light only, at its own size.
  let quick: ZXingEngine
  /// The same, with everything that ZXing can try.
  let thorough: ZXingEngine
  /// For strips, whose bars are upright.
  let upright: ZXingEngine
  let zbar: ZBarEngine?
  /// For out-of-focus EAN-13 and UPC-A.
  let blurred: BlurredReader?
  /// For EAN and UPC that no engine reads whole.
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

extension Engines {
  /// Examines the whole picture in other ways, as long as nothing on it is sure and the budget lasts.
  ///
  /// - Parameters:
  ///   - picture: the picture.
  ///   - done: stages that are already done.
  ///   - sight: what it shows.
  ///   - mapping: from its points to those of the upright full-size picture.
  ///   - judge: collects the findings.
  func readWhole(
    _ picture: borrowing GreyPicture, after done: Set<Stage>, showing sight: Stage.Sight,
    mapping: Mapping, judge: inout Judge
  ) {
    let megapixels = Double(picture.width * picture.height) / 1_000_000
    var spent = 0.0
    for stage in Stage.allCases where !done.contains(stage) && stage.needs <= sight {
      if judge.hasSure { return }
      let cost = stage.cost * megapixels
      if spent + cost > Stage.budget { continue }
      if read(picture, at: stage, mapping: mapping, judge: &judge) { spent += cost }
    }
  }

  /// Runs one stage; `false` when it is not a stage for the whole picture.
  func read(
    _ picture: borrowing GreyPicture, at stage: Stage, mapping: Mapping, judge: inout Judge
  ) -> Bool {
    switch stage {
    case .quickLook, .strip, .sharpenedStrip, .confirming, .blurred, .fullSize:
      return false
    case .linear:
      judge.add(zbar?.read(picture) ?? [], on: picture, by: mapping)
    case .thoroughLook:
      judge.add(thorough.read(picture), on: picture, by: mapping)
    case .straightened:
      readStraightened(picture, mapping: mapping, judge: &judge)
    case .inverted:
      if let inverted = picture.inverted() {
        judge.add(zbar?.read(inverted) ?? [], on: picture, by: mapping)
      }
    case .evened:
      readAltered(picture.evened(), from: picture, by: mapping, judge: &judge)
    case .evenedLinear:
      readAltered(picture.evened(), linear: true, from: picture, by: mapping, judge: &judge)
    case .smoothed:
      if let smooth = picture.smoothed() {
        judge.add(thorough.read(smooth), on: smooth, by: mapping)
        _ = readStrips(of: smooth, mapping: mapping, judge: &judge)
      }
    case .middleEnlarged:
      if let middle = picture.middleEnlarged() {
        // Every second line of the enlarged picture is new.
        let findings = thorough.read(middle.picture).map { finding in
          var finding = finding
          finding.lineCount /= 2
          finding.lookAround(on: picture, by: middle.mapping)
          return finding
        }
        judge.add(findings, from: middle.mapping, on: picture, by: mapping)
      }
    case .turned45:
      if let turned = picture.turned(by: 45) {
        read(turned, of: picture, by: mapping, judge: &judge)
      }
    case .sharpened:
      if let enlarged = picture.doubled() {
        readAltered(enlarged.sharpened(), from: picture, by: mapping, judge: &judge)
      }
    }
    return true
  }

  /// ZXing, or ZBar, on a picture with altered pixels and perhaps another scale.
  private func readAltered(
    _ altered: consuming GreyPicture?, linear: Bool = false, from picture: borrowing GreyPicture,
    by mapping: Mapping, judge: inout Judge
  ) {
    guard let altered else { return }
    let factor = SIMD2(
      Double(picture.width) / Double(altered.width),
      Double(picture.height) / Double(altered.height))
    var findings = linear ? zbar?.read(altered) ?? [] : thorough.read(altered)
    // Evening out contrast draws bars out of almost nothing.
    for index in findings.indices { findings[index].hasBarsBeside = nil }
    judge.add(findings, from: Mapping(scale: factor), view: .altered, on: picture, by: mapping)
  }

  /// ZXing on a picture with altered geometry.
  private func read(
    _ altered: borrowing AlteredPicture, of picture: borrowing GreyPicture, by mapping: Mapping,
    judge: inout Judge
  ) {
    var findings = thorough.read(altered.picture)
    // The altered picture is larger, and filled in around the original.
    for index in findings.indices {
      findings[index].lookAround(on: picture, by: altered.mapping)
    }
    judge.add(findings, from: altered.mapping, on: picture, by: mapping)
  }

  /// Redraws bent QR Codes flat, and PDF417 with a side cut off whole, for ZXing to decode.
  private func readStraightened(
    _ picture: borrowing GreyPicture, mapping: Mapping, judge: inout Judge
  ) {
    var findings: [Finding] = []
    func decode(_ drawing: borrowing GreyPicture, at place: Place) -> Bool {
      let read = quick.read(drawing).map { finding in
        var finding = finding
        finding.place = place
        finding.hasBarsBeside = nil
        return finding
      }
      findings += read
      return !read.isEmpty
    }
    if symbologies.contains(.qrCode) {
      QRStraightener().straighten(picture) { decode($0, at: $1) }
    }
    if findings.isEmpty, symbologies.contains(.pdf417) {
      PDF417Completer().complete(picture) { decode($0, at: $1) }
    }
    judge.add(findings, on: picture, by: mapping)
  }
}
