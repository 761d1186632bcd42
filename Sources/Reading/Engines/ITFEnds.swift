/// Tells whether an ITF may be a part of a longer one: its ends look like its digits.
struct ITFEnds {
  /// The fewest edges of a rest: a stop pattern has four.
  private static let minEdges = 4
  /// What is between a symbol and where bars are looked for, as a share of its length: its ends are not found exactly.
  private static let gap = 0.01
  /// How exactly a symbol's ends, and so the direction of its bars, are known, in pixels.
  private static let precision = 1.0
  /// The most directions on either side of the likeliest one: a flatter symbol gives no answer.
  private static let maxTurns = 25
  /// The most bands along the bars whose profiles of light are judged, and the most lines of each.
  private static let maxBands = 5
  private static let maxLines = 8
  /// Pixels from sample to sample of a profile.
  private static let step = 0.5
  /// How much brighter light is than paper, as a share of the symbol's contrast: 0.16 at most beside 386 whole ones, and
  /// 0.18, 0.41 and 0.48 beside the three whose end brighter light had cut (our measurement).
  private static let glare: Float = 0.2
  /// How far another symbol's bars may be from where it was seen, as a share of its length.
  private static let slack = 0.1
  /// How many modules beyond its ends the picture must show: more than the widest space within an ITF, which has three
  /// (ISO/IEC 16390).
  private static let shownModules = 4.0
  /// The modules beyond an end that show its light.
  private static let lightModules = 1.5...9.5

  private let digitCount: Int
  /// Unit vectors along the bars, and across them.
  private let along: SIMD2<Double>
  private let across: SIMD2<Double>
  /// From the middle of the start to the middle of the end.
  private let chord: SIMD2<Double>
  private let height: Double
  private let length: Double
  /// Where scan lines meet the first bar and the last one.
  private let starts: [SIMD2<Double>]
  private let ends: [SIMD2<Double>]

  init(_ place: Place, digitCount: Int) {
    let corners = place.corners
    self.digitCount = digitCount
    let side = (corners[3] - corners[0] + corners[2] - corners[1]) / 2
    chord = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
    (height, length) = (place.height, place.length)
    along = side / max(height, 1)
    let normal = SIMD2(along.y, -along.x)
    across = (normal * chord).sum() < 0 ? -normal : normal
    let count = ScanLines.count(ofHeight: height)
    let shares = (0..<count).map { (Double($0) + 0.5) / Double(count) }
    starts = shares.map { corners[0] + (corners[3] - corners[0]) * $0 }
    ends = shares.map { corners[1] + (corners[2] - corners[1]) * $0 }
  }

  /// Whether it goes on: there are bars beside it, across its own ones and up to its length away, that have the widths
  /// of its own.
  ///
  /// - Parameters:
  ///   - picture: where it is.
  ///   - others: symbols whose bars are not its own.
  /// - Returns: `nil` if unknown: it was seen too flat, or light or the picture's edge may hide that it goes on.
  func goOn(on picture: borrowing GreyPicture, beside others: [Place] = []) -> Bool? {
    guard height >= 1, length >= 24 else { return nil }
    let lines = ScanLines(
      from: starts, by: starts.map { _ in chord / length }, count: Int(length), on: picture)
    let contrast = lines.medianRange
    guard let directions, let widths = widths(by: contrast / 8, on: picture) else { return nil }
    for direction in directions {
      let isBeside = [(ends, direction), (starts, -direction)].contains { points, step in
        let explained = others.compactMap { range(of: $0, from: points, by: step) }
        return hasRest(
          from: points, by: step, widths: widths, least: contrast / 8, on: picture,
          explained: explained)
      }
      if isBeside { return true }
    }
    return isShown(on: picture) && !isCutByLight(by: contrast * Self.glare, on: picture)
      ? false : nil
  }

  /// All directions in which it may go on, so close together that half of the lines along one of them stay on the
  /// bars; `nil` if there are too many, because it was seen too flat.
  ///
  /// It goes on across its bars, or, seen at a slant, as its ends do.
  private var directions: [SIMD2<Double>]? {
    let turns = Int((Self.precision * length / (height * height)).rounded())
    let slant = (chord * along).sum() / (chord * across).sum()
    let chordTurn = (slant * length / height).rounded()
    guard turns <= Self.maxTurns, abs(chordTurn) <= Double(Self.maxTurns) else { return nil }
    let range = min(0, Int(chordTurn)) - turns...max(0, Int(chordTurn)) + turns
    return range.map { across + along * (Double($0) * height / length) }
  }

