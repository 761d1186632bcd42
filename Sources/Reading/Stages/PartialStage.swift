import Cards

extension Engines {
  /// The places of one picture that are read in part.
  private static let mostPartial = 4

  /// Reads what digits it can of symbols of which nothing whole was read.
  ///
  /// - Parameters:
  ///   - regions: those that are still open, largest first.
  ///   - picture: the picture.
  ///   - mapping: from its points to those of the upright full-size picture.
  ///   - judge: all that was found.
  /// - Returns: Four partial codes at most.
  func partialCodes(
    in regions: [BarRegion], on picture: borrowing GreyPicture, mapping: Mapping, judge: Judge
  ) -> [PartialBarcode] {
    guard let partial, !judge.hasSure else { return [] }
    var places: [Place] = []
    var codes: [PartialBarcode] = []
    for region in candidates(of: regions).prefix(Self.mostPartial) {
      guard !places.contains(where: { $0.covers(region) }),
        judge.doubtful(in: region.moved(by: mapping)).isEmpty,
        let reading = partial.reading(of: region, on: picture)
      else { continue }
      places.append(reading.place)
      let corners = reading.place.corners.map { mapping($0) }
      codes.append(
        PartialBarcode(
          symbology: reading.symbology, pattern: reading.pattern,
          position: corners.map {
            FoundBarcode.Point(x: Int($0.x.rounded()), y: Int($0.y.rounded()))
          }))
    }
    return codes
  }

  /// The regions and what pairs of them join to, as what hides the middle of a symbol parts its bars; longest first.
  private func candidates(of regions: [BarRegion]) -> [BarRegion] {
    var all = regions
    for (index, region) in regions.enumerated() {
      all += regions[..<index].compactMap { $0.joined(with: region) }
    }
    return all.sorted { $0.length > $1.length }
  }
}
