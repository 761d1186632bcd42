import Testing

@testable import PictureSupport
@testable import Reading

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct `Cells` {
  /// A picture of 96 by 96 pixels whose grey level is `level`.
  func grid(_ level: (Double, Double) -> Double) throws -> CellGrid {
    var sample = Sample(width: 96, height: 96)
    for y in 0..<96 {
      for x in 0..<96 {
        sample.pixels[y * 96 + x] = UInt8(level(Double(x) + 0.5, Double(y) + 0.5).rounded())
      }
    }
    let picture = try sample.grey()
    return CellGrid(picture).smoothed()
  }

  @Test(arguments: [0, 20, 45, 70, 90, 110, 135, 160])
  func `bars show the angle of their scan line, and nothing else`(degrees: Int) throws {
    let angle = Double(degrees) * .pi / 180
    let grid = try grid { x, y in 128 + 90 * sin((x * cos(angle) + y * sin(angle)) * .pi / 5) }
    #expect(grid.columns == 11 && grid.rows == 11)
    for cell in 0..<grid.columns * grid.rows {
      let axis = grid.axes[cell]
      let seen = Double(atan2(axis.y, axis.x)) / 2 * 180 / .pi
      let off = (seen - Double(degrees)).remainder(dividingBy: 180)
      #expect(abs(off) < 3, "cell \(cell) is \(off) degrees off")
      #expect(grid.coherence(at: cell) > 0.9)
    }
  }

  @Test func `flat paper has neither edge nor direction`() throws {
    let grid = try grid { _, _ in 200 }
    #expect(grid.energies.allSatisfy { $0 == 0 })
    #expect(grid.energies.indices.allSatisfy { grid.coherence(at: $0) == 0 })
  }

  @Test func `dots have edges and no direction`() throws {
    let grid = try grid { x, y in 128 + 90 * sin(x * .pi / 4) * sin(y * .pi / 4) }
    #expect(grid.energies.allSatisfy { $0 > 100 })
    #expect(grid.energies.indices.allSatisfy { grid.coherence(at: $0) < 0.1 })
  }

  @Test(arguments: [(1, 1), (9, 9), (10, 17), (18, 34)])
  func `cells cut by the right and bottom edges are left out`(width: Int, height: Int) throws {
    let picture = try Sample(width: width, height: height).grey()
    let grid = CellGrid(picture)
    #expect(grid.columns == max(0, (width - 2) / 8))
    #expect(grid.rows == max(0, (height - 2) / 8))
    #expect(grid.energies.count == grid.columns * grid.rows)
    let regions = Locator.barRegions(on: picture)
    #expect(regions.isEmpty)
  }
}
