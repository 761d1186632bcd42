internal import Cards

/// Compares a number that was read from an EAN or UPC with others that look like it.
///
/// Bars that are thick or thin, by ink or by blur, turn digits into others on every line and for every engine. So the
/// picture of the number is fitted with the thickness and the blur of its bars left free, and then those of its closest
/// rivals.
struct RivalReader {
  /// How a number compares with its rivals.
  struct Comparison {
    /// The number that fits best: the one that was read, or a rival that fits better.
    var best: RetailSymbol
    /// Bands on which it fits well, and better than any rival.
    var bandCount: Int
    /// How much worse the closest rival fits, as a share of the best number's misfit, summed over the bands.
    var lead: Float
    /// The same for numbers that differ only in ambiguous digits.
    var swapLead: Float
    /// The least misfit of a band.
    var misfit: Float
  }

  /// Leads from which a number clearly fits better than another: right ones of our corpora had 1.3 or more, and a
  /// wrong one never more than 0.1.
  static let clear: Float = 0.6
  /// The cost from which a rival is too far off to be fitted: a fit lowers it by a third at most (our measurement).
  private static let far: Float = 3
  /// The misfit up to which a number fits well: right ones had 0.1 or less, and 0.5 if the fit went astray.
  static let good: Float = 0.15

  private static let maxBands = 3
  /// The share of each band that is sampled if bars lean or crumple, as the whole band would smear them.
  private static let thin = 0.1
  /// The part of a region by which places are chosen, and how many are chosen.
  private static let middle = 0.4..<0.6
  private static let maxPlaces = 3
  /// Pixels along the bars that a band needs.
  private static let minThickness = 2.0
  /// The most steps of a fit.
  private static let rounds = 14
  /// The steps of a fit that need not be exact, for the first look and the second.
  private static let quickRounds = [3, 9]
  /// The starts to try until a number fits: labels on cans and bags bend, and with an add-on, the end is not known.
  private static let starts =
    [0, 1.5, -1.5, 3, -3, 5, -5].map { GainFit.Start(bend: $0) }
    + [1.5, -1.5, 3, -3].map { GainFit.Start(end: $0) }
  /// How often a better rival takes the number's place.
  private static let maxClimbs = 4

  /// Compares a number with its rivals.
  ///
  /// - Parameters:
  ///   - read: the number.
  ///   - place: where its symbol is, from the first bar to the last.
  ///   - picture: the picture.
  /// - Returns: `nil` if it is not whole on the picture.
  func compare(
    _ read: RetailSymbol, at place: Place, on picture: borrowing GreyPicture
  ) -> Comparison? {
    let modules = read.layout.moduleCount
    let count = max(1, min(Self.maxBands, Int(place.height / Self.minThickness)))
    var gainRivals = read.gainRivals
    if gainRivals.isEmpty,
      let known = Self.quickly(read, at: place, bandCount: count, on: picture)
    {
      return known
    }
    var fits: [GainFit] = []
    for share in [1, Self.thin] where fits.allSatisfy({ $0.misfit > Self.good }) {
      var bands: [EdgeProfile] = []
      for band in 0..<count {
        let range = Self.range(of: band, of: count, by: share)
        if let made = EdgeProfile(of: place, modules: modules, band: range, on: picture) {
          bands.append(made)
        }
      }
      fits = Self.fits(read, bands)
    }
    guard !fits.isEmpty else { return nil }
    var best = read
    for climb in 1...Self.maxClimbs {
      let costs = fits.map { fit in fit.costs(of: best).map { $0 / fit.error } }
      let bounds = costs.map { best.minCost($0) }
      var comparison = Comparison(
        best: best, bandCount: zip(fits, bounds).count { $0.misfit <= Self.good && $1 > 0 },
        lead: bounds.reduce(0, +), swapLead: bounds.reduce(0, +),
        misfit: fits.map(\.misfit).min() ?? 1)
      let sum = costs[0].indices.map { index in costs.reduce(0) { $0 + $1[index] } }
      if climb > 1 { gainRivals = best.gainRivals }
      var rivals = gainRivals.map { (symbol: $0.symbol, isSwap: true, gain: $0.gain) }
      if best.minCost(sum) >= Self.far, rivals.isEmpty { return comparison }
      for isSwap in [true, false] {
        guard let rival = best.cheapestRival(sum, isSwap: isSwap), rival.cost < Self.far else {
          continue
        }
        rivals.append((rival.symbol, isSwap, 0))
      }
      (comparison.lead, comparison.swapLead) = (Self.far, .infinity)
      var better: (symbol: RetailSymbol, fits: [GainFit], lead: Float)?
      var isBehind = fits.map { $0.misfit > Self.good }
      for rival in rivals {
        let others = fits.map { fit in
          var fit = fit.thickened(by: rival.gain)
          fit.fit(rival.symbol, rounds: Self.rounds)
          return fit
        }
        // The smaller of the two misfits is the measure.
        let leads = zip(fits, others).map { ($1.error - $0.error) / min($0.error, $1.error) }
        let lead = leads.reduce(0, +)
        if rival.isSwap {
          comparison.swapLead = min(comparison.swapLead, lead)
        } else {
          comparison.lead = lead
        }
        for band in leads.indices where leads[band] <= 0 { isBehind[band] = true }
        if lead < better?.lead ?? 0 { better = (rival.symbol, others, lead) }
      }
      comparison.lead = min(comparison.lead, comparison.swapLead)
      comparison.bandCount = isBehind.count { !$0 }
      guard let better, climb < Self.maxClimbs else { return comparison }
      (best, fits) = (better.symbol, better.fits)
    }
    return nil
  }

