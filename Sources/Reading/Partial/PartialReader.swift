import Cards

/// Reads EAN-13, UPC-A and EAN-8 symbols character by character, where no whole code could be read.
struct PartialReader {
  /// What could be read at one place.
  struct Reading {
    var symbology: Symbology
    /// Digits, with `?` for each unsure one.
    var pattern: String
    var place: Place
  }

  private static let bandCount = 6
  /// Bands on which the symbol is looked for before the region is given up.
  private static let searchCount = 2
  /// Sum of the misfits of characters and guards (15 for EAN-13, each 0.4 at most) below which a place is a symbol's at
  /// once, and above which it is given up, as a share of the most possible.
  private static let goodShare: Float = 0.25
  private static let mostShare: Float = 0.7

  private let layouts: [RetailLayout]

  /// Readers for those of the symbologies that can be read in part; `nil` without any.
  init?(symbologies: Set<Symbology>) {
    var layouts: [RetailLayout] = []
    if !symbologies.isDisjoint(with: [.ean13, .upcA]) { layouts.append(.ean13) }
    if symbologies.contains(.ean8) { layouts.append(.ean8) }
    if layouts.isEmpty { return nil }
    self.layouts = layouts
  }

  /// The digits of a region's symbol, if at least 60 % of them can be read.
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

  /// Every band weighed near the place where the symbol was found.
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
