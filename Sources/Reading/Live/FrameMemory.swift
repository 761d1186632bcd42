import Cards

/// What the last frames showed, as evidence for the next one.
///
/// `Reading.md` has the rule. Frames are numbered from 1.
struct FrameMemory {
  /// How many frames count: somewhat less than a second.
  static let frameCount = 8
  /// The most codes of one frame that count: far more than a person can choose from.
  static let codeCount = 32
  /// How far, as a share of a symbol's length, its ends must be from where they were on another frame, across the
  /// bars, for the pixels to be others; and at least `leastShift` pixels, because ends are not found more exactly.
  private static let shift = 0.01
  private static let leastShift = 2.0
  /// The least distance of a symbol without a check from the frame's edge, beyond which it may go on.
  ///
  /// A share of its length: its quiet zone (ISO/IEC 16388 and 16390: 10 modules, where symbols have a hundred).
  private static let margin = 0.1
  /// How far a symbol moves from frame to frame in a hand that holds it out, as a share of its length.
  private static let stillSlack = 0.25
  /// Most of the confidence that a doubtful reading can have.
  private static let doubtfulShare = 0.9

  private struct Sighting {
    var frame: Int
    var verdict: Judge.Verdict
  }

  private var sightings: [Sighting] = []

  /// Adds a frame's verdicts, in place of earlier ones on the same frame, and judges them again in the light of the
  /// frames around it.
  ///
  /// - Parameters:
  ///   - verdicts: What that frame alone shows.
  ///   - frame: Its number.
  ///   - newest: The number of the newest frame, which may be this one.
  ///   - size: The frame's width and height in pixels.
  /// - Returns: The codes, sure ones first.
  mutating func codes(
    of verdicts: [Judge.Verdict], frame: Int, newest: Int, size: SIMD2<Double>
  ) -> [LiveReading.Code] {
    let verdicts = verdicts.prefix(Self.codeCount)
    sightings.removeAll { $0.frame == frame || $0.frame + Self.frameCount <= newest }
    sightings += verdicts.map { Sighting(frame: frame, verdict: $0) }
    return
      verdicts
      .map { code(of: $0, frame: frame, size: size) }
      .sorted { $0.found.precedes($1.found) }
  }

  private func code(
    of verdict: Judge.Verdict, frame: Int, size: SIMD2<Double>
  ) -> LiveReading.Code {
    let others = sightings.filter { $0.frame != frame }
    let same = others.filter { Judge.isSame($0.verdict.finding, verdict.finding) }
    var judged = verdict
    let evidence = Self.joined(verdict.evidence, of: verdict.finding, with: same)
    judged.doubt = doubt(of: verdict, evidence, rivals: rivals(of: verdict, frame, among: others))
    if evidence.isOpen, judged.doubt == nil, Self.isCut(verdict.finding.place, by: size) {
      judged.doubt = .weakEvidence
    }
    let share = min(1, evidence.points / Evidence.enough) * Self.doubtfulShare
    let confidence =
      switch judged.doubt {
      case nil: 1.0
      case .contradicted, .insideAnother: share / 2
      case .weakEvidence, .alteredPicture: share
      }
    return LiveReading.Code(
      found: judged.code, confidence: confidence, frameCount: 1 + Set(same.map(\.frame)).count)
  }

  private func doubt(
    of verdict: Judge.Verdict, _ evidence: Evidence, rivals: [Sighting]
  ) -> FoundBarcode.Doubt? {
    if evidence.isCorrecting { return nil }
    if rivals.contains(where: { $0.verdict.evidence.isCorrecting }) { return .insideAnother }
    let strongest = rivals.map(\.verdict.evidence.points).max()
    switch verdict.doubt {
    case .contradicted, .insideAnother:
      return verdict.doubt
    case nil:
      // As for rivals on one picture.
      let isOutweighed = strongest.map { $0 * Judge.outweighing > evidence.points } ?? false
      return isOutweighed ? .contradicted : nil
    case .weakEvidence, .alteredPicture:
      if strongest != nil { return .contradicted }
      return evidence.points >= Evidence.enough ? nil : verdict.doubt
    }
  }

  /// Other contents at this place on other frames.
  ///
  /// A code that was seen beside this one on any frame is another symbol, not another reading of this one.
  private func rivals(
    of verdict: Judge.Verdict, _ frame: Int, among others: [Sighting]
  ) -> [Sighting] {
    let finding = verdict.finding
    return others.filter { other in
      let rival = other.verdict
      let slack = rival.evidence.isCorrecting ? Self.stillSlack : 1
      return !Judge.isSame(rival.finding, finding)
        && rival.finding.place.meets(finding.place, slack: slack)
        && !areApart(finding.barcode.canonicalBytes, rival.finding.barcode.canonicalBytes)
    }
  }

  /// Whether a frame showed both contents at different places.
  private func areApart(_ content: [UInt8], _ rival: [UInt8]) -> Bool {
    let own = sightings.filter { $0.verdict.finding.barcode.canonicalBytes == content }
    return sightings.contains { other in
      other.verdict.finding.barcode.canonicalBytes == rival
        && own.contains {
          $0.frame == other.frame
            && !$0.verdict.finding.place.meets(other.verdict.finding.place)
        }
    }
  }

  /// A frame's evidence with that of the other frames on which the same was read.
  ///
  /// ZXing's readings count as further frames where the symbol had moved on the sensor; everything else only where
  /// it adds another engine or view, or more lines.
  private static func joined(
    _ evidence: Evidence, of finding: Finding, with same: [Sighting]
  ) -> Evidence {
    var joined = evidence
    var places = [finding].filter { $0.engine == .zxing }.map(\.place)
    for sighting in same {
      let (other, place) = (sighting.verdict, sighting.verdict.finding.place)
      let isFurther =
        other.finding.engine == .zxing && evidence.gainsFromFrames
        && places.allSatisfy { isMoved($0, place) }
      if isFurther { places.append(place) }
      for (source, lines) in other.evidence.lines {
        var source = source
        if isFurther, source.engine == .zxing, source.view != .altered {
          source.frame = sighting.frame
        }
        joined.lines[source] = max(joined.lines[source] ?? 0, lines)
      }
      joined.span = [joined.span, other.evidence.span].compactMap { $0 }.max()
    }
    return joined
  }

  /// Whether the ends of a symbol are elsewhere, across its bars.
  private static func isMoved(_ one: Place, _ other: Place) -> Bool {
    let (start, end) = one.ends
    let (otherStart, otherEnd) = other.ends
    let length = ((end - start) * (end - start)).sum().squareRoot()
    guard length > 0 else { return false }
    let across = (end - start) / length
    let shifts = [otherStart - start, otherEnd - end].map { abs(($0 * across).sum()) }
    return (shifts.max() ?? 0) >= max(leastShift, shift * length)
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
