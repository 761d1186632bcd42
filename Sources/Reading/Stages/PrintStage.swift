internal import Cards

extension Engines {
  /// The most regions whose print is read.
  private static let maxPrinted = 3
  /// By how much the misfits of bars are multiplied before they are added to the costs of print: as much as a likeness of
  /// digits is (`PrintReader.weight`).
  private static let weightOfBars: Float = 4

  /// Has the digits printed below bars speak for doubtful numbers, and propose others, which the bars verify.
  ///
  /// The print alone makes nothing sure, but tells numbers apart that look alike in the bars.
  func readPrint(
    below regions: [BarRegion], on picture: borrowing GreyPicture, mapping: Mapping,
    judge: inout Judge
  ) {
    guard !symbologies.isDisjoint(with: [.ean13, .upcA]) else { return }
    judge.compareWithPrint(on: picture, by: mapping)
    for region in regions.prefix(Self.maxPrinted) {
      let whole = Place(corners: region.corners)
      var prints = [whole, whole.turned(by: 2)].compactMap {
        PrintReader().reading(at: $0, on: picture)
      }
      let fits = PartialReader.fits(of: region, on: picture)
      let best = fits.min { $0.fit.sum < $1.fit.sum }
      var place = whole
      if let best {
        let geometry = best.fit.geometry
        let corners = region.corners(
          from: geometry.low + best.band.start, to: geometry.high + best.band.start)
        place = Place(corners: geometry.isReversed ? Array(corners[2...] + corners[..<2]) : corners)
        let bend = geometry.bend / geometry.width
        prints += [PrintReader().reading(at: place, bend: bend, on: picture)].compactMap { $0 }
      }
      guard let print = prints.max(by: { $0.score < $1.score }), print.legibleCount >= 8 else {
        continue
      }
      judge.compare(with: print, below: region.moved(by: mapping))
      if fits.isEmpty || judge.hasSure(in: region.moved(by: mapping)) { continue }
      var bars = [Float](repeating: 0, count: 360)
      for (fit, _) in fits {
        for index in bars.indices { bars[index] += min(fit.misfits[index], PartialFit.maxMisfit) }
      }
      let scale = Self.weightOfBars / Float(fits.count)
      let (ean, upc) = (print.costs(isUPC: false), print.costs(isUPC: true))
      guard
        let symbol = RetailSymbol.cheapest(
          (
            bars.indices.map { bars[$0] * scale + ean[$0] },
            bars.indices.map { bars[$0] * scale + upc[$0] }
          ))
      else { continue }
      let isUPC = symbol.digits[0] == UInt8(ascii: "0")
      let count = RivalReader().bandsSinglingOut(
        symbol, at: place, print: isUPC ? upc : ean, on: picture)
      guard count > 0 else { continue }
      let bytes = Array(symbol.digits.dropFirst(isUPC ? 1 : 0))
      let barcode = Barcode(
        symbology: isUPC ? .upcA : .ean13, bytes: bytes,
        text: String(decoding: bytes, as: UTF8.self),
        traits: SymbolTraits(aimIdentifier: "]E0"))
      judge.add(
        [
          Finding(
            barcode: barcode, place: place, engine: .blurred, lineCount: count, view: .strip,
            span: 1,
            rivals: count > 1 ? .outdone : nil)
        ], view: .strip, on: picture, by: mapping)
    }
  }
}
