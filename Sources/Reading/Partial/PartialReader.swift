internal import Cards

/// Reads EAN-13, UPC-A and EAN-8 character by character, where the whole code could not be read.
struct PartialReader {
  /// The digits of one symbol.
  struct Reading {
    var symbology: Symbology
    /// Digits, with `?` for each unsure one.
    var pattern: String
    var place: Place
  }

  private static let bandCount = 6
  /// How many bands to search before giving up on a region.
  private static let searchCount = 2
  /// Limits on the sum of misfits, as shares of its maximum: below the first, a symbol is found at once; above the
  /// second, the region is rejected.
  ///
  /// The sum covers characters and guards: 15 for EAN-13, each 0.4 at most.
  private static let goodShare: Float = 0.25
  private static let maxShare: Float = 0.7

  private let layouts: [RetailLayout]

  /// Makes a reader for the symbologies that can be read in part; `nil` if there are none.
  init?(symbologies: Set<Symbology>) {
    var layouts: [RetailLayout] = []
    if !symbologies.isDisjoint(with: [.ean13, .upcA]) { layouts.append(.ean13) }
    if symbologies.contains(.ean8) { layouts.append(.ean8) }
    if layouts.isEmpty { return nil }
    self.layouts = layouts
  }

  /// The digits of a region's symbol; `nil` if less than 60 % of them can be read.
  func reading(of region: BarRegion, on picture: borrowing GreyPicture) -> Reading? {
    let bands = BarProfile.bands(Self.bandCount, of: region, on: picture)
    for layout in layouts {
      let fits = fits(bands, expected: region.length, layout: layout)
      guard let first = fits.first, var vote = PartialVote(fits, layout: layout) else { continue }
      vote.check(by: layout)
      var digits = vote.digits
      var symbology = layout.impliesDigit ? Symbology.ean13 : .ean8
      if layout.impliesDigit, digits[0].isSure, digits[0].value == 0 {
        symbology = .upcA
        digits.removeFirst()
      }
      let pattern = digits.map { $0.isSure ? String($0.value) : "?" }.joined()
      guard PartialBarcode(symbology: symbology, pattern: pattern, position: []).isWithinBounds
      else { continue }
      let corners = region.corners
      return Reading(
        symbology: symbology, pattern: pattern,
        place: Place(
          corners: first.geometry.isReversed ? Array(corners[2...] + corners[..<2]) : corners))
    }
    return nil
  }

  /// How well characters fit the bands of a region that may hold an EAN-13 or UPC-A; empty if it does not look like one.
  static func fits(of region: BarRegion, on picture: borrowing GreyPicture) -> [(
    fit: PartialFit, band: BarProfile
  )] {
    guard let reader = PartialReader(symbologies: [.ean13]) else { return [] }
    let bands = BarProfile.bands(bandCount, of: region, on: picture)
    return Array(zip(reader.fits(bands, expected: region.length, layout: .ean13), bands))
  }

  /// Finds the symbol on a band near the middle, and fits all bands from there; empty if it is not found.
  private func fits(
    _ bands: [BarProfile], expected: Double, layout: RetailLayout
  ) -> [PartialFit] {
    let search = PartialSearch(layout: layout)
    let most = Float(layout.digitCount + 3) * PartialFit.maxMisfit
    let middle = bands.count / 2
    var seed: PartialFit?
    for index in bands.indices.sorted(by: { abs($0 - middle) < abs($1 - middle) })
      .prefix(Self.searchCount)
    {
      guard let fit = search.best(bands[index], expected: expected) else { continue }
      if fit.sum < seed?.sum ?? .infinity { seed = fit }
      if fit.sum < most * Self.goodShare { break }
    }
    guard let seed, seed.sum < most * Self.maxShare else { return [] }
    return bands.map { search.best($0, near: seed.geometry) }
  }
}

/// Finds a symbol on a profile by its characters and guards, some of which may be hidden.
struct PartialSearch {
  let layout: RetailLayout

  /// How many of the best starts to refine.
  private static let startCount = 3
  /// The maximum number of rounds per step size.
  private static let maxRounds = 5
  /// The blurs to try starts with, as indices in `CharacterTemplates.all`.
  private static let firstBlurs = [1, 2]

  /// The minimum share of a region that EAN-8 must fill, because half an EAN-13 looks much like it.
  private static let minShortShare = 0.8

  /// The best fit over all pairs of places where a symbol may start and end; `nil` if there are none.
  func best(_ profile: BarProfile, expected: Double) -> PartialFit? {
    let (lows, highs) = profile.ends
    let least = layout.impliesDigit ? 0 : expected * Self.minShortShare
    var starts: [PartialFit] = []
    for low in lows {
      for high in highs
      where high - low >= least
        && profile.mayHold(from: low, to: high, modules: layout.moduleCount, expected: expected)
      {
        for isReversed in [false, true] {
          for blur in Self.firstBlurs {
            starts.append(
              PartialFit(
                profile,
                BlurredGeometry(low: low, high: high, bend: 0, blur: blur, isReversed: isReversed),
                layout: layout))
          }
        }
      }
    }
    return starts.sorted { $0.sum < $1.sum }.prefix(Self.startCount)
      .map { refined($0, on: profile, steps: [0.8, 0.4, 0.2]) }
      .min { $0.sum < $1.sum }
  }

  /// The best fit near `geometry`, which was found on another band of the same symbol.
  func best(_ profile: BarProfile, near geometry: BlurredGeometry) -> PartialFit {
    refined(
      PartialFit(profile, geometry, layout: layout), on: profile, steps: [0.8, 0.4, 0.2])
  }

  /// Improves the geometry in `steps`, as shares of a module, each until a round gains less than 1 %.
  private func refined(
    _ start: PartialFit, on profile: BarProfile, steps: [Double]
  ) -> PartialFit {
    var best = start
    let module = start.geometry.width / Double(layout.moduleCount)
    for step in steps {
      for _ in 0..<Self.maxRounds {
        let before = best.sum
        for geometry in best.geometry.neighbours(
          step: step * module, blurs: CharacterTemplates.all.indices)
        {
          let fit = PartialFit(profile, geometry, layout: layout)
          if fit.sum < best.sum { best = fit }
        }
        if best.sum > before * 0.99 { break }
      }
    }
    return best
  }
}
