import Cards

extension Engines {
  /// How many regions of a picture to read in part, each alone and joined with the nearest one in line.
  private static let mostPartial = 2

  /// Reads single digits of symbols that could not be read as a whole.
  ///
  /// - Parameters:
  ///   - regions: the open regions, largest first.
  ///   - located: all located regions, including those with too few bars.
  ///   - picture: the picture.
  ///   - mapping: from its points to those of the upright full-size picture.
  ///   - judge: all findings so far.
  /// - Returns: At most four partial codes; none if any code is sure.
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
          position: corners.map { FoundBarcode.Point(nearest: $0) }))
    }
    return codes
  }

  /// The largest regions, each preceded by the same joined with the nearest one in line.
  ///
  /// Whatever covers the middle of a symbol splits its bars into two regions.
  private func candidates(of regions: [BarRegion], located: [BarRegion]) -> [BarRegion] {
    regions.prefix(Self.mostPartial).flatMap { region in
      let joined = located.compactMap { region.joined(with: $0) }
      return [joined.min { $0.length < $1.length }, region].compactMap { $0 }
    }
  }
}