  /// On how many bands bars and print together single a number out: it fits well, no other number fits the bars better, and
  /// each other one fits bars and print clearly worse.
  ///
  /// - Parameters:
  ///   - symbol: the number.
  ///   - place: where its symbol is, from the first bar to the last.
  ///   - print: what each character costs by the print.
  ///   - picture: the picture.
  /// - Returns: The number of bands; 0 if they do not.
  func bandsSinglingOut(
    _ symbol: RetailSymbol, at place: Place, print: [Float], on picture: borrowing GreyPicture
  ) -> Int {
    let modules = symbol.layout.moduleCount
    let count = max(1, min(Self.maxBands, Int(place.height / Self.minThickness)))
    var fits: [GainFit] = []
    for share in [1, Self.thin] where fits.allSatisfy({ $0.misfit > Self.good }) {
      let bands = (0..<count).compactMap { band in
        EdgeProfile(
          of: place, modules: modules, band: Self.range(of: band, of: count, by: share), on: picture
        )
      }
      fits = Self.fits(symbol, bands)
    }
    fits = fits.filter { $0.misfit <= Self.good }
    guard !fits.isEmpty else { return 0 }
    let costs = fits.map { fit in fit.costs(of: symbol).map { $0 / fit.error } }
    let bars = costs[0].indices.map { index in costs.reduce(0) { $0 + $1[index] } }
    if let rival = symbol.cheapestRival(bars, isSwap: false), rival.cost <= 0 { return 0 }
    let own = symbol.characters.enumerated().map { print[$0.offset * 30 + $0.element] }
    let all = bars.indices.map { bars[$0] + print[$0] - own[$0 / 30] }
    if let rival = symbol.cheapestRival(all, isSwap: false), rival.cost < Self.far { return 0 }
    let isSeenOtherwise = symbol.gainRivals.contains { rival in
      let cost = rival.symbol.characters.enumerated().reduce(Float(0)) {
        $0 + print[$1.offset * 30 + $1.element] - own[$1.offset]
      }
      return cost < Self.far
    }
    return isSeenOtherwise ? 0 : fits.count
  }

