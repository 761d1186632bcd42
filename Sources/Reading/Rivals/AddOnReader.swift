internal import Cards

/// Compares an add-on with all others, as `RivalReader` does with numbers: thick or thin bars turn it into another,
/// too.
struct AddOnReader {
  /// How an add-on compares with its rivals.
  struct Comparison: Equatable {
    /// Bands on which it fits well, and better than any rival.
    var bandCount: Int
    /// How much worse the closest rival fits, as a share of the smaller misfit, summed over the bands.
    var lead: Float
    /// The least misfit of a band.
    var misfit: Float
  }

  /// The lead beyond which a rival need not be looked at any further.
  private static let far: Float = 10

  private static let maxBands = 3
  /// Pixels along the bars that a band needs.
  private static let minThickness = 2.0
  private static let rounds = 14
  /// How many modules thicker than the read one's a rival's bars may be, to start with.
  private static let gains: [Float] = [0, 1, -1]
  /// How many modules the place may be off, as the gap before an add-on is unknown.
  private static let shifts = [0, 1, -1, 2, -2].map { Double($0) }

  /// Compares an add-on with its rivals.
  ///
  /// - Returns: `nil` if it is not whole on the picture.
  func compare(
    _ read: AddOnSymbol, at place: Place, on picture: borrowing GreyPicture
  ) -> Comparison? {
    let count = max(1, min(Self.maxBands, Int(place.height / Self.minThickness)))
    let modules = read.layout.moduleCount
    var fits: [GainFit] = []
    for band in 0..<count {
      let range = Double(band) / Double(count)..<Double(band + 1) / Double(count)
      var best: GainFit?
      for shift in Self.shifts where best?.misfit ?? 1 > RivalReader.good {
        let moved = place.moved(across: shift / Double(modules))
        guard let profile = EdgeProfile(of: moved, modules: modules, band: range, on: picture)
        else { continue }
        var fit = GainFit(profile, moduleCount: modules)
        fit.fit(read, rounds: Self.rounds)
        if fit.misfit < best?.misfit ?? .infinity { best = fit }
      }
      if let best { fits.append(best) }
    }
    guard let misfit = fits.map(\.misfit).min() else { return nil }
    var isBehind = fits.map { $0.misfit > RivalReader.good }
    if misfit > RivalReader.good { return Comparison(bandCount: 0, lead: 0, misfit: misfit) }
    let costs = fits.map { fit in fit.costs(of: read).map { $0 / fit.error } }
    let sum = costs[0].indices.map { index in costs.reduce(0) { $0 + $1[index] } }
    var lead = Self.far
    // No pair is left out for its costs: where 77 was read, thin bars of 72 cost more than 10.
    for rival in read.rivals(sum) {
      var rivalLead: Float = 0
      for (band, fit) in fits.enumerated() where rivalLead < Self.far {
        let bandLead =
          Self.gains.map { gain -> Float in
            var other = fit.thickened(by: gain)
            other.fit(rival, rounds: Self.rounds)
            return (other.error - fit.error) / min(fit.error, other.error)
          }.min() ?? 0
        if bandLead <= 0 { isBehind[band] = true }
        rivalLead += bandLead
      }
      lead = min(lead, rivalLead)
    }
    return Comparison(bandCount: isBehind.count { !$0 }, lead: lead, misfit: misfit)
  }
}

/// The two or five digits beside an EAN or UPC as their symbol draws them.
struct AddOnSymbol: BarSymbol, Equatable {
  let layout: RetailLayout
  let characters: [Int]

  /// The most rivals that are fitted because of their costs: all other pairs of digits.
  private static let maxRivals = 99

  static func == (one: Self, other: Self) -> Bool { one.characters == other.characters }

  /// The symbol of an add-on; `nil` if it is not two or five digits.
  init?(_ digits: String) {
    guard let layout = RetailLayout.addOns[digits.utf8.count], let value = Int(digits),
      digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 })
    else { return nil }
    self.init(value, layout)
  }

  private init(_ value: Int, _ layout: RetailLayout) {
    var characters: [Int] = []
    Self.visit(value, layout) { _, character in characters.append(character) }
    (self.layout, self.characters) = (layout, characters.reversed())
  }

  /// Calls `body` with the index and character of each digit, the last one first.
  private static func visit(_ value: Int, _ layout: RetailLayout, _ body: (Int, Int) -> Void) {
    let count = layout.digitCount
    var (rest, sum) = (value, 0)
    // Weights 3 and 9 in turn, from the last digit (ISO/IEC 15420:2009, 4.4).
    for index in 0..<count {
      sum += rest % 10 * (index % 2 == 0 ? 3 : 9)
      rest /= 10
    }
    let mask = layout.sets[count == 2 ? value % 4 : sum % 10].mask
    rest = value
    for index in (0..<count).reversed() {
      body(index, rest % 10 + (mask >> index & 1) * 10)
      rest /= 10
    }
  }

  /// Other add-ons that may fit: all pairs of digits, or those of five that cost least, and swaps that another gain
  /// makes.
  ///
  /// - Parameter costs: of each character for each digit, as in `GainFit`.
  /// - Returns: Swaps first, then the others by their costs.
  func rivals(_ costs: [Float]) -> [AddOnSymbol] {
    let count = layout.digitCount == 2 ? 100 : 100_000
    var cheapest: [(value: Int, cost: Float)] = []
    var swaps: [Int] = []
    for value in 0..<count {
      var (cost, swapCount, isSwap) = (Float(0), 0, true)
      Self.visit(value, layout) { index, character in
        cost += costs[index * 30 + character]
        let own = characters[index]
        if character == own { return }
        swapCount += 1
        isSwap =
          isSwap && character / 10 == own / 10
          && RetailSymbol.ambiguous[own % 10] == character % 10
      }
      if swapCount == 0 { continue }
      if isSwap, 2 * swapCount >= layout.digitCount {
        swaps.append(value)
      } else if cheapest.count < Self.maxRivals || cost < cheapest[Self.maxRivals - 1].cost {
        let rank = cheapest.firstIndex { $0.cost > cost } ?? cheapest.count
        cheapest.insert((value, cost), at: rank)
        if cheapest.count > Self.maxRivals { cheapest.removeLast() }
      }
    }
    return (swaps + cheapest.map(\.value)).map { AddOnSymbol($0, layout) }
  }
}
