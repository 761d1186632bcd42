internal import Cards

extension Judge {
  /// How many of the printed digits must be a number's.
  private static let leastAgreeing = 8

  /// Has the digits printed below doubtful EAN-13 and UPC-A speak for their numbers.
  ///
  /// Print and bars fail independently: where most digits that are legible are a number's, and none is clearly another, the
  /// number needs hardly any evidence from its bars.
  ///
  /// - Parameters:
  ///   - picture: the picture.
  ///   - mapping: maps its points to those of the upright full-size picture.
  mutating func compareWithPrint(on picture: borrowing GreyPicture, by mapping: Mapping) {
    for index in candidates.indices {
      let candidate = candidates[index]
      guard !candidate.isReplaced, !candidate.isDisputed, doubt(at: index) != nil,
        let symbol = RetailSymbol(candidate.best.barcode), symbol.symbology == .ean13
      else { continue }
      let corners = (candidate.sight ?? candidate.best.place).corners
      let place = Place(corners: corners.map { mapping.origin(of: $0) })
      guard let print = PrintReader().reading(at: place, on: picture) else { continue }
      let costs = print.costs(isUPC: symbol.digits[0] == UInt8(ascii: "0"))
      let own = symbol.characters.enumerated().map { costs[$0.offset * 30 + $0.element] }
      let agreeing = own.indices.count { index in
        own[index] == 0 && costs[index * 30..<index * 30 + 30].contains { $0 > 0 }
      }
      guard agreeing >= Self.leastAgreeing, own.allSatisfy({ $0 < RivalReader.clear }) else {
        continue
      }
      candidates[index].evidence.lines[Evidence.Source(engine: .print, view: .plain)] = agreeing
      let relative = costs.indices.map { costs[$0] - own[$0 / 30] }
      if symbol.cheapestRival(relative, isSwap: true)?.cost ?? .infinity >= RivalReader.clear {
        candidates[index].evidence.rivals = .outdone
      }
    }
  }
}
