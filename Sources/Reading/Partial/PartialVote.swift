/// Combines the evidence of all bands of a symbol for each digit.
struct PartialVote {
  /// The best candidate for one digit.
  struct Digit {
    var value: Int
    /// The misfit of the next best candidate minus its own, each the mean over the bands.
    var lead: Float
    var isSure: Bool
  }

  /// The misfit below which a band shows a character: covered characters nearly always have more than 0.3.
  private static let goodMisfit: Float = 0.15
  /// The misfit below which a band shows some character, and the median below which a guard is found.
  private static let fairMisfit: Float = 0.2
  private static let guardMisfit: Float = 0.3
  /// The minimum number of bands that must show a character: one alone may be dirt.
  private static let minBands = 2
  /// The minimum lead of a character over all others, as a mean over the bands.
  private static let minLead: Float = 0.2
  /// The lead of another character on one band above which it contradicts.
  private static let contradiction: Float = 0.05

  /// As printed, including the first digit of EAN-13, which the sets of the left half encode.
  private(set) var digits: [Digit]

  /// Combines the bands.
  ///
  /// - Returns: `nil` if fewer than two bands show half of the characters, or guards are missing: then the bars are
  ///   something else. One of the three guards of EAN-13 may be hidden; EAN-8 needs all of them, because half an EAN-13
  ///   looks much like it.
  init?(_ fits: [PartialFit], layout: RetailLayout) {
    let count = layout.digitCount
    let bands = fits.filter { fit in
      (0..<count).count { fit.best(at: $0).misfit < Self.fairMisfit } * 2 >= count
    }
    guard bands.count >= Self.minBands else { return nil }
    let guards = (0..<3).count { index in
      bands.map { $0.guards[index] }.sorted()[bands.count / 2] < Self.guardMisfit
    }
    guard guards >= (layout.impliesDigit ? 2 : 3) else { return nil }
    let sums = (0..<count * 30).map { index in
      bands.reduce(Float(0)) { $0 + min($1.misfits[index], PartialFit.maxMisfit) }
        / Float(bands.count)
    }
    digits = []
    var sets: Int?
    if layout.impliesDigit {
      // The sets of the left half determine the first digit; a character from another set is not sure.
      let patterns = layout.sets.map { mask, digit in
        let sum = (0..<layout.left.count).reduce(Float(0)) { sum, index in
          let first = index * 30 + (mask >> index & 1) * 10
          return sum + (sums[first..<first + 10].min() ?? 0)
        }
        return (mask: mask, digit: digit, sum: sum)
      }.sorted { $0.sum < $1.sum }
      let lead = patterns[1].sum - patterns[0].sum
      sets = patterns[0].mask
      digits = [Digit(value: patterns[0].digit, lead: lead, isSure: lead >= Self.minLead)]
    }
    for index in 0..<count {
      let ranked = sums[index * 30..<index * 30 + 30].enumerated()
        .sorted { $0.element < $1.element }
      let (best, lead) = (ranked[0].offset, ranked[1].element - ranked[0].element)
      let fitsSet = index >= layout.left.count || sets.map { $0 >> index & 1 == best / 10 } ?? true
      let isSure = fitsSet && lead >= Self.minLead && Self.isShown(best, at: index, by: bands)
      digits.append(Digit(value: best % 10, lead: lead, isSure: isSure))
    }
  }

  /// Whether enough bands show the character, and none clearly shows another.
  private static func isShown(_ character: Int, at index: Int, by bands: [PartialFit]) -> Bool {
    let misfits = bands.map { $0.misfits[index * 30 + character] }
    let isContradicted = zip(bands, misfits).contains { band, misfit in
      let best = band.best(at: index)
      return best.character != character && best.misfit < goodMisfit
        && misfit - best.misfit > contradiction
    }
    return !isContradicted && misfits.count { $0 < goodMisfit } >= minBands
  }

  /// Marks the two digits with the smallest lead as unsure if all digits are sure but the check digit is wrong.
  ///
  /// One of them is then misread. A single `?` would be worked out from the other digits, so it must be two.
  mutating func check(by layout: RetailLayout) {
    guard digits.allSatisfy(\.isSure) else { return }
    let sum = digits.enumerated().reduce(0) { sum, digit in
      let index = digit.offset - (layout.impliesDigit ? 1 : 0)
      return sum + digit.element.value * layout.weight(of: index)
    }
    if sum % 10 == 0 { return }
    for index in digits.indices.sorted(by: { digits[$0].lead < digits[$1].lead }).prefix(2) {
      digits[index].isSure = false
    }
  }
}