  /// The comparison of a number that fits its outer bands so well that no rival comes near it, as nearly all do.
  private static func quickly(
    _ symbol: RetailSymbol, at place: Place, bandCount count: Int,
    on picture: borrowing GreyPicture
  ) -> Comparison? {
    let modules = symbol.layout.moduleCount
    guard count > 1,
      let first = EdgeProfile(
        of: place, modules: modules, band: range(of: 0, of: count, by: 1), on: picture)
    else { return nil }
    var one = GainFit(first, moduleCount: modules)
    var other: GainFit?
    for rounds in quickRounds {
      one.fit(symbol, rounds: rounds)
      guard one.misfit <= good else { continue }
      if other == nil {
        other = EdgeProfile(
          of: place, modules: modules, band: range(of: count - 1, of: count, by: 1), on: picture
        ).map { one.moved(to: $0) }
      }
      other?.fit(symbol, rounds: rounds / 2)
      guard let other, other.misfit <= good else { continue }
      let bounds = [one, other].map { fit in
        symbol.minCost(fit.costs(of: symbol)) / fit.error
      }
      let lead = bounds.reduce(0, +)
      guard lead >= far, bounds.allSatisfy({ $0 > 0 }) else { continue }
      return Comparison(
        best: symbol, bandCount: bounds.count, lead: lead, swapLead: lead,
        misfit: min(one.misfit, other.misfit))
    }
    return nil
  }

  private static func fits(
    _ symbol: RetailSymbol, _ bands: [EdgeProfile]
  ) -> [GainFit] {
    var fits: [GainFit] = []
    for band in bands {
      // Bands differ in light, but have nearly the same bars.
      if let known = fits.last, known.misfit <= good {
        var fit = known.moved(to: band)
        fit.fit(symbol, rounds: rounds)
        fits.append(fit)
        continue
      }
      var best: GainFit?
      for start in starts where best?.misfit ?? 1 > good {
        var fit = GainFit(band, moduleCount: symbol.layout.moduleCount, start)
        fit.fit(symbol, rounds: rounds)
        if fit.misfit < best?.misfit ?? .infinity { best = fit }
      }
      if let best { fits.append(best) }
    }
    return fits
  }

  /// A share of one of some bands, about its middle.
  private static func range(of band: Int, of count: Int, by share: Double) -> Range<Double> {
    let (middle, side) = ((Double(band) + 0.5) / Double(count), share / Double(2 * count))
    return middle - side..<middle + side
  }

  // MARK: Locating

  /// Possible places of a number within a region of bars; those where it fits best after one step come first.
  func places(
    of symbol: RetailSymbol, in region: BarRegion, on picture: borrowing GreyPicture
  ) -> [Place] {
    let modules = symbol.layout.moduleCount
    let bands = BarProfile.bands(Self.maxBands, of: region, on: picture)
    guard !bands.isEmpty else { return [] }
    let band = bands[bands.count / 2]
    let (lows, highs) = band.ends
    var found: [(place: Place, misfit: Float)] = []
    for low in lows {
      for high in highs
      where band.mayHold(from: low, to: high, modules: modules, expected: region.length) {
        let whole = Place(corners: region.corners(from: low + band.start, to: high + band.start))
        for place in [whole, whole.turned(by: 2)] {
          guard
            let profile = EdgeProfile(of: place, modules: modules, band: Self.middle, on: picture)
          else { continue }
          var fit = GainFit(profile, moduleCount: modules)
          fit.fit(symbol, rounds: 1)
          found.append((place, fit.misfit))
        }
      }
    }
    return found.sorted { $0.misfit < $1.misfit }.prefix(Self.maxPlaces).map(\.place)
  }
}

extension RetailSymbol {
  /// A lower bound of the cost of any rival's characters: one changed digit never leaves the check digit right, except
  /// in UPC-E, whose last digit also says how to expand the others.
  fileprivate func minCost(_ costs: [Float]) -> Float {
    var (least, second, negative) = (Float.infinity, Float.infinity, Float(0))
    for (index, own) in characters.enumerated() {
      var cost = Float.infinity
      for character in 0..<30 where character != own {
        cost = min(cost, costs[index * 30 + character])
      }
      if cost < least { (least, second) = (cost, least) } else { second = min(second, cost) }
      negative += min(cost, 0)
    }
    if negative < 0 { return negative }
    return symbology == .upcE ? least : least + second
  }
}
