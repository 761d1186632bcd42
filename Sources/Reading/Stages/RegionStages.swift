internal import Cards

extension Engines {
  /// The most located regions of one picture that are examined, strongest first.
  static let maxLocated = 64
  /// The most regions that are read separately; photos seldom have so many symbols.
  private static let maxRegions = 8
  /// The most regions of one picture that are tried as out-of-focus EAN, the most expensive stage.
  private static let maxBlurred = 3
  /// How alike the lines of a region must be to be nothing but bars, and to be bars at all (`BarRegion.likeness`).
  private static let (evenLikeness, leastLikeness) = (0.85, 0.7)

  /// Reads each place that has bars and no sure reading yet.
  ///
  /// - Returns: The regions that are still open, what was located, and the stages that were run on the whole picture.
  func readRegions(
    of picture: borrowing GreyPicture, mapping: Mapping, judge: inout Judge
  ) -> (open: [BarRegion], located: Locator, done: Set<Stage>) {
    let (found, located) = readStrips(of: picture, mapping: mapping, judge: &judge)
    var open = found
    // Next to a sure code, a place with bars is seldom a code that only the expensive stages read.
    if open.isEmpty || judge.hasSure { return (open, located, []) }
    _ = read(picture, at: .linear, mapping: mapping, judge: &judge)
    for region in open where !judge.hasSure(in: region.moved(by: mapping)) {
      readSharpened(region, on: picture, mapping: mapping, judge: &judge)
    }
    confirm(open, on: picture, mapping: mapping, judge: &judge)
    open = open.filter { !judge.hasSure(in: $0.moved(by: mapping)) }
    for region in open.prefix(Self.maxBlurred) {
      judge.add(
        blurred?.findings(of: region, on: picture) ?? [], view: .strip, on: picture, by: mapping)
    }
    return (open.filter { !judge.hasSure(in: $0.moved(by: mapping)) }, located, [.linear])
  }

  /// Both engines on the straightened bars of each place without a sure reading.
  ///
  /// - Returns: The regions that are still open, the even ones first, then the strongest, and what was located.
  func readStrips(
    of picture: borrowing GreyPicture, mapping: Mapping, judge: inout Judge
  ) -> (open: [BarRegion], located: Locator) {
    guard !linear.isEmpty else { return ([], Locator()) }
    var open: [BarRegion] = []
    let located = Locator(picture)
    var done: [BarRegion] = []
    for bars in located.bars.prefix(Self.maxLocated) where open.count < Self.maxRegions {
      let place = bars.moved(by: mapping)
      guard !done.contains(where: { $0.covers(bars) }), !judge.hasSure(in: place),
        let region = bars.trimmed(on: picture)
      else { continue }
      readStrip(of: region, on: picture, mapping: mapping, judge: &judge)
      let isSure = judge.hasSure(in: place)
      // What is uneven may be bars and text in their direction.
      if isSure || region.likeness >= Self.evenLikeness { done.append(bars) }
      if !isSure, region.likeness >= Self.leastLikeness { open.append(region) }
    }
    open.sort {
      ($0.likeness >= Self.evenLikeness ? 1 : 0, $0.length * $0.height)
        > ($1.likeness >= Self.evenLikeness ? 1 : 0, $1.length * $1.height)
    }
    return (open, located)
  }

  /// Both engines on the straightened region.
  func readStrip(
    of region: BarRegion, on picture: borrowing GreyPicture, mapping: Mapping, judge: inout Judge
  ) {
    guard let strip = BarStrip(region, of: picture) else { return }
    let found = read(strip.picture, of: strip, on: picture)
    judge.add(found, from: strip.mapping, view: .strip, on: picture, by: mapping)
  }

  /// Both engines on a form of a strip.
  private func read(
    _ form: borrowing GreyPicture, of strip: borrowing BarStrip, on picture: borrowing GreyPicture
  ) -> [Finding] {
    strip.banded(upright.read(form) + (zbar?.read(form) ?? []), of: picture)
  }

  /// Radii of blur, in pixels of the strip, that are undone.
  private static let radii = [2.5, 4]

