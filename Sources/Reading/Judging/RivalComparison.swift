internal import Cards

extension Judge {
  /// How many times higher than at its last comparison a number or an add-on must be to be compared again.
  private static let higher = 1.5
  /// The most located regions that are searched for a number.
  private static let maxRegions = 2
  /// How far ZBar's place may be from a region of bars, as a share of the region's length.
  private static let slack = 0.3
  /// The largest misfit with which a better-fitting number makes the one that was read doubtful: beyond it, the fit
  /// went astray, which also happens with right numbers.
  private static let fair: Float = 0.3

  /// Compares each EAN or UPC that may become sure with numbers that look like it.
  ///
  /// - Parameters:
  ///   - picture: the picture.
  ///   - mapping: maps its points to those of the upright full-size picture.
  mutating func compare(on picture: borrowing GreyPicture, by mapping: Mapping) {
    for index in candidates.indices {
      // Its place on this picture, which may be smaller or larger than the one before.
      let sight = candidates[index].sight.map {
        Place(corners: $0.corners.map { mapping.origin(of: $0) })
      }
      // Enlarging adds no pixels.
      let height = min(sight?.height ?? 0, candidates[index].sight?.height ?? 0)
      guard isDue(candidates[index], sight == nil ? nil : height),
        let symbol = RetailSymbol(candidates[index].best.barcode)
      else { continue }
      candidates[index].comparedHeight = height
      let known = comparison(of: symbol, at: index, seenAt: sight, on: picture, by: mapping)
      conclude(known, about: symbol, at: index)
    }
  }

  /// Whether a candidate may become sure, and is now seen better than at its last comparison.
  private func isDue(_ candidate: Candidate, _ height: Double?) -> Bool {
    let evidence = candidate.evidence
    guard evidence.isRetail, !candidate.isReplaced, !candidate.isDisputed, !evidence.isConfirmed
    else { return false }
    guard let height, evidence.isSeen else {
      return candidate.comparedHeight == nil && evidence.isSureWithoutRivals
    }
    return candidate.comparedHeight.map { height > $0 * Self.higher } ?? true
  }

  private func comparison(
    of symbol: RetailSymbol, at index: Int, seenAt sight: Place?,
    on picture: borrowing GreyPicture, by mapping: Mapping
  ) -> RivalReader.Comparison? {
    let reader = RivalReader()
    if let sight { return reader.compare(symbol, at: sight, on: picture) }
    // ZBar's places are boxes around the last bars that it saw: around the whole symbol if it saw lines in both
    // directions.
    let box = Place(corners: candidates[index].best.place.corners.map { mapping.origin(of: $0) })
    let places =
      box.turns.filter { $0.length > Double(symbol.layout.moduleCount) }
      + Self.places(of: symbol, around: box, on: picture).joined()
    var best: RivalReader.Comparison?
    for place in places {
      guard let compared = reader.compare(symbol, at: place, on: picture),
        compared.misfit < best?.misfit ?? Self.fair
      else { continue }
      best = compared
      if compared.bandCount > 1 { break }
    }
    return best
  }

  /// Where a number may be that ZBar read: by region of bars around its box, where it fits best first.
  static func places(
    of symbol: RetailSymbol, around box: Place, on picture: borrowing GreyPicture
  ) -> [[Place]] {
    var places: [[Place]] = []
    let near = Locator.barRegions(on: picture)
      .filter { $0.contains(box.centre, slack: $0.length * slack) }
    for bars in near.prefix(maxRegions) {
      guard let region = bars.trimmed(on: picture) else { continue }
      places.append(RivalReader().places(of: symbol, in: region, on: picture))
    }
    return places
  }

  /// Draws the conclusion from a comparison of a candidate with its rivals; `nil` if it failed.
  mutating func conclude(
    _ known: RivalReader.Comparison?, about symbol: RetailSymbol, at index: Int
  ) {
    guard let known, known.misfit <= Self.fair else {
      // Without any fit, a number is only as sure as its evidence if no swap of ambiguous digits gives another valid
      // one.
      if !symbol.hasSwaps, candidates[index].evidence.rivals == nil {
        candidates[index].evidence.rivals = .outdone
      }
      return
    }
    let isClear = known.bandCount > 1 && known.lead >= RivalReader.clear
    let read = candidates[index].best
    if known.best == symbol {
      candidates[index].evidence.rivals =
        known.swapLead >= RivalReader.clear ? .outdone : .equal
      if isClear {
        let source = Evidence.Source(engine: .confirming, view: .strip)
        candidates[index].evidence.lines[source] = known.bandCount
      }
    } else if isClear {
      let better = Finding(
        barcode: known.best.barcode(insteadOf: read.barcode), place: read.place,
        engine: .blurred, lineCount: known.bandCount, view: .strip, span: read.span,
        rivals: .outdone)
      let replaced = candidates.firstIndex { $0.isReplaced && Self.isSame($0.best, better) }
      guard let replaced else {
        candidates[index].isReplaced = true
        add(better)
        return
      }
      // Each fits better than the other on some picture.
      candidates[replaced].isReplaced = false
      for either in [index, replaced] {
        candidates[either].evidence.rivals = .equal
        candidates[either].isDisputed = true
      }
    } else {
      candidates[index].evidence.rivals = .equal
    }
  }
}

extension Evidence {
  /// Whether it was found to fit the picture better than its rivals.
  fileprivate var isConfirmed: Bool {
    rivals == .outdone && lines.keys.contains { $0.engine == .confirming }
  }
}

extension RetailSymbol {
  /// Whether a swap of ambiguous digits makes another valid number.
  fileprivate var hasSwaps: Bool {
    let free = [Float](repeating: 0, count: characters.count * 30)
    return cheapestRival(free, isSwap: true) != nil
  }
}

extension Judge {
  /// Compares the add-on of each number that would be sure without it with all other add-ons.
  ///
  /// - Parameters:
  ///   - picture: the picture.
  ///   - mapping: maps its points to those of the upright full-size picture.
  mutating func compareAddOns(on picture: borrowing GreyPicture, by mapping: Mapping) {
    for (index, candidate) in candidates.enumerated() {
      guard !candidate.isReplaced, candidate.evidence.addOnDoubt != nil,
        candidate.evidence.points >= Evidence.enough,
        let seen = candidate.addOnSight,
        let symbol = candidate.best.barcode.traits.addOn.flatMap({ AddOnSymbol($0) })
      else { continue }
      let sight = Place(corners: seen.corners.map { mapping.origin(of: $0) })
      // Enlarging adds no pixels.
      let height = min(sight.height, seen.height)
      if let compared = candidate.comparedAddOnHeight, height <= compared * Self.higher {
        continue
      }
      candidates[index].comparedAddOnHeight = height
      conclude(AddOnReader().compare(symbol, at: sight, on: picture), aboutAddOnAt: index)
    }
  }

  /// Draws the conclusion from a comparison of a candidate's add-on with others; `nil` if it failed.
  ///
  /// An add-on that fits no band has weak evidence.
  mutating func conclude(_ known: AddOnReader.Comparison?, aboutAddOnAt index: Int) {
    guard let known, known.misfit <= RivalReader.good else { return }
    let isClear = known.bandCount > 1 && known.lead >= RivalReader.clear
    candidates[index].evidence.note(addOnRivals: isClear ? .outdone : .equal)
  }
}
