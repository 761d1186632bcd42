import Cards

extension Finding {
  /// Looks for what the symbol may be a part of: more bars beside an ITF, and the marks of a Codablock F's row.
  ///
  /// - Parameters:
  ///   - picture: where to look.
  ///   - mapping: from where it was found to the picture; `nil` if that is the same.
  mutating func lookAround(on picture: borrowing GreyPicture, by mapping: Mapping? = nil) {
    guard [.itf, .code128].contains(barcode.symbology) else { return }
    let whole = Place(corners: place.corners.map { corner in mapping?(corner) ?? corner })
    if barcode.symbology == .code128 {
      isRow = whole.isCodablockRow(on: picture)
    } else {
      hasBarsBeside = whole.hasBarsBeside(digitCount: barcode.bytes.count, on: picture)
    }
  }
}

extension Place {
  /// Dark-light changes beside a symbol that are bars: a pair of an ITF's digits has ten, the side of a frame two.
  private static let leastChanges = 8
  /// What is between a symbol and where bars are looked for, as a share of its length: its ends are not found exactly.
  private static let gap = 0.01
  /// How exact a symbol's ends are, in pixels, and so how exact the direction of its bars.
  private static let precision = 1.0
  /// The most directions on either side of the likeliest one: for a symbol that is flatter, there is no answer.
  private static let mostTurns = 25
  /// How many modules beyond its ends the picture must show: more than the widest space within an ITF, which has three
  /// (ISO/IEC 16390).
  private static let shownModules = 4.0

  /// Whether there are bars beside an ITF, across its own bars, up to its length away.
  ///
  /// The flatter it was seen, the less is known of the direction of its bars; all possible ones are looked along, so
  /// close to each other that half of the lines along one of them stay on such bars.
  ///
  /// - Parameters:
  ///   - digitCount: how many digits it has.
  ///   - picture: where it is.
  /// - Returns: `nil` if that cannot be told: it was seen too flat, or the picture ends so close that it may go on.
  func hasBarsBeside(digitCount: Int, on picture: borrowing GreyPicture) -> Bool? {
    let side = (corners[3] - corners[0] + corners[2] - corners[1]) / 2
    let chord = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
    let height = (side * side).sum().squareRoot()
    let length = (chord * chord).sum().squareRoot()
    guard height >= 1, length >= 24 else { return nil }
    let turns = Int((Self.precision * length / (height * height)).rounded())
    guard turns <= Self.mostTurns else { return nil }
    let along = side / height
    let normal = SIMD2(along.y, -along.x)
    let across = (normal * chord).sum() < 0 ? -normal : normal

    let count = ScanLines.count(ofHeight: height)
    let shares = (0..<count).map { (Double($0) + 0.5) / Double(count) }
    let starts = shares.map { corners[0] + (corners[3] - corners[0]) * $0 }
    let ends = shares.map { corners[1] + (corners[2] - corners[1]) * $0 }
    func lines(from points: [SIMD2<Double>], by step: SIMD2<Double>, skip: Double) -> ScanLines {
      ScanLines(
        from: points.map { $0 + step * (length * skip) }, by: points.map { _ in step },
        count: Int(length), on: picture)
    }
    let least = lines(from: starts, by: chord / length, skip: 0).medianRange / 8
    for turn in -turns...turns {
      let step = across + along * (Double(turn) * height / length)
      let isBeside = [(ends, step), (starts, -step)].contains { points, step in
        let beside = lines(from: points, by: step, skip: Self.gap)
        return beside.run(changes: Self.leastChanges, by: least).count >= count / 2
      }
      if isBeside { return true }
    }
    // Where wide bars have three modules, a digit has nine, and so have start and stop together.
    let beyond = across * (length * Self.shownModules / Double(9 * digitCount + 9))
    let size = SIMD2(Double(picture.width), Double(picture.height))
    let areShown = [starts.map { $0 - beyond }, ends.map { $0 + beyond }].allSatisfy { points in
      points.count { all($0 .>= 0) && all($0 .<= size) } > count / 2
    }
    return areShown ? false : nil
  }
}
