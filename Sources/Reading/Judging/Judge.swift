internal import Cards

/// Combines the findings of both engines and all passes into one code for each symbol on the picture, with a verdict on
/// how far to trust it.
struct Judge {
  /// A symbol that may be on the picture, with all evidence for it.
  struct Candidate {
    var best: Finding
    var evidence: Evidence
    /// Whether it was ever seen on a picture with unaltered pixels.
    var isUnaltered: Bool
    /// The highest place where an engine that knows a symbol's ends saw it.
    var sight: Place?
    /// Its height when it was compared with its rivals, in pixels of that picture, but at most of the full-size one; 0
    /// if the place was only located.
    var comparedHeight: Double?
    /// The same two for its add-on.
    var addOnSight: Place?
    var comparedAddOnHeight: Double?
    /// Whether a rival that fits better has taken its place.
    var isReplaced = false
    /// Whether it and another number replaced each other: then both stay doubtful.
    var isDisputed = false
  }

  /// In the order in which they were found.
  var candidates: [Candidate] = []

  /// Adds findings of one view, in its coordinates, and compares EAN and UPC with their rivals.
  ///
  /// - Parameters:
  ///   - findings: what was read.
  ///   - step: maps them to the picture; `nil` if they are in its coordinates.
  ///   - view: what they were read on.
  ///   - picture: the picture.
  ///   - mapping: maps its points to the upright full-size picture.
  mutating func add(
    _ findings: [Finding], from step: Mapping? = nil, view: Finding.View = .plain,
    on picture: borrowing GreyPicture, by mapping: Mapping
  ) {
    for var finding in findings {
      finding.place.corners = finding.place.corners.map { mapping(step?($0) ?? $0) }
      finding.view = view
      add(finding)
    }
    compare(on: picture, by: mapping)
    compareAddOns(on: picture, by: mapping)
    explainBars(on: picture, by: mapping)
  }

  /// Adds one finding, in the coordinates of the upright full-size picture.
  mutating func add(_ finding: Finding) {
    guard !finding.barcode.bytes.isEmpty else { return }
    let source = Evidence.Source(engine: finding.engine, view: finding.view)
    guard let known = candidates.firstIndex(where: { Self.isSame($0.best, finding) }) else {
      candidates.append(
        Candidate(
          best: finding,
          evidence: Evidence(
            barcode: finding.barcode, lines: [source: finding.lineCount], span: finding.span,
            hasBarsBeside: finding.hasBarsBeside, rivals: finding.rivals,
            isRow: finding.isRow),
          isUnaltered: finding.view != .altered,
          sight: finding.sight, addOnSight: finding.addOnSight))
      return
    }
    var candidate = candidates[known]
    candidate.evidence.lines[source] = max(
      candidate.evidence.lines[source] ?? 0, finding.lineCount)
    candidate.evidence.span = [candidate.evidence.span, finding.span].compactMap { $0 }.max()
    candidate.evidence.note(hasBarsBeside: finding.hasBarsBeside)
    candidate.evidence.note(rivals: finding.rivals)
    if let sight = finding.sight, sight.height > candidate.sight?.height ?? -1 {
      candidate.sight = sight
    }
    if let sight = finding.addOnSight, sight.height > candidate.addOnSight?.height ?? -1 {
      candidate.addOnSight = sight
    }
    candidate.evidence.isRow = candidate.evidence.isRow || finding.isRow
    candidate.isUnaltered = candidate.isUnaltered || finding.view != .altered
    // The first finding is kept, except that ZXing's replaces others', as it reports more, and an add-on is added.
    if candidate.best.engine != .zxing, finding.engine == .zxing {
      candidate.best = finding
    } else if candidate.best.barcode.traits.addOn == nil, finding.barcode.traits.addOn != nil {
      candidate.best.barcode = finding.barcode
    }
    candidate.evidence.barcode = candidate.best.barcode
    candidates[known] = candidate
  }

  /// Looks again beside each ITF that seems to go on: the bars of another symbol that is sure prove nothing.
  private mutating func explainBars(on picture: borrowing GreyPicture, by mapping: Mapping) {
    func place(at index: Int) -> Place {
      Place(corners: candidates[index].best.place.corners.map { mapping.origin(of: $0) })
    }
    for index in candidates.indices where candidates[index].evidence.hasBarsBeside == true {
      let others = candidates.indices.filter { !candidates[$0].evidence.isITF && isSettled(at: $0) }
      guard !others.isEmpty, candidates[index].best.engine == .zxing else { continue }
      let ends = ITFEnds(
        place(at: index), digitCount: candidates[index].best.barcode.bytes.count)
      candidates[index].evidence.hasBarsBeside = ends.goOn(
        on: picture, beside: others.map { place(at: $0) })
    }
  }

  /// Whether there is a sure code at `region`, or around it.
  func hasSure(in region: BarRegion) -> Bool {
    candidates.indices.contains { index in
      candidates[index].best.place.covers(region) && isSettled(at: index)
    }
  }

  /// Whether any code found so far is sure.
  var hasSure: Bool { candidates.indices.contains { isSettled(at: $0) } }

  /// Whether further stages cannot change the verdict: it is sure, or surely part of a longer message.
  private func isSettled(at index: Int) -> Bool {
    candidates[index].evidence.isCorrecting || doubt(at: index) == nil
  }

