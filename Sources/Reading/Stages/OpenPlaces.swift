internal import Cards

/// Places of a picture that may hold symbols which were not read.
struct OpenPlaces {
  /// Where bars are, straightened.
  var bars: [BarRegion]
  /// Where edges of all directions are.
  var patches: [BarRegion]

  var isEmpty: Bool { bars.isEmpty && patches.isEmpty }
}

extension Engines {
  /// The least energy of a place that is looked at closely, as a share of that of the strongest one.
  ///
  /// It is a quarter of the contrast. Of the codes on drawn tables of cards, 1/8 loses none, and 1/4 loses four of 497 (our measurement).
  private static let leastShare: Float = 1 / 16
  /// The most patches that are read unshrunk.
  private static let maxPatches = 8
  /// The most places of each kind whose negatives alone are read.
  private static let maxNegatives = 2

  /// The places that may hold further symbols, in the pixels of the full-size picture.
  ///
  /// Only strong edges count: on a table, its grain is everywhere.
  func openPlaces(
    _ regions: [BarRegion], located: Locator, mapping: Mapping, judge: Judge
  ) -> OpenPlaces {
    let strongest = located.bars.map(\.energy).max() ?? 0
    let patches = located.patches(above: strongest * Self.leastShare)
    let least = max(strongest, patches.first?.energy ?? 0) * Self.leastShare
    func open(_ places: [BarRegion]) -> [BarRegion] {
      places.filter { $0.energy >= least }.map { $0.moved(by: mapping) }
        .filter { !judge.hasSure(in: $0) }
    }
    return OpenPlaces(bars: open(regions), patches: open(patches))
  }

  /// Reads open places closely, on the picture at full size or larger: strips, their negatives, and patches.
  ///
  /// - Parameters:
  ///   - places: where to look.
  ///   - picture: the picture.
  ///   - mapping: from its points to those of the upright full-size picture.
  ///   - isNew: whether it has more pixels than the one that was read before; otherwise only negatives can show something
  ///     new.
  ///   - judge: collects the findings.
  func readClosely(
    _ places: OpenPlaces, on picture: borrowing GreyPicture, mapping: Mapping, isNew: Bool,
    judge: inout Judge
  ) {
    let factor = 1 / mapping.across.x
    let bars = places.bars.prefix(isNew ? .max : Self.maxNegatives)
    for region in bars where !judge.hasSure(in: region) {
      let bars = region.scaled(by: factor)
      if isNew { readStrip(of: bars, on: picture, mapping: mapping, judge: &judge) }
      if judge.hasSure(in: region) { continue }
      readForms(of: bars, on: picture, mapping: mapping, judge: &judge)
    }
    let patches = places.patches.prefix(isNew ? Self.maxPatches : Self.maxNegatives)
    for patch in patches where !judge.hasSure(in: patch) {
      readPatch(
        patch.scaled(by: factor), on: picture, mapping: mapping, isNew: isNew, judge: &judge)
    }
  }

  /// What is cut out around a patch, in pixels: the quiet zone of most symbols.
  private static let patchMargin = 40.0
  /// How much a patch is enlarged to confirm a PDF417.
  private static let confirmingEnlargement = 1.5

  /// ZXing on a part of the picture, turned to the direction of its bars, which PDF417 needs.
  private func readPatch(
    _ patch: BarRegion, on picture: borrowing GreyPicture, mapping: Mapping, isNew: Bool,
    judge: inout Judge
  ) {
    guard let cut = picture.cut(patch, margin: Self.patchMargin) else { return }
    var findings: [Finding] = []
    if isNew {
      findings = thorough.read(cut.picture)
    } else if let inverted = cut.picture.inverted() {
      findings = quick.read(inverted)
    }
    // Error correction turns a blurred PDF417 into wrong content, another one on each sampling of its pixels: of 223
    // drawn ones, up to four, and none that is read twice (our measurement).
    if findings.contains(where: \.isPDF417) {
      var again: [Finding] = []
      if let enlarged = picture.cut(
        patch, margin: Self.patchMargin, enlargement: Self.confirmingEnlargement)
      {
        again = thorough.read(enlarged.picture)
      }
      findings.removeAll { finding in
        finding.isPDF417 && !again.contains { $0.barcode.bytes == finding.barcode.bytes }
      }
    }
    for index in findings.indices { findings[index].lookAround(on: picture, by: cut.mapping) }
    judge.add(findings, from: cut.mapping, on: picture, by: mapping)
  }
}

extension Finding {
  fileprivate var isPDF417: Bool { [.pdf417, .compactPDF417].contains(barcode.symbology) }
}

extension Locator {
  /// What the picture shows; one that is too small to locate anything on may have bars.
  func sight(hasOpenBars: Bool) -> Stage.Sight {
    if hasOpenBars || isTooSmall { return .bars }
    return bars.isEmpty && patches(above: 0).isEmpty ? .nothing : .edges
  }
}
