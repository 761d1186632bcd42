internal import Glibc

/// Finds bars on a picture, at several sizes of bar.
enum Locator {
  /// Mean squared half-gradient above which a cell is more than paper and noise (our measurement).
  private static let minEnergy: Float = 2
  /// How closely a cell's gradients must share one line to be bars.
  private static let minCoherence: Float = 0.6
  /// Cosine of twice the largest angle between neighbours in one region, 12 degrees.
  private static let likeness: Float = 0.91
  /// The least energy of a cell as a share of that of its region's strongest: a quarter of the contrast.
  ///
  /// From 1/4 to
  /// 1/32, the same codes are read on drawn tables of cards, and fewer at 1/100 (our measurement).
  private static let leastShare: Float = 1 / 16
  /// The longer side down to which the picture is halved again: this finds bars of 8 pixels and more.
  private static let smallestSide = 300

  /// The regions of `picture`, those with most energy first: of regions of one size, those with the most contrast.
  ///
  /// A larger one may be bars with text in their direction, so none leaves others out (`BarRegion.covers`).
  static func barRegions(on picture: borrowing GreyPicture) -> [BarRegion] {
    var found = regions(on: picture, factor: 1)
    var factor = 2.0
    var halved = picture.halved()
    while let smaller = halved.take(), max(smaller.width, smaller.height) >= smallestSide {
      found += regions(on: smaller, factor: factor)
      halved = smaller.halved()
      factor *= 2
    }
    return found.sorted { $0.strength > $1.strength }.map(\.region)
  }

  /// A region, and the sum of its cells' energies, weighted by their area.
  private typealias Found = (region: BarRegion, strength: Double)

  /// Each region grows from its strongest cell, so that the grain of a table does not join the bars on it.
  private static func regions(on picture: borrowing GreyPicture, factor: Double) -> [Found] {
    let grid = CellGrid(picture).smoothed()
    var labels = [Int](repeating: -1, count: grid.columns * grid.rows)
    var regions: [Found] = []
    let seeds = labels.indices.filter { isBars(grid, $0) }
      .sorted { grid.energies[$0] > grid.energies[$1] }
    for seed in seeds where labels[seed] < 0 {
      let members = fill(grid, from: seed, labels: &labels)
      if members.count >= 6, let region = region(of: members, in: grid) {
        let energy = members.reduce(Float(0)) { $0 + grid.energies[$1] }
        regions.append((region.scaled(by: factor), Double(energy) * factor * factor))
      }
    }
    return regions
  }

  private static func isBars(_ grid: CellGrid, _ cell: Int) -> Bool {
    grid.energies[cell] >= minEnergy && grid.coherence(at: cell) >= minCoherence
  }

  /// The cells connected to `seed` through neighbours of similar direction, none of them much weaker.
  private static func fill(_ grid: CellGrid, from seed: Int, labels: inout [Int]) -> [Int] {
    let least = grid.energies[seed] * Self.leastShare
    var members = [seed]
    labels[seed] = seed
    var next = 0
    while next < members.count {
      let cell = members[next]
      next += 1
      let (column, row) = (cell % grid.columns, cell / grid.columns)
      for y in max(0, row - 1)...min(grid.rows - 1, row + 1) {
        for x in max(0, column - 1)...min(grid.columns - 1, column + 1) {
          let other = y * grid.columns + x
          guard labels[other] < 0, grid.energies[other] >= least, isBars(grid, other),
            isAlike(grid, cell, other)
          else { continue }
          labels[other] = seed
          members.append(other)
        }
      }
    }
    return members
  }

  private static func isAlike(_ grid: CellGrid, _ one: Int, _ other: Int) -> Bool {
    let (a, b) = (grid.axes[one], grid.axes[other])
    return (a * b).sum() >= likeness * ((a * a).sum() * (b * b).sum()).squareRoot()
  }

