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
    guard min(field.width, field.height) >= Self.leastSide else { return }
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
  private static let leastSide = 21

  /// Lightness above which a module counts as light, in the order of trying: the middle, slightly to either side,
  /// and near that of the paper for cells filled with a picture or drawn as outlines.
  private static let levels: [Float] = [0, 0.25, -0.25, 0.5, 0.75]

  /// How dark is told from light when searching for finder patterns.
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
