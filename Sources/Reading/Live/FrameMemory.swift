internal import Cards

/// What the last frames showed, as evidence for the next one.
///
/// `Reading.md` has the rule. Frames are numbered from 1.
struct FrameMemory {
  /// How many frames count: somewhat less than a second.
  static let frameCount = 8
  /// The most codes of one frame that count: far more than a person can choose from.
  static let codeCount = 32
  /// How far, as a share of a symbol's length, its ends must be from where they were on another frame, across the
  /// bars, for the pixels to be others; and at least `minShift` pixels, because ends are not found more exactly.
  private static let shift = 0.01
  private static let minShift = 2.0
  /// How close to the frame's edge a symbol without a check may be: closer, it may go on beyond.
  ///
  /// A share of its length: its quiet zone (ISO/IEC 16388 and 16390: 10 modules, where symbols have a hundred).
  private static let margin = 0.1
  /// How far a symbol moves from frame to frame in a hand that holds it out, as a share of its length.
  private static let stillSlack = 0.25
  /// The highest confidence of a doubtful reading.
  private static let doubtfulShare = 0.9
  /// The longer side to which all frames are scaled before places are compared, as frames may differ in size.
  private static let commonSide = 1_280.0

  private struct Candidate {
    var frame: Int
    /// The side of one of the frame's pixels after scaling.
    var pixel: Double
    /// Scaled to `commonSide`.
    var verdict: Judge.Verdict
  }

  private var candidates: [Candidate] = []

  /// Adds a frame's verdicts, in place of earlier ones on the same frame, and judges them again in the light of the
  /// frames around it.
  ///
  /// - Parameters:
  ///   - verdicts: What that frame alone shows.
  ///   - frame: Its number.
  ///   - newest: The number of the newest frame, which may be this one.
  ///   - size: The frame's width and height in pixels.
  ///   - side: The longer side of the newest frame.
  /// - Returns: The codes in the newest frame's pixels, sure ones first.
  mutating func codes(
    of verdicts: [Judge.Verdict], frame: Int, newest: Int, size: SIMD2<Double>, side: Double
  ) -> [LiveReading.Code] {
    let scale = Self.commonSide / size.max()
    let own = verdicts.prefix(Self.codeCount).map { verdict in
      var verdict = verdict
      verdict.finding.place.corners = verdict.finding.place.corners.map { $0 * scale }
      return Candidate(frame: frame, pixel: scale, verdict: verdict)
    }
    candidates.removeAll { $0.frame == frame || $0.frame + Self.frameCount <= newest }
    candidates += own
    return own.map { code(of: $0, size: size * scale, shownAt: side / Self.commonSide) }
      .sorted { $0.found.precedes($1.found) }
  }

  private func code(
    of candidate: Candidate, size: SIMD2<Double>, shownAt scale: Double
  ) -> LiveReading.Code {
    var judged = candidate.verdict
    let others = candidates.filter { $0.frame != candidate.frame }
    judged.finding = Self.completed(judged.finding, by: others)
    let same = others.filter { Judge.isSame($0.verdict.finding, judged.finding) }
    judged.evidence = Self.joined(candidate, as: judged.finding, with: same)
    judged.doubt = doubt(of: judged, candidate.frame)
    // A blurred PDF417 may be corrected into a wrong content, but not into the same one on two frames.
    let isAlone = same.isEmpty && judged.finding.barcode.symbology == .pdf417
    let isCut = judged.evidence.isOpen && Self.isCut(judged.finding.place, by: size)
    let isPart = isCut || judged.evidence.mayBePart
    if judged.doubt == nil, isAlone || isPart { judged.doubt = .weakEvidence }
    let share = min(1, judged.evidence.points / Evidence.enough) * Self.doubtfulShare
    let confidence =
      switch judged.doubt {
      case nil: 1.0
      case .contradicted, .insideAnother: share / 2
      case .weakEvidence, .alteredPicture, .part: share
      }
    judged.finding.place.corners = judged.finding.place.corners.map { $0 * scale }
    return LiveReading.Code(found: judged.code, confidence: confidence)
  }

  /// A finding completed from other frames, as on one picture: ZXing's reading replaces ZBar's, and an add-on is added.
  private static func completed(_ finding: Finding, by others: [Candidate]) -> Finding {
    var finding = finding
    let same = others.map(\.verdict.finding).filter { Judge.isSame($0, finding) }
    if finding.engine == .zbar, let known = same.last(where: { $0.engine == .zxing }) {
      (finding.barcode, finding.engine) = (known.barcode, .zxing)
    }
    let whole = same.filter { $0.barcode.traits.addOn != nil }
    // If frames show different ones, none is added.
    if finding.barcode.traits.addOn == nil, let last = whole.last,
      whole.allSatisfy({ $0.barcode.traits.addOn == last.barcode.traits.addOn })
    {
      finding.barcode = last.barcode
    }
    return finding
  }

