import Cards

extension Engines {
  /// The regions of one picture that are read in part, by themselves and joined with the nearest one in line.
  private static let mostPartial = 2

  /// Reads what digits it can of symbols of which nothing whole was read.
  ///
  /// - Parameters:
  ///   - regions: those that are still open, largest first.
  ///   - located: all that were located, those of too few bars among them.
  ///   - picture: the picture.
  ///   - mapping: from its points to those of the upright full-size picture.
  ///   - judge: all that was found.
  /// - Returns: Four partial codes at most.
  func partialCodes(
    in regions: [BarRegion], located: [BarRegion], on picture: borrowing GreyPicture,
    mapping: Mapping, judge: Judge
  ) -> [PartialBarcode] {
    guard let partial, !judge.hasSure else { return [] }
    var places: [Place] = []
    var codes: [PartialBarcode] = []
    for region in candidates(of: regions, located: located) {
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

  /// The largest regions, each behind what it and the nearest one in line join to: what hides the middle of a symbol
  /// parts its bars.
  private func candidates(of regions: [BarRegion], located: [BarRegion]) -> [BarRegion] {
    regions.prefix(Self.mostPartial).flatMap { region in
      let joined = located.compactMap { region.joined(with: $0) }
      return [joined.min { $0.length < $1.length }, region].compactMap { $0 }
    }
  }
}
