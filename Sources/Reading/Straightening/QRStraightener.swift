/// Reads the modules off bent QR Codes, on cloth or round a bottle, and draws them flat for a decoder.
///
/// A decoder that lays one straight grid over a symbol loses it when the middle is off by half a module. Here a
/// net follows the bends. Whether it fits is for the decoder's error correction to say.
struct QRStraightener {
  /// Finds finder patterns, and hands flat drawings of the symbols they belong to over to `decode`.
  ///
  /// - Parameters:
  ///   - picture: the picture, upright or not, dark on light or light on dark.
  ///   - decode: tries a drawing, and answers whether it was read; the second value is where the symbol's
  ///     corners are on `picture`, from its top left clockwise.
  func straighten(
    _ picture: borrowing GreyPicture, decode: (borrowing GreyPicture, Place) -> Bool
  ) {
    let step = max(1, max(picture.width, picture.height) / 1_000)
    let field = GreyField(picture, width: picture.width, height: picture.height, step: step)
    var done: [SIMD2<Float>] = []
    for threshold in Threshold.allCases {
      let search = threshold.search(field)
      for triple in FinderTriple.among(search.patterns(), limit: 4) {
        let middle = (triple.right.centre + triple.below.centre) / 2
        let size = length(triple.right.centre - triple.below.centre)
        if done.contains(where: { length($0 - middle) < size / 4 }) { continue }
        if read(triple, step: step, picture: picture, threshold: threshold, decode: decode) {
          done.append(middle)
        }
      }
      if !done.isEmpty { return }
    }
  }

  /// How dark is told from light when looking for finder patterns.
  private enum Threshold: CaseIterable {
    /// Against the mean of what lies around.
    case local
    /// Dark is what is not about as light as the paper: cells filled with a picture, or drawn as outlines.
    case paper

    func search(_ field: GreyField) -> FinderSearch {
      switch self {
      case .local:
        let reach = max(12, min(field.width, field.height) / 10)
        return FinderSearch(field, darkerThan: field.mean(reach: reach))
      case .paper:
        let some = stride(from: 0, to: field.values.count, by: 97).map { field.values[$0] }.sorted()
        guard let darkest = some.first, let lightest = some.last else {
          return FinderSearch(field, darkerThan: 128)
        }
        return FinderSearch(field, darkerThan: darkest + (lightest - darkest) * 0.8)
      }
    }

    /// Above which lightness a module is light, in the order of trying.
    var levels: [Float] {
      switch self {
      case .local: [0, 0.25, -0.25]
      case .paper: [0.4, 0.7, 0]
      }
    }
  }

  private func read(
    _ triple: FinderTriple, step: Int, picture: borrowing GreyPicture, threshold: Threshold,
    decode: (borrowing GreyPicture, Place) -> Bool
  ) -> Bool {
    guard let ground = Ground(triple, step: step, picture: picture) else { return false }
    for version in ground.versions {
      guard
        let mesh = QRMesh(
          version: version, field: ground.field, corner: ground.corner, right: ground.right,
          below: ground.below)
      else { continue }
      let modules = mesh.modules()
      let place = ground.place(of: mesh)
      for level in threshold.levels {
        guard let drawing = GreyPicture(drawing: mesh.layout, modules: modules, level: level)
        else { continue }
        if decode(drawing, place) { return true }
      }
    }
    return false
  }
}
