/// A mesh over a bent QR Code: where each of its modules is on the picture.
///
/// It starts from the finder patterns and grows outward. Each new knot is predicted from those around it and then
/// moved to where the modules near it have the clearest contrast. Timing and alignment patterns, known in advance,
/// keep it from slipping by a module.
struct QRMesh {
  /// A module whose position is known.
  private struct Anchor {
    var module: SIMD2<Float>
    var point: SIMD2<Float>
    var weight: Float
  }

  let layout: QRLayout
  private let field: GreyField
  /// The field that knots are refined on.
  private let guide: GreyField
  private var anchors: [Anchor] = []
  /// The rows and columns with knots.
  private let lines: [Int]
  /// Anchors of finder and alignment patterns come first and are never moved.
  private var fixedCount = 0

  /// Lays the mesh for one version over three fitted finder patterns.
  ///
  /// - Returns: `nil` when the timing patterns are not where the mesh predicts.
  init?(
    version: Int, field: GreyField, guide: GreyField, corner: Lattice, right: Lattice,
    below: Lattice
  ) {
    layout = QRLayout(version: version)
    self.field = field
    self.guide = guide
    let last = layout.side - 1
    // Knots three modules apart follow the bends of cloth; in large symbols, where knots cost more and paper is
    // mostly flat, fewer are enough.
    lines = Array(stride(from: 0, to: last - 1, by: max(3, last / 16))) + [last]
    let far = Float(layout.side - 4)
    for (lattice, column, row) in [
      (corner, Float(3), Float(3)), (right, far, 3), (below, 3, far),
    ] {
      for (x, y): (Float, Float) in [(0, 0), (-3, -3), (3, -3), (-3, 3), (3, 3)] {
        anchors.append(
          Anchor(module: SIMD2(column + x, row + y), point: lattice(x, y), weight: 3))
      }
    }
    fixedCount = anchors.count
    followTiming()
    guard timingAgreement > 0.75 else { return nil }
    let timing = anchors.suffix(from: fixedCount)
    anchors.removeLast(timing.count)
    findAlignments(helpedBy: Array(timing))
    fixedCount = anchors.count
    anchors += timing
    grow()
    for _ in 0..<2 { relax() }
  }

  /// The share of the timing patterns' modules that are as required.
  var timingAgreement: Float {
    var right = 0
    let range = 8..<(layout.side - 8)
    for at in range {
      let wanted: Float = at % 2 == 0 ? -1 : 1
      if field(lattice(at: SIMD2(Float(at), 6)).centre) * wanted > 0 { right += 1 }
      if field(lattice(at: SIMD2(6, Float(at))).centre) * wanted > 0 { right += 1 }
    }
    return Float(right) / Float(2 * range.count)
  }

  /// The lightness of each module, row by row, from -1 to 1.
  func modules() -> [Float] {
    let side = layout.side
    var made = [Float](repeating: 0, count: side * side)
    let knots = lines.map { row in
      lines.map { column in lattice(at: SIMD2(Float(column), Float(row))).centre }
    }
    for below in lines.indices.dropFirst() {
      for right in lines.indices.dropFirst() {
        let (top, bottom) = (lines[below - 1], lines[below])
        let (left, end) = (lines[right - 1], lines[right])
        for row in top...bottom {
          let down = Float(row - top) / Float(bottom - top)
          let start = knots[below - 1][right - 1] * (1 - down) + knots[below][right - 1] * down
          let stop = knots[below - 1][right] * (1 - down) + knots[below][right] * down
          let step = (stop - start) / Float(end - left)
          let aside = SIMD2(-step.y, step.x) * 0.2
          for column in left...end {
            let at = start + step * Float(column - left)
            let around =
              field(at + step * 0.2) + field(at - step * 0.2) + field(at + aside)
              + field(at - aside)
            made[row * side + column] = (2 * field(at) + around) / 6
          }
        }
      }
    }
    return made
  }

