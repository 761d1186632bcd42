/// What the bands of a symbol say together of each digit.
struct PartialVote {
  /// A digit, by how much it leads, and whether it is taken for read.
  struct Digit {
    var value: Int
    /// By how much the next best fits worse, as the mean of the bands' misfits.
    var lead: Float
    var isSure: Bool
  }

  /// Misfit below which a band shows a character or guard: what covers a character has more than 0.3 nearly always.
  private static let goodMisfit: Float = 0.15
  /// The same where it only counts that something is there.
  private static let fairMisfit: Float = 0.2
  private static let guardMisfit: Float = 0.3
  /// Bands that must show a character: one band may be dirt.
  private static let leastBands = 2
  /// By how much a character must fit better than any other, as the mean of the bands.
  private static let leastLead: Float = 0.2
  /// By how much another character must fit better on one band to contradict.
  private static let contradiction: Float = 0.05

  /// As printed; the digit that the sets of the left half stand for among them.
  private(set) var digits: [Digit]

  /// Weighs the bands.
  ///
  /// - Returns: `nil` where fewer than two bands show half of the characters, or guards are not found: bars of something
  ///   else. Of EAN-13 one of the three may be hidden; EAN-8 needs all, as half an EAN-13 looks much like it.
  init?(_ fits: [PartialFit], layout: RetailLayout) {
    let count = layout.digitCount
    let bands = fits.filter { fit in
      (0..<count).count { fit.best(at: $0).misfit < Self.fairMisfit } * 2 >= count
    }
    guard bands.count >= Self.leastBands else { return nil }
    let guards = (0..<3).count { place in
      bands.map { $0.guards[place] }.sorted()[bands.count / 2] < Self.guardMisfit
    }
    guard guards >= (layout.impliesDigit ? 2 : 3) else { return nil }
    let sums = (0..<count * 30).map { index in
      bands.reduce(Float(0)) { $0 + min($1.misfits[index], PartialFit.mostMisfit) }
        / Float(bands.count)
    }
    digits = []
    var sets: Int?
    if layout.impliesDigit {
      // The sets of the left half choose the first digit; a character of another set is not sure.
      let patterns = layout.sets.map { mask, digit in
        let sum = (0..<layout.left.count).reduce(Float(0)) { sum, place in
          let first = place * 30 + (mask >> place & 1) * 10
          return sum + (sums[first..<first + 10].min() ?? 0)
        }
        return (mask: mask, digit: digit, sum: sum)
      }.sorted { $0.sum < $1.sum }
      let lead = patterns[1].sum - patterns[0].sum
      sets = patterns[0].mask
      digits = [Digit(value: patterns[0].digit, lead: lead, isSure: lead >= Self.leastLead)]
    }
    for place in 0..<count {
      let ranked = sums[place * 30..<place * 30 + 30].enumerated()
        .sorted { $0.element < $1.element }
      let (best, lead) = (ranked[0].offset, ranked[1].element - ranked[0].element)
      let fitsSet = place >= layout.left.count || sets.map { $0 >> place & 1 == best / 10 } ?? true
      let isSure = fitsSet && lead >= Self.leastLead && Self.isShown(best, at: place, by: bands)
      digits.append(Digit(value: best % 10, lead: lead, isSure: isSure))
    }
  }

  /// Whether enough bands show the character and none shows another.
  private static func isShown(_ character: Int, at place: Int, by bands: [PartialFit]) -> Bool {
    let misfits = bands.map { $0.misfits[place * 30 + character] }
    let isContradicted = zip(bands, misfits).contains { band, misfit in
      let best = band.best(at: place)
      return best.character != character && best.misfit < goodMisfit
        && misfit - best.misfit > contradiction
    }
    return !isContradicted && misfits.count { $0 < goodMisfit } >= leastBands
  }

  /// Takes back what the check digit speaks against: with every digit sure and the check digit wrong, one of them is
  /// misread, so the two that lead least are unsure; two, as a single one would be worked out from the others.
  mutating func check(by layout: RetailLayout) {
    guard digits.allSatisfy(\.isSure) else { return }
    let sum = digits.enumerated().reduce(0) { sum, digit in
      let place = digit.offset - (layout.impliesDigit ? 1 : 0)
      return sum + digit.element.value * layout.weight(of: place)
    }
    if sum % 10 == 0 { return }
    for index in digits.indices.sorted(by: { digits[$0].lead < digits[$1].lead }).prefix(2) {
      digits[index].isSure = false
    }
  }
}
