/// The part of a picture that three finder patterns span, prepared for a mesh.
struct Ground {
  /// Lightness relative to the surroundings.
  let field: GreyField
  /// What a mesh is guided by: the same, and a copy blurred over about half a module, in which a module stands out
  /// most at its middle.
  let guides: [GreyField]
  let corner: Lattice
  let right: Lattice
  let below: Lattice
  private let origin: SIMD2<Float>
  private let step: Int

  /// Cuts the part out, shrinks it until a module has about five pixels, and fits the finder patterns.
  ///
  /// `found` is how many pixels of `picture` correspond to one pixel of the triple.
  init?(_ triple: FinderTriple, step found: Int, picture: borrowing GreyPicture) {
    let scale = Float(found)
    let far = triple.right.centre + triple.below.centre - triple.corner.centre
    let sizes = [triple.corner, triple.right, triple.below].map { triple.module(of: $0) }
    guard let most = sizes.map({ max($0.across, $0.down) }).max(), most > 1.2 else { return nil }
    var low = pointwiseMin(pointwiseMin(triple.corner.centre, far), triple.right.centre)
    low = pointwiseMin(low, triple.below.centre)
    var high = pointwiseMax(pointwiseMax(triple.corner.centre, far), triple.right.centre)
    high = pointwiseMax(high, triple.below.centre)
    let size = SIMD2(Float(picture.width), Float(picture.height))
    low = pointwiseMax((low - most * 10) * scale, .zero)
    high = pointwiseMin((high + most * 10) * scale, size)
    step = max(1, Int(most * scale / 5))
    let (left, top) = (Int(low.x), Int(low.y))
    let (width, height) = (Int(high.x) - left, Int(high.y) - top)
    guard width / step > 20, height / step > 20 else { return nil }
    origin = SIMD2(Float(left), Float(top))
    let module = most * scale / Float(step)
    let grey = GreyField(picture, left: left, top: top, width: width, height: height, step: step)
    field = grey.contrast(
      reach: Int(module * 4 + 1), isInverted: triple.corner.isInverted)
    let reach = Int(module * 0.3)
    let soft = field.mean(reach: reach).mean(reach: reach)
    guides = module < 4.5 ? [field] : [field, soft]

    let along = (triple.right.centre - triple.corner.centre)
    let downward = (triple.below.centre - triple.corner.centre)
    var fitted: [Lattice] = []
    for (pattern, size) in zip([triple.corner, triple.right, triple.below], sizes) {
      var lattice = Lattice(
        centre: (pattern.centre * scale - origin) / Float(step),
        across: along / length(along) * size.across * scale / Float(step),
        down: downward / length(downward) * size.down * scale / Float(step))
      guard lattice.fitFinder(on: field) > 0.45 else { return nil }
      fitted.append(lattice)
    }
    (corner, right, below) = (fitted[0], fitted[1], fitted[2])
  }

  /// The versions that fit the patterns' distances, likeliest first.
  var versions: [Int] {
    let across = Self.steps(from: corner, to: right) { $0.across }
    let down = Self.steps(from: corner, to: below) { $0.down }
    // The middles of the patterns are 14 modules apart in version 1, and four more with each further version.
    let guess = ((across + down) / 2 - 10) / 4
    return (Int(guess) - 1...Int(guess) + 2).filter { 1...40 ~= $0 }
      .sorted { abs(Float($0) - guess) < abs(Float($1) - guess) }.prefix(3).map { $0 }
  }

  private static func steps(
    from one: Lattice, to other: Lattice, _ side: (Lattice) -> SIMD2<Float>
  ) -> Float {
    length(other.centre - one.centre) / ((length(side(one)) + length(side(other))) / 2)
  }

  /// Where a symbol is on the picture.
  func place(of mesh: QRMesh) -> Place {
    let side = mesh.layout.side
    return Place(
      corners: [(0, 0), (side, 0), (side, side), (0, side)].map { column, row in
        let point = mesh.corner(column, row) * Float(step) + origin
        return SIMD2(Double(point.x), Double(point.y))
      })
  }
}

/// The positions of the modules around one of them, as long as the paper is flat there.
struct Lattice {
  var centre: SIMD2<Float>
  /// From one module to the next in its row.
  var across: SIMD2<Float>
  /// From one module to the next in its column.
  var down: SIMD2<Float>

  /// The point of a module, counted from the one at the centre.
  func callAsFunction(_ column: Float, _ row: Float) -> SIMD2<Float> {
    centre + across * column + down * row
  }

  /// Fits the lattice to a finder pattern near it, and returns how well it matches, up to 1.
  mutating func fitFinder(on field: GreyField) -> Float {
    var best = Self.finderMatch(self, field)
    let size = (length(across) + length(down)) / 2
    var step: Float = 0.4
    while step > 0.04 {
      var isBetter = true
      var rounds = 0
      while isBetter, rounds < 4 {
        isBetter = false
        rounds += 1
        for part in 0..<6 {
          for sign: Float in [-1, 1] {
            var other = self
            let shift = SIMD2<Float>(part % 2 == 0 ? 1 : 0, part % 2 == 0 ? 0 : 1) * sign * step
            // An error in a module's size adds up to three times itself at the pattern's edge.
            switch part / 2 {
            case 0: other.centre += shift * size
            case 1: other.across += shift * size / 3
            default: other.down += shift * size / 3
            }
            let match = Self.finderMatch(other, field)
            if match > best {
              best = match
              self = other
              isBetter = true
            }
          }
        }
      }
      step /= 2
    }
    return best
  }

  private static func finderMatch(_ lattice: Lattice, _ field: GreyField) -> Float {
    var sum: Float = 0
    for row in -4...4 {
      for column in -4...4 {
        let ring = max(abs(row), abs(column))
        let value = field(lattice(Float(column), Float(row)))
        sum += ring == 4 || ring == 2 ? value : -value
      }
    }
    return sum / 81
  }
}
