import Cards

/// Puts findings of both engines and all passes together: one code for each symbol on the picture, with a
/// verdict on how far to trust it.
struct Judge {
  /// All that was seen of one symbol.
  private struct Sighting {
    var best: Finding
    var engines: Set<Finding.Engine>
    /// The most scan lines that one engine saw at once.
    var lineCount: Int
    /// Whether it was ever seen on a picture whose pixels were as they came.
    var isUnaltered: Bool
  }

  private var sightings: [Sighting] = []

  /// Takes in one finding, in the coordinates of the upright full-size picture.
  mutating func add(_ finding: Finding) {
    guard !finding.barcode.bytes.isEmpty else { return }
    guard let known = sightings.firstIndex(where: { Self.isSame($0.best, finding) }) else {
      sightings.append(
        Sighting(
          best: finding, engines: [finding.engine], lineCount: finding.lineCount,
          isUnaltered: !finding.isAltered))
      return
    }
    sightings[known].engines.insert(finding.engine)
    sightings[known].lineCount = max(sightings[known].lineCount, finding.lineCount)
    sightings[known].isUnaltered = sightings[known].isUnaltered || !finding.isAltered
    // The first finding stands, but for what ZXing tells and ZBar does not, and for an add-on.
    if sightings[known].best.engine == .zbar, finding.engine == .zxing {
      sightings[known].best = finding
    } else if sightings[known].best.barcode.traits.addOn == nil,
      finding.barcode.traits.addOn != nil
    {
      sightings[known].best.barcode = finding.barcode
    }
  }

  /// Whether a sure code is among what was found so far.
  var hasSure: Bool { sightings.indices.contains { doubt(at: $0) == nil } }

  /// The codes, sure ones first, then from top to bottom.
  var codes: [FoundBarcode] {
    sightings.indices
      .map { index in
        let finding = sightings[index].best
        let position = finding.place.corners.map {
          FoundBarcode.Point(x: Int($0.x.rounded()), y: Int($0.y.rounded()))
        }
        return FoundBarcode(
          barcode: finding.barcode, position: position, doubt: doubt(at: index))
      }
      .sorted { ($0.isSure ? 0 : 1, top($0), left($0)) < ($1.isSure ? 0 : 1, top($1), left($1)) }
  }

  private func top(_ code: FoundBarcode) -> Int { code.position.map(\.y).min() ?? 0 }
  private func left(_ code: FoundBarcode) -> Int { code.position.map(\.x).min() ?? 0 }

  /// The same content at the same place; one of the two may have missed the add-on.
  private static func isSame(_ one: Finding, _ other: Finding) -> Bool {
    var (first, second) = (one.barcode, other.barcode)
    if first.traits.addOn == nil || second.traits.addOn == nil {
      first.traits.addOn = nil
      second.traits.addOn = nil
    }
    // ZBar folds Code 128's extended characters (FNC4) into ASCII; ZXing's reading stands.
    if first.symbology == .code128, second.symbology == .code128 {
      first.bytes = first.bytes.map { $0 & 0x7F }
      second.bytes = second.bytes.map { $0 & 0x7F }
    }
    return first.canonicalBytes == second.canonicalBytes
      && one.place.meets(other.place, slack: 0.15)
  }

  private func doubt(at index: Int) -> FoundBarcode.Doubt? {
    let sighting = sightings[index]
    let evidence = evidence(for: sighting)
    if evidence.strength == .strong { return nil }
    for (other, rival) in sightings.enumerated() where other != index {
      let rivalEvidence = self.evidence(for: rival)
      guard rival.best.place.meets(sighting.best.place), !rivalEvidence.isMuchLess(than: evidence)
      else { continue }
      return rival.best.place.surrounds(sighting.best.place) ? .insideAnother : .contradicted
    }
    if evidence.strength == .weak {
      return sighting.isUnaltered ? .weakEvidence : .alteredPicture
    }
    return nil
  }

  private func evidence(for sighting: Sighting) -> Evidence {
    Evidence(
      barcode: sighting.best.barcode, engines: sighting.engines, lineCount: sighting.lineCount,
      isAltered: !sighting.isUnaltered)
  }
}
