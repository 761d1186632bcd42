/// Reads the modules of bent QR Codes, on cloth or round a bottle, and redraws them flat for a decoder.
///
/// A decoder that lays one straight grid over a symbol fails when the middle is off by half a module. Here a mesh
/// follows the bends. The decoder's error correction decides whether it fits.
struct QRStraightener {
  /// Finds finder patterns, and passes flat drawings of the symbols they belong to on to `decode`.
  ///
  /// - Parameters:
  ///   - picture: the picture, upright or not, dark on light or light on dark.
  ///   - decode: tries a drawing, and returns whether it was read; the second value is where the symbol's
  ///     corners are on `picture`, from its top left clockwise.
  func straighten(
    _ picture: borrowing GreyPicture, decode: (borrowing GreyPicture, Place) -> Bool
  ) {
    let step = max(1, max(picture.width, picture.height) / 1_000)
    let field = GreyField(picture, width: picture.width, height: picture.height, step: step)
    // A symbol of 21 modules and its finder patterns need some pixels each way.
    guard min(field.width, field.height) >= Self.minSide else { return }
    let shrinking = max(1, min(4, max(field.width, field.height) / 200))
    let coarse = field.shrunk(by: shrinking)
    var done: [SIMD2<Float>] = []
    var tried: [FinderTriple] = []
    var patterns: [FinderPattern] = []
    for threshold in Threshold.allCases {
      threshold.search(field, coarse, shrunkBy: shrinking).search(into: &patterns)
      for triple in FinderTriple.among(patterns, limit: 4) {
        let middle = triple.middle
        if done.contains(where: { length($0 - middle) < triple.size / 4 }) { continue }
        if tried.contains(where: { $0.isSame(as: triple) }) { continue }
        tried.append(triple)
        if read(triple, step: step, picture: picture, decode: decode) { done.append(middle) }
      }
      if !done.isEmpty { return }
    }
  }

  /// A side with fewer pixels cannot hold a symbol of 21 modules.
  private static let minSide = 21

  /// Lightness above which a module counts as light, in the order of trying: the middle, slightly to either side,
  /// and near that of the paper for cells filled with a picture or drawn as outlines.
  private static let levels: [Float] = [0, 0.25, -0.25, 0.5, 0.75]

  /// How to tell dark from light when searching for finder patterns.
  private enum Threshold: CaseIterable {
    /// Against the mean of the surroundings.
    case local
    /// Half against the mean close by: rings that are thin, or grey from blur.
    case close
    /// Everything clearly darker than the paper is dark: cells filled with a picture, or drawn as outlines.
    case paper

    /// Sets up a search on `field`; levels come from `coarse`, the same shrunk by `shrinking`.
    func search(
      _ field: GreyField, _ coarse: GreyField, shrunkBy shrinking: Int
    ) -> FinderSearch {
      let side = min(field.width, field.height)
      var level = coarse
      switch self {
      case .local:
        level = coarse.mean(reach: max(12, side / 10) / shrinking)
      case .close:
        let around = coarse.mean(reach: max(12, side / 10) / shrinking)
        level = coarse.mean(reach: max(1, max(4, side / 80) / shrinking))
        for at in level.values.indices {
          level.values[at] = (level.values[at] + around.values[at]) / 2
        }
      case .paper:
        let (darkest, lightest) = (coarse.values.min() ?? 0, coarse.values.max() ?? 255)
        for at in level.values.indices {
          level.values[at] = darkest + (lightest - darkest) * 0.8
        }
      }
      return FinderSearch(field, darkerThan: level, shrunkBy: shrinking)
    }
  }