  /// Both engines on other forms of the straightened region.
  ///
  /// Its negative, since ZXing reads no negatives of linear symbols by itself; and with white instead of a dark ground
  /// beyond thin margins.
  func readForms(
    of region: BarRegion, on picture: borrowing GreyPicture, mapping: Mapping, judge: inout Judge
  ) {
    guard let strip = BarStrip(region, of: picture) else { return }
    if let inverted = strip.picture.inverted() {
      judge.add(
        read(inverted, of: strip, on: picture), from: strip.mapping, view: .strip, on: picture,
        by: mapping)
    }
    if let padded = strip.padded() {
      var findings = read(padded, of: strip, on: picture)
      // White that was not there proves nothing about an ITF's ends.
      for index in findings.indices { findings[index].hasBarsBeside = nil }
      judge.add(findings, from: strip.mapping, view: .strip, on: picture, by: mapping)
    }
  }

  /// Both engines on other forms of the strip and on the strip sharpened.
  private func readSharpened(
    _ region: BarRegion, on picture: borrowing GreyPicture, mapping: Mapping, judge: inout Judge
  ) {
    readForms(of: region, on: picture, mapping: mapping, judge: &judge)
    guard let strip = BarStrip(region, of: picture) else { return }
    for radius in Self.radii {
      guard let sharp = strip.sharpened(radius: radius) else { continue }
      judge.add(
        read(sharp, of: strip, on: picture), from: strip.mapping, view: .altered, on: picture,
        by: mapping)
    }
  }

  /// Compares doubtful numbers with what they would look like.
  func confirm(
    _ regions: [BarRegion], on picture: borrowing GreyPicture, mapping: Mapping,
    judge: inout Judge
  ) {
    for region in regions {
      let place = region.moved(by: mapping)
      if judge.hasSure(in: place) { continue }
      let confirmed = judge.doubtful(in: place).compactMap { finding -> Finding? in
        var finding = finding
        finding.lineCount =
          blurred?.bandsConfirming(finding.barcode, in: region, on: picture) ?? 0
        finding.engine = .confirming
        finding.view = .strip
        return finding.lineCount > 0 ? finding : nil
      }
      for finding in confirmed { judge.add(finding) }
      judge.compare(on: picture, by: mapping)
    }
  }
}

extension BarStrip {
  /// Findings on the strip, with lines counted in bands, the share of the region that each fills, and what is beside an
  /// ITF.
  func banded(_ findings: [Finding], of whole: borrowing GreyPicture) -> [Finding] {
    findings.filter { $0.lineCount >= Self.rowsPerBand }.map { finding in
      var finding = finding
      finding.lineCount /= Self.rowsPerBand
      let (low, high) = finding.place.bounds
      finding.span =
        (high.x - low.x) / Double(picture.width) * (1 + 2 * Self.margin)
      // ZBar's places show only where it saw the last bars.
      if finding.engine == .zxing {
        finding.lookAround(on: whole, by: mapping)
      }
      return finding
    }
  }
}

extension Engines {
  /// How many regions of a picture to read in part, each alone and joined with the nearest one in line.
  private static let maxPartial = 2

  /// Reads single digits of symbols that could not be read as a whole.
  ///
  /// - Parameters:
  ///   - regions: the open regions, strongest first.
  ///   - located: what was located, including regions with too few bars.
  ///   - picture: the picture.
  ///   - mapping: from its points to those of the upright full-size picture.
  ///   - judge: all findings so far.
  /// - Returns: At most four partial codes; none if any code is sure.
  func partialCodes(
    in regions: [BarRegion], located: Locator, on picture: borrowing GreyPicture,
    mapping: Mapping, judge: Judge
  ) -> [PartialBarcode] {
    guard let partial, !judge.hasSure else { return [] }
    var places: [Place] = []
    var codes: [PartialBarcode] = []
    let all = Array(located.bars.prefix(Self.maxLocated))
    for region in candidates(of: regions, located: all) {
      guard !places.contains(where: { $0.covers(region) }),
        judge.doubtful(in: region.moved(by: mapping)).isEmpty,
        let reading = partial.reading(of: region, on: picture)
      else { continue }
      places.append(reading.place)
      let corners = reading.place.corners.map { mapping($0) }
      codes.append(
        PartialBarcode(
          symbology: reading.symbology, pattern: reading.pattern,
          position: corners.map { FoundBarcode.Point(nearest: $0) }))
    }
    return codes
  }

  /// The strongest regions, each preceded by the same joined with the nearest one in line.
  ///
  /// Whatever covers the middle of a symbol splits its bars into two regions.
  private func candidates(of regions: [BarRegion], located: [BarRegion]) -> [BarRegion] {
    regions.prefix(Self.maxPartial).flatMap { region in
      let joined = located.compactMap { region.joined(with: $0) }
      return [joined.min { $0.length < $1.length }, region].compactMap { $0 }
    }
  }
}