  /// Whether half of the scan lines from these points show the same few bars, which have the widths of the symbol's.
  private func hasRest(
    from points: [SIMD2<Double>], by step: SIMD2<Double>, widths: Widths, least: Float,
    on picture: borrowing GreyPicture, explained: [ClosedRange<Double>]
  ) -> Bool {
    let gap = length * Self.gap
    let points = points.map { $0 + step * gap }
    let lines = ScanLines(
      from: points, by: points.map { _ in step }, count: Int(length), on: picture)
    let run = lines.run(changes: Self.minEdges, by: least)
    guard run.count >= points.count / 2 else { return false }
    let bands = profiles(from: Array(points[run]), by: step, length: length, on: picture)
    let alike = bands.count { band in
      let edges = ScanLines.edges(of: band, by: least).filter { edge in
        !explained.contains { $0.contains(gap + edge * Self.step) }
      }
      return widths.fit(edges)
    }
    return 2 * alike >= bands.count
  }

  /// Where another symbol is on the scan lines from these points, in pixels; `nil` if it is not on them.
  private func range(
    of other: Place, from points: [SIMD2<Double>], by step: SIMD2<Double>
  ) -> ClosedRange<Double>? {
    let offsets = other.corners.map { $0 - points[points.count / 2] }
    let ways = offsets.map { ($0 * step).sum() }
    let sides = offsets.map { ($0 * SIMD2(-step.y, step.x)).sum() }
    let slack = other.length * Self.slack
    guard let near = ways.min(), let far = ways.max(), let low = sides.min(),
      let high = sides.max(), low - slack <= 0, high + slack >= 0
    else { return nil }
    return near - slack...far + slack
  }

  /// The widths of its own bars and spaces; `nil` if no band shows them.
  private func widths(by least: Float, on picture: borrowing GreyPicture) -> Widths? {
    let step = chord / length
    let margin = 4.0
    let own = profiles(
      from: starts.map { $0 - step * margin }, by: step, length: length + 2 * margin, on: picture)
    return Widths(
      of: own.map { ScanLines.edges(of: $0, by: least) }, length: length / Self.step,
      digitCount: digitCount)
  }

  /// A profile of light for each of some bands: the mean of lines that are about a pixel apart.
  private func profiles(
    from points: [SIMD2<Double>], by step: SIMD2<Double>, length: Double,
    on picture: borrowing GreyPicture
  ) -> [[Float]] {
    let count = min(Self.maxBands, points.count)
    var profiles: [[Float]] = []
    for band in 0..<count {
      let first = points[band * points.count / count]
      let last = points[(band + 1) * points.count / count - 1]
      let way = last - first
      let lines = max(1, min(Self.maxLines, Int((way * way).sum().squareRoot()) + 1))
      let starts = (0..<lines).map { first + way * (Double($0) / Double(max(1, lines - 1))) }
      profiles.append(
        picture.meanLevels(
          from: starts, by: step * Self.step, count: Int(length / Self.step)))
    }
    return profiles
  }

  /// A module's width at least: where wide bars have three modules, a digit has nine, and so have start and stop
  /// together.
  private var module: Double { length / Double(9 * digitCount + 9) }

  /// Whether the picture shows enough beyond both ends.
  private func isShown(on picture: borrowing GreyPicture) -> Bool {
    let beyond = across * (module * Self.shownModules)
    let size = SIMD2(Double(picture.width), Double(picture.height))
    return [starts.map { $0 - beyond }, ends.map { $0 + beyond }].allSatisfy { points in
      points.count { all($0 .>= 0) && all($0 .<= size) } > points.count / 2
    }
  }

  /// Whether it is brighter beyond one end than beyond the other, and than the paper in the nearest third of the
  /// symbol.
  private func isCutByLight(by least: Float, on picture: borrowing GreyPicture) -> Bool {
    let step = chord / length
    let (near, far) = (Self.lightModules.lowerBound, Self.lightModules.upperBound)
    let sides = [(ends, step), (starts, -step)].map { points, step in
      let beyond = profiles(
        from: points.map { $0 + step * (near * module) }, by: step,
        length: max(2, (far - near) * module), on: picture)
      let within = profiles(from: points, by: -step, length: length / 3, on: picture)
      return (light: Self.light(of: beyond), paper: Self.light(of: within, share: 0.95))
    }
    return zip(sides, sides.reversed()).contains { side, other in
      side.light - max(side.paper, other.light) > least
    }
  }