  /// The doubt about a verdict from all frames, given the doubt of one frame alone.
  private func doubt(of joined: Judge.Verdict, _ frame: Int) -> FoundBarcode.Doubt? {
    if joined.evidence.isPart { return .part }
    if joined.evidence.isCorrecting { return nil }
    let others = rivals(of: joined.finding)
    if others.contains(where: { $0.verdict.evidence.isCorrecting }) { return .insideAnother }
    if isAddOnDisputed(of: joined.finding) { return .contradicted }
    switch joined.doubt {
    case .contradicted, .insideAnother, .part: return joined.doubt
    case nil:
      // Like rivals on one picture; those on its own frame have been considered.
      let isOutweighed = others.contains {
        $0.frame != frame && $0.verdict.evidence.outweighs(joined.evidence)
      }
      return isOutweighed ? .contradicted : joined.evidence.addOnDoubt
    case .weakEvidence, .alteredPicture:
      if !others.isEmpty { return .contradicted }
      return joined.evidence.points >= Evidence.enough
        ? joined.evidence.addOnDoubt : joined.doubt
    }
  }

  /// Whether any frames show this number with different add-ons, even if this one shows none.
  private func isAddOnDisputed(of finding: Finding) -> Bool {
    let extended = candidates.map(\.verdict.finding).filter {
      $0.barcode.traits.addOn != nil && Judge.isSame($0, finding)
    }
    return extended.contains { one in
      rivals(of: one).contains {
        Judge.differOnlyInAddOn($0.verdict.finding.barcode, one.barcode)
      }
    }
  }

  /// Candidates with other content at this place on any frame.
  private func rivals(of finding: Finding) -> [Candidate] {
    candidates.filter { other in
      let rival = other.verdict
      let slack = rival.evidence.isCorrecting ? Self.stillSlack : 1
      return !Judge.isSame(rival.finding, finding)
        && rival.finding.place.meets(finding.place, slack: slack)
        && !areApart(finding.barcode.canonicalBytes, rival.finding.barcode.canonicalBytes)
    }
  }

  /// Whether one frame alone surely showed both contents side by side; doubtful ones may be lines of one symbol.
  private func areApart(_ content: [UInt8], _ rival: [UInt8]) -> Bool {
    let own = candidates.filter { $0.verdict.finding.barcode.canonicalBytes == content }
    return candidates.contains { other in
      other.verdict.finding.barcode.canonicalBytes == rival && other.verdict.doubt == nil
        && own.contains {
          $0.frame == other.frame
            && ($0.verdict.doubt == nil || other.verdict.evidence.isCorrecting)
            && !$0.verdict.finding.place.meets(other.verdict.finding.place)
        }
    }
  }

  /// A frame's evidence for a reading with that of the other frames on which the same was read.
  ///
  /// ZXing's readings count as further frames where the symbol had moved on the sensor; everything else only where it
  /// adds another engine or view, or more lines. Content that stripes can produce must be sure on one frame.
  private static func joined(
    _ candidate: Candidate, as finding: Finding, with same: [Candidate]
  ) -> Evidence {
    var joined = candidate.verdict.evidence
    let gains = joined.gainsFromFrames
    joined.barcode = finding.barcode
    for other in same {
      joined.note(hasBarsBeside: other.verdict.evidence.hasBarsBeside)
      joined.note(rivals: other.verdict.evidence.rivals)
      joined.note(addOnRivals: other.verdict.evidence.addOnRivals)
    }
    joined.isRow = joined.isRow || same.contains { $0.verdict.evidence.isRow }
    if joined.isChance { return joined }
    var seen = [candidate].filter { $0.verdict.finding.engine == .zxing }
    for candidate in same {
      let other = candidate.verdict
      let isFurther =
        gains && other.finding.engine == .zxing && seen.allSatisfy { isMoved($0, candidate) }
      if isFurther { seen.append(candidate) }
      for (source, lines) in other.evidence.lines {
        var source = source
        if isFurther, source.engine == .zxing, source.view != .altered {
          source.frame = candidate.frame
        }
        joined.lines[source] = max(joined.lines[source] ?? 0, lines)
      }
      joined.span = [joined.span, other.evidence.span].compactMap { $0 }.min()
    }
    return joined
  }

  /// Whether the ends of a symbol are elsewhere, across its bars.
  private static func isMoved(_ one: Candidate, _ other: Candidate) -> Bool {
    let (start, end) = one.verdict.finding.place.ends
    let (otherStart, otherEnd) = other.verdict.finding.place.ends
    let length = ((end - start) * (end - start)).sum().squareRoot()
    guard length > 0 else { return false }
    let across = (end - start) / length
    let shifts = [otherStart - start, otherEnd - end].map { abs(($0 * across).sum()) }
    return (shifts.max() ?? 0) >= max(minShift * max(one.pixel, other.pixel), shift * length)
  }

  /// Whether the frame's edge is within a symbol's quiet zone.
  private static func isCut(_ place: Place, by size: SIMD2<Double>) -> Bool {
    let (low, high) = place.bounds
    let room = (high - low).max() * margin
    return any(low .< room) || any(high .> size - room)
  }
}

extension Place {
  /// The middles of the first and the last bar.
  fileprivate var ends: (start: SIMD2<Double>, end: SIMD2<Double>) {
    ((corners[0] + corners[3]) / 2, (corners[1] + corners[2]) / 2)
  }
}