  /// Whether it is unknown for some ITF if there are more bars beside it.
  var hasITFWithUnknownEnds: Bool {
    candidates.contains { $0.evidence.isITF && $0.evidence.hasBarsBeside == nil }
  }

  /// The doubtful linear readings at `region`.
  func doubtful(in region: BarRegion) -> [Finding] {
    candidates.indices
      .filter { index in
        guard !candidates[index].isReplaced, candidates[index].best.place.covers(region),
          let doubt = doubt(at: index)
        else {
          return false
        }
        return doubt != .insideAnother
      }
      .map { candidates[$0].best }
  }

  /// What is known about one symbol, and how far to trust it.
  struct Verdict {
    var finding: Finding
    var evidence: Evidence
    var doubt: FoundBarcode.Doubt?

    /// The code at its place.
    var code: FoundBarcode {
      FoundBarcode(
        barcode: finding.barcode,
        position: finding.place.corners.map { FoundBarcode.Point(nearest: $0) }, doubt: doubt)
    }
  }

  /// All symbols, in the order in which they were found.
  var verdicts: [Verdict] {
    candidates.enumerated().filter { !$1.isReplaced }.map { index, candidate in
      Verdict(finding: candidate.best, evidence: candidate.evidence, doubt: doubt(at: index))
    }
  }

  /// The codes, sure ones first, then from top to bottom.
  var codes: [FoundBarcode] { verdicts.map(\.code).sorted { $0.precedes($1) } }

  /// Whether both are the same content at the same place; either may have missed the add-on.
  static func isSame(_ one: Finding, _ other: Finding) -> Bool {
    var (first, second) = (one.barcode, other.barcode)
    if first.traits.addOn == nil || second.traits.addOn == nil {
      first.traits.addOn = nil
      second.traits.addOn = nil
    }
    // ZBar folds Code 128's extended characters (FNC4) into ASCII; ZXing's reading is kept.
    if first.symbology == .code128, second.symbology == .code128,
      one.engine == .zbar || other.engine == .zbar
    {
      first.bytes = first.bytes.map { $0 & 0x7F }
      second.bytes = second.bytes.map { $0 & 0x7F }
    }
    return first.canonicalBytes == second.canonicalBytes
      && one.place.meets(other.place, slack: 1)
  }

  /// Whether two readings are of one number with different add-ons.
  static func differOnlyInAddOn(_ one: Barcode, _ other: Barcode) -> Bool {
    guard let first = one.traits.addOn, let second = other.traits.addOn else { return false }
    return first != second && one.symbology == other.symbology && one.bytes == other.bytes
  }

  /// How far apart two lines of one ITF that are read differently may be, as a share of its length.
  private static let besideITF = 0.25

  func doubt(at index: Int) -> FoundBarcode.Doubt? {
    let candidate = candidates[index]
    if candidate.evidence.isPart { return .part }
    if candidate.evidence.isCorrecting { return nil }
    if candidate.isReplaced { return .contradicted }
    for (other, rival) in candidates.enumerated() where other != index && !rival.isReplaced {
      let slack = rival.evidence.isITF && candidate.evidence.isITF ? Self.besideITF : 0
      guard rival.best.place.meets(candidate.best.place, slack: slack) else { continue }
      if rival.evidence.isCorrecting, rival.best.place.surrounds(candidate.best.place) {
        return .insideAnother
      }
      // The symbol's own bars say nothing about its add-on.
      if Self.differOnlyInAddOn(rival.best.barcode, candidate.best.barcode) { return .contradicted }
      guard rival.evidence.outweighs(candidate.evidence),
        rival.best.barcode.canonicalBytes != candidate.best.barcode.canonicalBytes
      else { continue }
      return rival.best.place.surrounds(candidate.best.place) ? .insideAnother : .contradicted
    }
    if candidate.evidence.points >= Evidence.enough { return candidate.evidence.addOnDoubt }
    if candidate.evidence.rivals == .equal { return .contradicted }
    return candidate.isUnaltered ? .weakEvidence : .alteredPicture
  }
}

extension Finding {
  /// Modules between a symbol and its add-on: 7 to 12 (ISO/IEC 15420:2009, 4.4).
  private static let addOnGap = 9.5

  /// The place of an EAN or UPC from its first bar to its last, without its add-on, if the engine knows a symbol's
  /// ends.
  var sight: Place? {
    guard engine == .zxing || engine == .blurred, let layout = RetailLayout.of(barcode.symbology)
    else { return nil }
    guard let added = addOnModules else { return place }
    let modules = Double(layout.moduleCount)
    return place.shortened(to: modules / (modules + Self.addOnGap + added))
  }

  /// The place of its add-on from the first bar to the last, if the engine reads add-ons.
  var addOnSight: Place? {
    guard engine == .zxing, let layout = RetailLayout.of(barcode.symbology),
      let added = addOnModules
    else { return nil }
    let modules = Double(layout.moduleCount)
    return place.turned(by: 2).shortened(to: added / (modules + Self.addOnGap + added))
      .turned(by: 2)
  }

  private var addOnModules: Double? {
    barcode.traits.addOn.flatMap { RetailLayout.addOns[$0.utf8.count] }
      .map { Double($0.moduleCount) }
  }
}