  /// The box around a group of cells, if it is long enough for a symbol.
  private static func region(of members: [Int], in grid: CellGrid) -> BarRegion? {
    let side = Double(CellGrid.side)
    let axis = members.reduce(SIMD2<Float>.zero) { $0 + grid.axes[$1] }
    let angle = Double(atan2(axis.y, axis.x)) / 2
    let across = SIMD2(cos(angle), sin(angle))
    let along = SIMD2(-across.y, across.x)
    let centres = members.map { cell in
      SIMD2(Double(cell % grid.columns) + 0.5, Double(cell / grid.columns) + 0.5) * side + 1
    }
    let us = centres.map { ($0 * across).sum() }.sorted()
    let vs = centres.map { ($0 * along).sum() }.sorted()
    // Smoothing widens a region by a cell on each side; a few stray cells must not stretch it.
    let trim = members.count / 50
    let (low, high) = (us[trim], us[us.count - 1 - trim])
    let (near, far) = (vs[trim], vs[vs.count - 1 - trim])
    let (length, height) = (high - low + side, max(side, far - near - side))
    guard length >= 3 * side else { return nil }
    let centre = across * ((low + high) / 2) + along * ((near + far) / 2)
    return BarRegion(
      centre: centre, across: across, length: length, height: height,
      fan: fan(
        of: members, centres: centres, grid: grid, angle: angle, across: across, centre: centre))
  }

  /// How fast the bars' direction changes across the region, by weighted least squares.
  private static func fan(
    of members: [Int], centres: [SIMD2<Double>], grid: CellGrid, angle: Double,
    across: SIMD2<Double>, centre: SIMD2<Double>
  ) -> Double {
    var (weight, sumU, sumUU, sumA, sumUA) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (cell, own) in zip(members, centres) {
      let axis = grid.axes[cell]
      var turn = Double(atan2(axis.y, axis.x)) / 2 - angle
      turn -= (turn / .pi).rounded() * .pi
      let u = ((own - centre) * across).sum()
      let w = Double(grid.energies[cell])
      weight += w
      sumU += w * u
      sumUU += w * u * u
      sumA += w * turn
      sumUA += w * u * turn
    }
    let spread = weight * sumUU - sumU * sumU
    return spread > 0 ? (weight * sumUA - sumU * sumA) / spread : 0
  }
}

extension BarRegion {
  /// Whether another region of similar direction has most of the same bars.
  func covers(_ region: BarRegion) -> Bool {
    contains(region.centre) && angle(to: region) < 12 && region.height < height * 1.5
      && region.length > length * 0.85 && region.length < length * 1.1
  }

  /// The fewest dark-light changes of a candidate line: an ITF of two digits has 18, EAN-8 has 44.
  private static let minChanges = 16

  /// The part of the region where bars continue from scan line to scan line, along the bars' own direction.
  ///
  /// - Returns: `nil` when there is none: text, or too few bars for a symbol.
  func trimmed(on picture: borrowing GreyPicture) -> BarRegion? {
    guard length >= 24 else { return nil }
    let count = ScanLines.count(ofHeight: height)
    let distance = height / Double(count)
    let lines = lines(count, on: picture)
    let best = lines.run(changes: Self.minChanges)
    guard best.count >= min(2, count - 1) else { return nil }
    var region = self
    region.height = Double(best.count + 1) * distance
    let middle = (Double(best.lowerBound + best.upperBound + 1) / 2) * distance - height / 2
    region.centre += along * middle
    // The first turn uses neighbouring lines; the second uses lines sampled again and further apart.
    region.turn(by: Self.lean(lines[best.lowerBound...best.upperBound], 1, distance))
    let anew = region.lines(best.count + 1, on: picture)
    region.turn(by: Self.lean(anew, min(4, best.count), distance))
    region.likeness = region.lines(best.count + 1, on: picture).thirdsLikeness
    return region
  }

  /// Scan lines that are evenly apart.
  private func lines(_ count: Int, on picture: borrowing GreyPicture) -> ScanLines {
    let sides = (0..<count).map { (Double($0) + 0.5) * height / Double(count) - height / 2 }
    return ScanLines(
      from: sides.map { point(way: -length / 2, side: $0) },
      by: sides.map { point(way: 1, side: $0) - point(way: 0, side: $0) }, count: Int(length),
      on: picture)
  }

  /// How far bars lean, in pixels across per pixel along, from lines `step` apart.
  private static func lean(_ lines: ScanLines, _ step: Int, _ distance: Double) -> Double {
    let shifts = lines.shifts(step: step).sorted()
    return shifts.isEmpty ? 0 : shifts[shifts.count / 2] / (Double(step) * distance)
  }

  private mutating func turn(by lean: Double) {
    let turned = across - along * lean
    across = turned / (turned * turned).sum().squareRoot()
  }
}