  /// The median over profiles of what a share of their levels stay below.
  private static func light(of profiles: [[Float]], share: Double = 0.7) -> Float {
    let lights = profiles.map { $0.sorted()[Int(Double($0.count - 1) * share)] }.sorted()
    return lights[lights.count / 2]
  }
}

extension ITFEnds {
  /// The widths of an ITF's bars and spaces, which are narrow or wide.
  ///
  /// Judged by the distances from edge to similar edge, which do not change with the ink: two narrow ones, one of each,
  /// or two wide ones.
  private struct Widths {
    /// How many times as wide as a narrow bar a wide one is (ISO/IEC 16390).
    private static let ratios = [2, 2.25, 2.5, 2.75, 3]
    /// By how much a symbol may be larger or smaller than it was seen, and a rest of many edges than the symbol.
    private static let scales = [0.9, 0.95, 1, 1.05, 1.1]
    private static let manyEdges = 10
    /// How far a distance may be from one of the three, in narrow widths; less by the share by which the rest is larger
    /// or smaller.
    private static let tolerance = 0.4
    /// The share of distances that must be as near, of few edges and of many.
    private static let shares = (few: 0.75, many: 0.85)
    /// How many times as wide as a wide space a gap is.
    private static let gap = 1.6

    private let narrow: Double
    private let wide: Double

    /// The widths that explain most of a symbol's own edges.
    init?(of bands: [[Double]], length: Double, digitCount: Int) {
      let own = bands.flatMap { ITFEnds.distances($0) }
      guard !own.isEmpty else { return nil }
      var best: (misfit: Double, narrow: Double, ratio: Double)?
      for ratio in Self.ratios {
        for scale in Self.scales {
          // Five bars or spaces are a digit, two of them wide; start and stop are six narrow ones and one wide.
          let digits = Double(digitCount)
          let narrow = scale * length / (digits * (3 + 2 * ratio) + 6 + ratio)
          let nominal = Self.distances(narrow: narrow, wide: narrow * ratio)
          let misfit = own.reduce(0) { sum, distance in
            let error = min(narrow, Self.error(of: distance, nominal))
            return sum + error * error
          }
          if misfit < best?.misfit ?? .infinity { best = (misfit, narrow, ratio) }
        }
      }
      guard let best else { return nil }
      narrow = best.narrow
      wide = best.narrow * best.ratio
    }

    /// Whether any of the groups that wide gaps divide these edges into has the symbol's widths.
    func fit(_ edges: [Double]) -> Bool {
      var group: [Double] = []
      for edge in edges + [.infinity] {
        if let last = group.last, edge - last > Self.gap * wide {
          if group.count >= ITFEnds.minEdges, isAlike(group) { return true }
          group = []
        }
        group.append(edge)
      }
      return false
    }

    private func isAlike(_ group: [Double]) -> Bool {
      let own = ITFEnds.distances(group)
      // Few edges fit at one size or another by chance.
      let isLong = group.count >= Self.manyEdges
      let share = isLong ? Self.shares.many : Self.shares.few
      return (isLong ? Self.scales : [1]).contains { scale in
        let nominal = Self.distances(narrow: scale * narrow, wide: scale * wide)
        let tolerance = (Self.tolerance - abs(scale - 1)) * narrow
        let near = own.count { Self.error(of: $0, nominal) < tolerance }
        return Double(near) >= share * Double(own.count)
      }
    }

    private static func distances(narrow: Double, wide: Double) -> [Double] {
      [2 * narrow, narrow + wide, 2 * wide]
    }

    private static func error(of distance: Double, _ nominal: [Double]) -> Double {
      nominal.map { abs($0 - distance) }.min() ?? .infinity
    }
  }

  /// The distances from edge to similar edge.
  private static func distances(_ edges: [Double]) -> [Double] {
    zip(edges, edges.dropFirst(2)).map { $1 - $0 }
  }
}
