import Cards

/// Compares an add-on with all others, as `RivalReader` does a number: thick and thin bars make others of it, too.
struct AddOnReader {
  /// How an add-on compares with its rivals.
  struct Comparison: Equatable {
    /// Bands on which it fits well, and better than any rival.
    var bandCount: Int
    /// By how much the closest rival fits worse, as a share of the smaller misfit, summed over the bands.
    var lead: Float
    /// The least misfit of a band.
    var misfit: Float
  }

  /// By how much a rival that is not looked at any further fits one band worse.
  private static let far: Float = 10

  private static let mostBands = 3
  /// Pixels along the bars that a band needs.
  private static let leastThickness = 2.0
  private static let rounds = 14
  /// By how many modules the bars of a rival may be thicker than those of the one that was read, at first.
  private static let gains: [Float] = [0, 1, -1]
  /// By how many modules the place may be off, as the gap before an add-on is not known.
  private static let shifts = [0, 1, -1, 2, -2].map { Double($0) }

  /// Compares an add-on with its rivals.
  ///
  /// - Returns: `nil` if it is not whole on the picture.
  func compare(
    _ read: AddOnSymbol, at place: Place, on picture: borrowing GreyPicture
  ) -> Comparison? {
    let count = max(1, min(Self.mostBands, Int(place.height / Self.leastThickness)))
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
    // Costs are no reason to leave out a pair: thin bars of 72 cost more than 10 where 77 was read.
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
