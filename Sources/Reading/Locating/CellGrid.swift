/// The structure tensor of a picture, cell by cell: how much edge there is, and in which direction.
///
/// The gradient's second moments, summed over a cell, tell bars (all gradients along one line) from texture
/// (gradients in all directions) and from flat paper (J. Bigün and G. H. Granlund, Optimal Orientation Detection of
/// Linear Symmetry, ICCV 1987).
struct CellGrid {
  /// A cell's side in pixels: at the narrowest readable bars, a cell holds four of them.
  static let side = 8

  let columns: Int
  let rows: Int
  /// Mean of the squared gradients, in squared grey levels per pixel.
  private(set) var energies: [Float]
  /// The tensor's double-angle vector, in the same unit: it points along twice the gradient's angle.
  private(set) var axes: [SIMD2<Float>]

  /// Measures `picture`; cells cut by the picture's right and bottom edges are left out.
  init(_ picture: borrowing GreyPicture) {
    let (width, height) = (picture.width, picture.height)
    let (columns, rows) = (max(0, (width - 2) / Self.side), max(0, (height - 2) / Self.side))
    self.columns = columns
    self.rows = rows
    var energies = [Float](repeating: 0, count: columns * rows)
    var axes = [SIMD2<Float>](repeating: .zero, count: columns * rows)
    unsafe picture.withPixels { pixels in
      for row in 0..<rows {
        for column in 0..<columns {
          let corner = unsafe pixels + (row * Self.side + 1) * width + column * Self.side + 1
          let tensor = unsafe Self.tensor(of: corner, stride: width)
          energies[row * columns + column] = tensor.x + tensor.y
          axes[row * columns + column] = SIMD2(tensor.x - tensor.y, 2 * tensor.z)
        }
      }
    }
    self.energies = energies
    self.axes = axes
  }

  /// How closely a cell's gradients share one line, from 0 to 1.
  func coherence(at cell: Int) -> Float {
    let axis = axes[cell]
    return ((axis * axis).sum()).squareRoot() / max(energies[cell], 1e-6)
  }

  /// Cells in groups of those that touch.
  ///
  /// - Parameters:
  ///   - seeds: the cells that may begin a group, in this order.
  ///   - joins: whether a cell belongs to the group of a seed, next to one that does: seed, member, cell.
  /// - Returns: The numbers of each group's cells.
  func groups(from seeds: [Int], joins: (Int, Int, Int) -> Bool) -> [[Int]] {
    var isTaken = [Bool](repeating: false, count: columns * rows)
    var groups: [[Int]] = []
    for seed in seeds where !isTaken[seed] {
      var members = [seed]
      isTaken[seed] = true
      var next = 0
      while next < members.count {
        let cell = members[next]
        next += 1
        let (column, row) = (cell % columns, cell / columns)
        for y in max(0, row - 1)...min(rows - 1, row + 1) {
          for x in max(0, column - 1)...min(columns - 1, column + 1) {
            let other = y * columns + x
            guard !isTaken[other], joins(seed, cell, other) else { continue }
            isTaken[other] = true
            members.append(other)
          }
        }
      }
      groups.append(members)
    }
    return groups
  }

  /// The same with each cell's tensor replaced by the mean of itself and its eight neighbours.
  func smoothed() -> CellGrid {
    var made = self
    for row in 0..<rows {
      for column in 0..<columns {
        var (energy, axis, count) = (Float(0), SIMD2<Float>.zero, Float(0))
        for y in max(0, row - 1)...min(rows - 1, row + 1) {
          for x in max(0, column - 1)...min(columns - 1, column + 1) {
            energy += energies[y * columns + x]
            axis += axes[y * columns + x]
            count += 1
          }
        }
        made.energies[row * columns + column] = energy / count
        made.axes[row * columns + column] = axis / count
      }
    }
    return made
  }

  /// Means of gx², gy² and gx·gy over one cell, from central differences.
  @unsafe
  private static func tensor(of corner: UnsafePointer<UInt8>, stride: Int) -> SIMD3<Float> {
    var (xx, yy, xy) = (SIMD8<Int32>.zero, SIMD8<Int32>.zero, SIMD8<Int32>.zero)
    for line in 0..<side {
      let here = unsafe UnsafeRawPointer(corner + line * stride)
      let gx = unsafe difference(here + 1, here - 1)
      let gy = unsafe difference(here + stride, here - stride)
      xx &+= SIMD8<Int32>(truncatingIfNeeded: gx &* gx)
      yy &+= SIMD8<Int32>(truncatingIfNeeded: gy &* gy)
      xy &+= SIMD8<Int32>(truncatingIfNeeded: gx &* gy)
    }
    let count = Float(side * side)
    return SIMD3(Float(xx.wrappedSum()), Float(yy.wrappedSum()), Float(xy.wrappedSum())) / count
  }

  /// Half the difference between two groups of eight pixels, so that its square fits 16 bits.
  @unsafe
  private static func difference(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> SIMD8<Int16>
  {
    let first = unsafe one.loadUnaligned(as: SIMD8<UInt8>.self)
    let second = unsafe other.loadUnaligned(as: SIMD8<UInt8>.self)
    return (SIMD8<Int16>(truncatingIfNeeded: first) &- SIMD8<Int16>(truncatingIfNeeded: second))
      &>> 1
  }
}
