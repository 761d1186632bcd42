internal import Glibc

/// Finds bars on a picture, at several sizes of bar, and other places that are full of edges.
struct Locator {
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

  /// The regions with bars, those with most energy first: of regions of one size, those with the most contrast.
  ///
  /// A larger one may be bars with text in their direction, so none leaves others out (`BarRegion.covers`).
  let bars: [BarRegion]
  /// Whether nothing can be located on so small a picture.
  let isTooSmall: Bool
  /// The cells of the picture at half its size; `nil` for a small picture.
  private let halfGrid: CellGrid?

  /// Nothing, on no picture.
  init() {
    bars = []
    isTooSmall = true
    halfGrid = nil
  }

  /// Locates bars on a picture.
  init(_ picture: borrowing GreyPicture) {
    var found = Self.regions(in: CellGrid(picture).smoothed(), factor: 1)
    var halfGrid: CellGrid?
    var factor = 2.0
    var halved = picture.halved()
    while let smaller = halved.take(), max(smaller.width, smaller.height) >= Self.smallestSide {
      let grid = CellGrid(smaller).smoothed()
      if factor == 2 { halfGrid = grid }
      found += Self.regions(in: grid, factor: factor)
      halved = smaller.halved()
      factor *= 2
    }
    bars = found.sorted { $0.strength > $1.strength }.map(\.region)
    isTooSmall = min(picture.width, picture.height) < 3 * CellGrid.side
    self.halfGrid = halfGrid
  }

  /// The regions of `picture` with bars, most edges first.
  static func barRegions(on picture: borrowing GreyPicture) -> [BarRegion] {
    Locator(picture).bars
  }

  /// A region and the sum of its cells' energies, weighted by area.
  private typealias Found = (region: BarRegion, strength: Double)

  /// Each region grows from its strongest cell, so that the grain of a table does not join the bars on it.
  private static func regions(in grid: CellGrid, factor: Double) -> [Found] {
    let bars = grid.energies.indices.filter { isBars(grid, $0) }
      .sorted { grid.energies[$0] > grid.energies[$1] }
    let groups = grid.groups(from: bars) { seed, cell, other in
      isBars(grid, other) && isAlike(grid, cell, other)
        && grid.energies[other] >= grid.energies[seed] * leastShare
    }
    return groups.filter { $0.count >= 6 }.compactMap { members in
      guard let region = region(of: members, in: grid) else { return nil }
      let strength = Double(region.energy) * Double(members.count) * factor * factor
      return (region.scaled(by: factor), strength)
    }
  }

  private static func isBars(_ grid: CellGrid, _ cell: Int) -> Bool {
    grid.energies[cell] >= minEnergy && grid.coherence(at: cell) >= minCoherence
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
        of: members, centres: centres, grid: grid, angle: angle, across: across, centre: centre),
      energy: members.reduce(0) { $0 + grid.energies[$1] } / Float(members.count))
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

extension Locator {
  /// The least energy of a patch's cells as a share of that of its strongest.
  ///
  /// Print around a symbol is fainter: with 1/16, more of it joins, and fewer symbols are read (our measurement).
  private static let leastPatchShare: Float = 1 / 4
  /// The fewest cells of a patch, each of 16 pixels.
  private static let minPatchCells = 9
  /// The largest patch is this part of a picture: a larger symbol is seen by the look at the whole picture.
  private static let minPictureShare = 8
  /// How much of its box a patch fills, at least: half of the patches of photos of products fill less, and hold nothing
  /// (our measurement).
  private static let minFilling = 0.6

  /// The places that are full of edges in any direction, as matrix symbols and PDF417 are; strongest edges first.
  ///
  /// `least` is the least energy of a place's strongest cell.
  func patches(above least: Float) -> [BarRegion] {
    guard let grid = halfGrid else { return [] }
    let seeds = grid.energies.indices.filter { grid.energies[$0] >= max(least, Self.minEnergy) }
      .sorted { grid.energies[$0] > grid.energies[$1] }
    let groups = grid.groups(from: seeds) { seed, _, other in
      grid.energies[other] >= grid.energies[seed] * Self.leastPatchShare
    }
    var found: [BarRegion] = []
    for members in groups {
      guard members.count >= Self.minPatchCells,
        members.count <= grid.energies.count / Self.minPictureShare,
        let region = Self.region(of: members, in: grid)
      else { continue }
      let cells = region.length * region.height / Double(CellGrid.side * CellGrid.side)
      if Double(members.count) >= cells * Self.minFilling { found.append(region.scaled(by: 2)) }
    }
    return found.sorted { $0.energy > $1.energy }
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

  /// Paper at each end that is looked at, as a share of the length: more than a quiet zone.
  private static let paperShare = 0.15
  /// The height of the middle that is looked at, in pixels: little, as the direction of thin bars is not known exactly.
  private static let middleHeight = 8.0
  /// The least height of a symbol as a share of its length: a line of text has less.
  private static let minSlimness = 0.1

  /// The linear symbol in this region; `nil` if it is not surely a whole one, but wood, text or other stripes.
  func wholeSymbol(on picture: borrowing GreyPicture) -> BarRegion? {
    // How bars fan out is known too badly for thin ones, and matters little from line to line.
    var straight = self
    straight.fan = 0
    // One line tells most other things, at little cost.
    guard straight.cutToSymbol(lineCount: 1, on: picture) != nil,
      let region = straight.trimmed(on: picture),
      let symbol = region.cutToSymbol(lineCount: 4, on: picture),
      symbol.height >= symbol.length * Self.minSlimness
    else { return nil }
    return symbol
  }

  /// The part between the quiet zones on both sides, judged by lines in its middle.
  private func cutToSymbol(lineCount: Int, on picture: borrowing GreyPicture) -> BarRegion? {
    let size = SIMD2(Double(picture.width), Double(picture.height))
    // Beyond the frame's edge, the symbol may go on.
    let ends = [-0.5, 0.5].map { point(way: $0 * length * (1 + Self.paperShare), side: 0) }
    guard ends.allSatisfy({ all($0 .>= .zero) && all($0 .<= size) }) else { return nil }
    var wide = self
    wide.length *= 1 + 2 * Self.paperShare
    wide.height = min(height, Self.middleHeight)
    guard let bars = wide.lines(lineCount, on: picture).wholeSymbol() else { return nil }
    var symbol = self
    symbol.length = Double(bars.count)
    symbol.centre += across * (Double(bars.lowerBound + bars.upperBound) / 2 - wide.length / 2)
    return symbol
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
