import Cards

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
  private static let mostShare: Float = 0.7

  private let layouts: [RetailLayout]

  /// Makes a reader for those of the symbologies that can be read in part; `nil` if there are none.
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

  /// Finds the symbol on a band near the middle, and fits all bands from there; empty if it is not found.
  private func fits(
    _ bands: [BarProfile], expected: Double, layout: RetailLayout
  ) -> [PartialFit] {
    let search = PartialSearch(layout: layout)
    let most = Float(layout.digitCount + 3) * PartialFit.mostMisfit
    let middle = bands.count / 2
    var seed: PartialFit?
    for index in bands.indices.sorted(by: { abs($0 - middle) < abs($1 - middle) })
      .prefix(Self.searchCount)
    {
      guard let fit = search.best(bands[index], expected: expected) else { continue }
      if fit.sum < seed?.sum ?? .infinity { seed = fit }
      if fit.sum < most * Self.goodShare { break }
    }
    guard let seed, seed.sum < most * Self.mostShare else { return [] }
    return bands.map { search.best($0, near: seed.geometry) }
  }
}