  private func read(
    _ triple: FinderTriple, step: Int, picture: borrowing GreyPicture,
    decode: (borrowing GreyPicture, Place) -> Bool
  ) -> Bool {
    guard let ground = Ground(triple, step: step, picture: picture) else { return false }
    // Small modules need all available sharpness; with large ones a blur guides knots to the middle.
    for guide in ground.guides {
      for version in ground.versions {
        guard
          let mesh = QRMesh(
            version: version, field: ground.field, guide: guide, corner: ground.corner,
            right: ground.right, below: ground.below)
        else { continue }
        let modules = mesh.modules()
        let place = ground.place(of: mesh)
        for level in Self.levels {
          guard let drawing = GreyPicture(drawing: mesh.layout, modules: modules, level: level)
          else { continue }
          if decode(drawing, place) { return true }
        }
      }
    }
    return false
  }
}

/// Which modules of a QR Code are the same in every symbol of its size (ISO/IEC 18004 clause 6.3).
struct QRLayout {
  /// Modules along a side.
  let side: Int
  /// Row by row: 1 for light, -1 for dark, 0 for what carries data.
  let fixed: [Float]
  /// Rows and columns of the middles of alignment patterns; those under finder patterns are left out.
  let alignments: [(row: Int, column: Int)]

  /// The layout of version `version`, 1 to 40.
  init(version: Int) {
    side = 17 + 4 * version
    var fixed = [Float](repeating: 0, count: side * side)
    let side = side
    func square(_ row: Int, _ column: Int, reach: Int, _ value: Float) {
      for y in max(0, row - reach)...min(side - 1, row + reach) {
        for x in max(0, column - reach)...min(side - 1, column + reach) {
          fixed[y * side + x] = value
        }
      }
    }
    for at in 8..<(side - 8) {
      fixed[6 * side + at] = at % 2 == 0 ? -1 : 1
      fixed[at * side + 6] = at % 2 == 0 ? -1 : 1
    }
    let steps = Self.steps(version: version)
    var alignments: [(row: Int, column: Int)] = []
    for row in steps {
      for column in steps {
        let (low, high) = (steps[0], steps[steps.count - 1])
        if (row == low && column == low) || (row == low && column == high)
          || (row == high && column == low)
        {
          continue
        }
        alignments.append((row, column))
        square(row, column, reach: 2, -1)
        square(row, column, reach: 1, 1)
        square(row, column, reach: 0, -1)
      }
    }
    for (row, column) in [(3, 3), (3, side - 4), (side - 4, 3)] {
      square(row, column, reach: 4, 1)
      square(row, column, reach: 3, -1)
      square(row, column, reach: 2, 1)
      square(row, column, reach: 1, -1)
    }
    self.fixed = fixed
    self.alignments = alignments
  }

  /// Positions of alignment patterns along one side (ISO/IEC 18004 annex E).
  ///
  /// Evenly spaced from the far end, in even steps; the first step is the remainder. Version 32 rounds differently.
  private static func steps(version: Int) -> [Int] {
    guard version > 1 else { return [] }
    let count = version / 7 + 2
    let last = 4 * version + 10
    let even = version == 32 ? 26 : (version * 4 + count * 2 + 1) / (2 * count - 2) * 2
    return [6] + (0..<(count - 1)).map { last - (count - 2 - $0) * even }
  }
}

extension GreyPicture {
  /// A module's side in a drawing, in pixels.
  private static var module: Int { 4 }

  /// Draws modules flat on white; those that are the same in every symbol are drawn as the standard requires.
  ///
  /// `modules` is the lightness of each, row by row; above `level` a module is light.
  init?(drawing layout: QRLayout, modules: [Float], level: Float) {
    // Four modules of quiet zone (ISO/IEC 18004 clause 9.1).
    let (side, quiet, module) = (layout.side, 4, Self.module)
    let width = (side + 2 * quiet) * module
    self.init(width: width, height: width) { x, y in
      let (column, row) = (x / module - quiet, y / module - quiet)
      guard 0..<side ~= column, 0..<side ~= row else { return 255 }
      let at = row * side + column
      let isLight = layout.fixed[at] == 0 ? modules[at] > level : layout.fixed[at] > 0
      return isLight ? 255 : 0
    }
  }
}
