import Cards

extension Judge {
  /// From how many times the height that it was compared at before an add-on is compared again.
  private static let higher = 1.5

  /// Compares the add-on of each number that is sure but for it with all others.
  ///
  /// - Parameters:
  ///   - picture: the picture.
  ///   - mapping: maps its points to those of the upright full-size picture.
  mutating func compareAddOns(on picture: borrowing GreyPicture, by mapping: Mapping) {
    for (index, candidate) in candidates.enumerated() {
      guard !candidate.isReplaced, candidate.evidence.addOnDoubt != nil,
        candidate.evidence.points >= Evidence.enough,
        let seen = candidate.addOnSight,
        let symbol = candidate.best.barcode.traits.addOn.flatMap({ AddOnSymbol($0) })
      else { continue }
      let sight = Place(corners: seen.corners.map { mapping.origin(of: $0) })
      // Enlarging adds no pixels.
      let height = min(sight.height, seen.height)
      if let compared = candidate.comparedAddOnHeight, height <= compared * Self.higher {
        continue
      }
      candidates[index].comparedAddOnHeight = height
      conclude(AddOnReader().compare(symbol, at: sight, on: picture), aboutAddOnAt: index)
    }
  }

  /// Draws the conclusion from a comparison of a candidate's add-on with others; `nil` where it did not succeed.
  ///
  /// An add-on that fits no band has weak evidence.
  mutating func conclude(_ known: AddOnReader.Comparison?, aboutAddOnAt index: Int) {
    guard let known, known.misfit <= RivalReader.good else { return }
    let isClear = known.bandCount > 1 && known.lead >= RivalReader.clear
    candidates[index].evidence.note(addOnRivals: isClear ? .outdone : .equal)
  }
}