  /// Where a corner of the symbol is; `column` and `row` from 0 to the side's length, at modules' edges.
  func corner(_ column: Int, _ row: Int) -> SIMD2<Float> {
    lattice(at: SIMD2(Float(column), Float(row)) - 0.5).centre
  }

  // MARK: Growing

  private mutating func followTiming() {
    var steps: [Int] = []
    var (low, high) = (9, layout.side - 10)
    while low <= high {
      steps.append(low)
      if high > low { steps.append(high) }
      low += 2
      high -= 2
    }
    for step in steps {
      add(SIMD2(Float(step), 6), within: 0.4)
      add(SIMD2(6, Float(step)), within: 0.4)
    }
  }

  /// Looks for alignment patterns from the known ones outward, within a radius that grows with the distance.
  private mutating func findAlignments(helpedBy timing: [Anchor]) {
    var wanted = layout.alignments.filter { $0.row != 6 && $0.column != 6 }
      .map { SIMD2(Float($0.column), Float($0.row)) }
    anchors += timing
    var found: [Anchor] = []
    while let nearest = wanted.indices.min(by: { distance(wanted[$0]) < distance(wanted[$1]) }) {
      let module = wanted.remove(at: nearest)
      let away = distance(module)
      let lattice = lattice(at: module)
      let (point, match) = alignment(near: lattice, within: min(1 + away * 0.12, 4))
      guard match > 0.6 else { continue }
      let anchor = Anchor(module: module, point: point, weight: 3)
      found.append(anchor)
      anchors.append(anchor)
    }
    anchors.removeLast(found.count + timing.count)
    anchors += found
  }

  private func alignment(
    near lattice: Lattice, within reach: Float
  ) -> (point: SIMD2<Float>, match: Float) {
    var best: (point: SIMD2<Float>, match: Float, value: Float) = (lattice.centre, -1, -1)
    func look(_ centre: Lattice, reach: Float, step: Float) {
      for y in stride(from: -reach, through: reach, by: step) {
        for x in stride(from: -reach, through: reach, by: step) {
          var other = centre
          other.centre = centre(x, y)
          var sum: Float = 0
          for row in -2...2 {
            for column in -2...2 {
              let value = guide(other(Float(column), Float(row)))
              sum += max(abs(row), abs(column)) == 1 ? value : -value
            }
          }
          let match = sum / 25
          let value = match - 0.02 * (x * x + y * y)
          if value > best.value { best = (other.centre, match, value) }
        }
      }
    }
    look(lattice, reach: reach, step: 0.25)
    var fine = lattice
    fine.centre = best.point
    best.value = -1
    look(fine, reach: 0.2, step: 0.1)
    return (best.point, best.match)
  }

  private mutating func grow() {
    var wanted: [SIMD2<Float>] = []
    for row in lines {
      for column in lines { wanted.append(SIMD2(Float(column), Float(row))) }
    }
    var near = wanted.map { distance($0) }
    while let next = near.indices.min(by: { near[$0] < near[$1] }) {
      let module = wanted.remove(at: next)
      let away = near.remove(at: next)
      // A knot on an anchor adds nothing.
      guard away > 0.5 else { continue }
      add(module, within: 0.4)
      for index in wanted.indices {
        near[index] = min(near[index], length(wanted[index] - module))
      }
    }
  }

  private mutating func relax() {
    for index in fixedCount..<anchors.count {
      let module = anchors[index].module
      let lattice = lattice(at: module, without: index)
      let (point, clearness) = refined(lattice, at: module, within: 0.2)
      anchors[index].point = point
      anchors[index].weight = clearness
    }
  }

  private mutating func add(_ module: SIMD2<Float>, within reach: Float) {
    let (point, clearness) = refined(lattice(at: module), at: module, within: reach)
    anchors.append(Anchor(module: module, point: point, weight: clearness))
  }

