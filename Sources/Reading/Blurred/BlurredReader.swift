internal import Cards

/// Reads EAN-13 and UPC-A symbols that are too blurred to tell bars from spaces, and checks numbers that other engines
/// read there.
///
/// Each band of a region is read separately; a result that several bands share is a reading.
struct BlurredReader {
  /// A number read from bands of one region.
  struct Reading {
    var digits: [Int]
    /// Bands that confirm it, of `BlurredReader.bandCount`.
    var bandCount = 0
    /// Their smallest misfit.
    var misfit = Float.infinity
    /// How much worse the next best numbers fit, summed over the bands, in units of the misfit.
    var margin = Float(0)
    /// Whether the symbol is upside down relative to the region's scan line.
    var isReversed: Bool
    /// Where its first and last bars are on the band that it fits best, in pixels across from the region's middle.
    var ends = (low: 0.0, high: 0.0)
  }

  static let bandCount = 5
  /// Misfit up to which a band's best characters count as a reading.
  private static let maxMisfit: Float = 0.16
  /// Misfit below which the other bands start from a band's geometry.
  private static let goodMisfit: Float = 0.08

  /// Bands without a fit after which the region is given up.
  private static let maxFailures = 3

  /// Made once: its tables take longer to make than everything else that a frame needs.
  private static let search = BlurredSearch(.ean13)

  /// The number that the bands of a region confirm, if they do so clearly.
  func findings(of region: BarRegion, on picture: borrowing GreyPicture) -> [Finding] {
    guard let best = clearest(readings(of: region, on: picture, as: nil)) else { return [] }
    let isUPC = best.digits[0] == 0
    let bytes = best.digits.dropFirst(isUPC ? 1 : 0).map { UInt8(48 + $0) }
    let corners = region.corners(from: best.ends.low, to: best.ends.high)
    return [
      Finding(
        barcode: Barcode(
          symbology: isUPC ? .upcA : .ean13, bytes: bytes,
          text: String(decoding: bytes, as: UTF8.self),
          traits: SymbolTraits(aimIdentifier: "]E0")),
        place: Place(corners: best.isReversed ? Array(corners[2...] + corners[..<2]) : corners),
        engine: .blurred, lineCount: best.bandCount, span: 1)
    ]
  }

  /// How many bands of a region look exactly as `barcode` would look there.
  ///
  /// - Returns: 0 when the picture contradicts it, or when it is not an EAN-13 or UPC-A.
  func bandsConfirming(
    _ barcode: Barcode, in region: BarRegion, on picture: borrowing GreyPicture
  ) -> Int {
    var digits = barcode.bytes.map { Int($0) - 48 }
    if barcode.symbology == .upcA { digits.insert(0, at: 0) }
    guard [.ean13, .upcA].contains(barcode.symbology),
      let characters = Self.search.decoder.layout.characters(for: digits)
    else { return 0 }
    let best = clearest(readings(of: region, on: picture, as: characters))
    return best?.digits == digits ? best?.bandCount ?? 0 : 0
  }

  /// The reading of most bands, if at least two have it, more than any other, and it has a clear lead.
  private func clearest(_ readings: [Reading]) -> Reading? {
    guard let best = readings.first, best.bandCount > 1,
      best.margin >= Self.minMargin(best.misfit),
      readings.dropFirst().allSatisfy({ $0.bandCount < best.bandCount })
    else { return nil }
    return best
  }

  /// How much worse the next best number must fit, summed over the bands, in units of the misfit.
  ///
  /// In our corpus, right numbers have 9 or more at a misfit below 0.05. A bad fit needs a clearer lead, because
  /// bands err together: of 400 drawings blurred at random, a wrong number had 21 at 0.075, another 10 at 0.057.
  private static func minMargin(_ misfit: Float) -> Float {
    let share = max(1, misfit / 0.05)
    return 8 * share * share * share
  }

  /// The readings of a region's bands, the one that most bands confirm first.
  func readings(
    of region: BarRegion, on picture: borrowing GreyPicture, as characters: [Int]?
  ) -> [Reading] {
    let bands = BarProfile.bands(Self.bandCount, of: region, on: picture)
    var readings: [Reading] = []
    for (fit, band) in fits(bands, expected: region.length, as: characters) {
      add(fit, of: band, to: &readings)
    }
    return readings.sorted { ($1.bandCount, $0.misfit) < ($0.bandCount, $1.misfit) }
  }

  /// The best fit of each band; once one is good, the other bands start from its geometry.
  private func fits(
    _ bands: [BarProfile], expected: Double, as characters: [Int]?
  ) -> [(fit: BlurredFit, band: BarProfile)] {
    var seed: BlurredGeometry?
    var fits: [(fit: BlurredFit, band: BarProfile)] = []
    var failures = 0
    // From the middle outwards: text and glare are at the edges.
    let middle = Self.bandCount / 2
    for index in bands.indices.sorted(by: { abs($0 - middle) < abs($1 - middle) }) {
      let fit =
        if let seed { Self.search.best(bands[index], near: seed, as: characters) } else {
          Self.search.best(bands[index], expected: expected, as: characters)
        }
      guard let fit, fit.misfit < Self.maxMisfit else {
        failures += 1
        if fits.isEmpty, failures == Self.maxFailures { break }
        continue
      }
      if seed == nil, fit.misfit < Self.goodMisfit { seed = fit.geometry }
      fits.append((fit, bands[index]))
    }
    return fits
  }

  private func add(_ fit: BlurredFit, of band: BarProfile, to readings: inout [Reading]) {
    let valid = Self.search.decoder.readings(of: fit)
    let isReversed = fit.geometry.isReversed
    guard let first = valid.first, valid.count > 1 else { return }
    let known =
      readings.firstIndex { $0.digits == first.digits && $0.isReversed == isReversed }
      ?? readings.endIndex
    if known == readings.endIndex {
      readings.append(Reading(digits: first.digits, isReversed: isReversed))
    }
    readings[known].bandCount += 1
    if fit.misfit < readings[known].misfit {
      readings[known].misfit = fit.misfit
      readings[known].ends = (fit.geometry.low + band.start, fit.geometry.high + band.start)
    }
    readings[known].margin += (valid[1].cost - first.cost) / fit.misfit
  }
}
