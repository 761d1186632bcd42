import Cards

extension Judge {
  /// From how many times the height that it was compared at before a number is compared again.
  private static let higher = 1.5
  /// The most located regions that are searched for a number.
  private static let mostRegions = 2
  /// How far from a region of bars ZBar's place may be, as a share of its length.
  private static let slack = 0.3
  /// The misfit up to which a number that fits better than the one that was read makes that doubtful: beyond it, the
  /// fit went astray, which also happens with right numbers.
  private static let fair: Float = 0.3

  /// Compares each EAN or UPC that may become sure with numbers that look like it.
  ///
  /// - Parameters:
  ///   - picture: the picture.
  ///   - mapping: maps its points to those of the upright full-size picture.
  mutating func compare(on picture: borrowing GreyPicture, by mapping: Mapping) {
    for index in candidates.indices {
      // As it is on this picture, which may be a smaller one than before, or a larger.
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

  /// Whether a candidate may become sure, and where it is now seen may tell more than before.
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
    let box = Place(corners: candidates[index].best.place.corners.map { mapping.origin(of: $0) })
    // ZBar's places are boxes around where it saw the last bars: around it all, if on lines in both directions.
    var places = box.turns.filter { $0.length > Double(symbol.layout.moduleCount) }
    let near = Locator.barRegions(on: picture)
      .filter { $0.contains(box.centre, slack: $0.length * Self.slack) }
    for bars in near.prefix(Self.mostRegions) {
      guard let region = bars.trimmed(on: picture) else { continue }
      places += reader.places(of: symbol, in: region, on: picture)
    }
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

  /// Draws the conclusion from a comparison of a candidate with its rivals; `nil` where it did not succeed.
  mutating func conclude(
    _ known: RivalReader.Comparison?, about symbol: RetailSymbol, at index: Int
  ) {
    guard let known, known.misfit <= Self.fair else {
      // Without any fit, only a number that no swap of ambiguous digits makes valid is as sure as its evidence.
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
  /// Whether its picture was found to fit better than those of its rivals.
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
