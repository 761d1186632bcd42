internal import Cards

extension Judge {
  /// How many of the printed digits must be a number's.
  private static let leastAgreeing = 8

  /// Has the digits printed below doubtful EAN-13 and UPC-A speak for their numbers.
  ///
  /// - Parameters:
  ///   - picture: the picture.
  ///   - mapping: maps its points to those of the upright full-size picture.
  mutating func compareWithPrint(on picture: borrowing GreyPicture, by mapping: Mapping) {
    for index in candidates.indices where isOpenToPrint(index) {
      for (place, share) in printed(at: index, on: picture, by: mapping) {
        guard let print = PrintReader().reading(at: place, from: share, on: picture) else {
          continue
        }
        compare(index, with: print)
      }
    }
  }

  /// Where a candidate's symbol may be, and from where on down its bars are followed: an engine's last line is anywhere on
  /// them, a region is all of them.
  ///
  /// ZBar does not know where a symbol begins and ends, so the number is also looked for in regions of bars.
  private func printed(
    at index: Int, on picture: borrowing GreyPicture, by mapping: Mapping
  ) -> [(place: Place, share: Double)] {
    let known = candidates[index].sight ?? candidates[index].best.place
    let place = Place(corners: known.corners.map { mapping.origin(of: $0) })
    guard candidates[index].sight == nil, let symbol = RetailSymbol(candidates[index].best.barcode)
    else { return [(place, 0.95)] }
    let regions = Self.places(of: symbol, around: place, on: picture)
    return [(place, 0.95)] + regions.compactMap(\.first).map { ($0, 0.5) }
  }

  /// The same with digits that were read below bars, which are given in the pixels of the upright full-size picture.
  mutating func compare(with print: PrintReader.Reading, below region: BarRegion) {
    for index in candidates.indices where isOpenToPrint(index) {
      if candidates[index].best.place.covers(region) { compare(index, with: print) }
    }
  }

  private func isOpenToPrint(_ index: Int) -> Bool {
    let candidate = candidates[index]
    return !candidate.isReplaced && !candidate.isDisputed && doubt(at: index) != nil
      && RetailSymbol(candidate.best.barcode)?.symbology == .ean13
  }

  /// Print and bars fail independently: where most digits that are legible are a number's, and none is clearly another, the
  /// number needs hardly any evidence from its bars.
  private mutating func compare(_ index: Int, with print: PrintReader.Reading) {
    guard let symbol = RetailSymbol(candidates[index].best.barcode) else { return }
    let costs = print.costs(isUPC: symbol.digits[0] == UInt8(ascii: "0"))
    let own = symbol.characters.enumerated().map { costs[$0.offset * 30 + $0.element] }
    let agreeing = own.indices.count { index in
      own[index] == 0 && costs[index * 30..<index * 30 + 30].contains { $0 > 0 }
    }
    guard agreeing >= Self.leastAgreeing, own.allSatisfy({ $0 < RivalReader.clear }) else { return }
    candidates[index].evidence.lines[Evidence.Source(engine: .print, view: .plain)] = agreeing
    let relative = costs.indices.map { costs[$0] - own[$0 / 30] }
    if symbol.cheapestRival(relative, isSwap: true)?.cost ?? .infinity >= RivalReader.clear {
      candidates[index].evidence.rivals = .outdone
    }
  }
}