  private func distance(_ module: SIMD2<Float>) -> Float {
    anchors.reduce(.infinity) { min($0, length($1.module - module)) }
  }

  // MARK: Predicting and refining

  /// The flat lattice that fits the anchors best, with the most weight on near ones (moving least squares).
  private func lattice(at module: SIMD2<Float>, without skipped: Int = -1) -> Lattice {
    var total: Float = 0
    var (meanModule, meanPoint) = (SIMD2<Float>.zero, SIMD2<Float>.zero)
    var weights = [Float](repeating: 0, count: anchors.count)
    for (index, anchor) in anchors.enumerated() where index != skipped {
      let apart = anchor.module - module
      let square = (apart * apart).sum() + 4
      let weight = anchor.weight / (square * square)
      weights[index] = weight
      total += weight
      meanModule += anchor.module * weight
      meanPoint += anchor.point * weight
    }
    meanModule /= total
    meanPoint /= total
    var (xx, xy, yy): (Float, Float, Float) = (0, 0, 0)
    var (alongX, alongY) = (SIMD2<Float>.zero, SIMD2<Float>.zero)
    for (index, anchor) in anchors.enumerated() {
      let apart = anchor.module - meanModule
      let offset = anchor.point - meanPoint
      let weight = weights[index]
      xx += weight * apart.x * apart.x
      xy += weight * apart.x * apart.y
      yy += weight * apart.y * apart.y
      alongX += offset * (weight * apart.x)
      alongY += offset * (weight * apart.y)
    }
    let determinant = max(xx * yy - xy * xy, 1e-9)
    let across = (alongX * yy - alongY * xy) / determinant
    let down = (alongY * xx - alongX * xy) / determinant
    let from = module - meanModule
    return Lattice(
      centre: meanPoint + across * from.x + down * from.y, across: across, down: down)
  }

  /// Moves a lattice to where the modules around it have the clearest contrast, and returns how distinct that position
  /// is.
  private func refined(
    _ lattice: Lattice, at module: SIMD2<Float>, within reach: Float
  ) -> (point: SIMD2<Float>, clearness: Float) {
    let (column, row) = (Int(module.x), Int(module.y))
    var best = (x: Float(0), y: Float(0), value: -Float.infinity)
    var (sum, count): (Float, Float) = (0, 0)
    func look(around x: Float, _ y: Float, reach: Float, step: Float) {
      for down in stride(from: y - reach, through: y + reach + 0.01, by: step) {
        for across in stride(from: x - reach, through: x + reach + 0.01, by: step) {
          var other = lattice
          other.centre = lattice(across, down)
          let value = clearness(other, column, row)
          sum += value
          count += 1
          let kept = value - 0.3 * (across * across + down * down)
          if kept > best.value { best = (across, down, kept) }
        }
      }
    }
    look(around: 0, 0, reach: reach, step: 0.2)
    let mean = sum / count
    let clear = max(best.value - mean, 0)
    look(around: best.x, best.y, reach: 0.1, step: 0.1)
    look(around: best.x, best.y, reach: 0.05, step: 0.05)
    return (lattice(best.x, best.y), 0.05 + clear * 5)
  }

  /// How clear the contrast of the modules around is, and how well fixed ones agree with it.
  private func clearness(_ lattice: Lattice, _ column: Int, _ row: Int) -> Float {
    let side = layout.side
    var (sum, count): (Float, Float) = (0, 0)
    for y in -3...3 where row + y >= -1 && row + y <= side {
      let inside = row + y >= 0 && row + y < side
      for x in -3...3 where column + x >= -1 && column + x <= side {
        let value = guide(lattice(Float(x), Float(y)))
        let isWithin = inside && column + x >= 0 && column + x < side
        let wanted = isWithin ? layout.fixed[(row + y) * side + column + x] : 1
        sum += wanted == 0 ? abs(value) : wanted * value
        count += 1
      }
    }
    return sum / count
  }
}
