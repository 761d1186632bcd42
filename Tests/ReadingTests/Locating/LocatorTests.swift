import Czxing
import Testing

@testable import PictureSupport
@testable import Reading

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct `Locating` {
  /// The region located where bars were drawn.
  func located(_ drawing: BarDrawing) throws -> BarRegion {
    let picture = try drawing.picture()
    let regions = Locator.barRegions(on: picture)
    return try #require(regions.first)
  }

  /// The angle between a region's scan line and that of a drawing, in degrees.
  func slant(_ region: BarRegion, _ drawing: BarDrawing) -> Double {
    region.angle(to: drawing.region)
  }

  @Test(arguments: [0.0, 17, 45, 75, 90, 118, 163], [BarDrawing.Blur.none, .gaussian(0.8)])
  func `bars are found at every angle`(degrees: Double, blur: BarDrawing.Blur) throws {
    let drawing = BarDrawing(
      modules: BarDrawing.ean13, degrees: degrees, blur: blur, size: (500, 500), noise: 4)
    let region = try located(drawing)
    #expect(slant(region, drawing) < 4)
    #expect(abs(region.length / drawing.length - 1) < 0.15, "\(region.length)")
    #expect(abs(region.height / drawing.height - 1) < 0.5, "\(region.height)")
    let off = region.centre - drawing.centre
    #expect((off * off).sum().squareRoot() < 12, "\(off)")
  }

  @Test(arguments: [1.2, 2, 4, 8, 14])
  func `bars are found at every size`(module: Double) throws {
    let side = Int(module * 95 + 160)
    let drawing = BarDrawing(
      modules: BarDrawing.ean13, module: module, height: module * 40, degrees: 10,
      size: (side, side))
    let region = try located(drawing)
    // Narrow bars consist of few pixels, which pull the angle towards their grid; trimming corrects it.
    #expect(slant(region, drawing) < 8)
    let picture = try drawing.picture()
    let found = region.trimmed(on: picture)
    let trimmed = try #require(found)
    #expect(slant(trimmed, drawing) < 1.5)
    // A region is accurate to two cells of 8 pixels at each end, in the picture as it was halved.
    #expect(
      abs(region.length - drawing.length) < max(32, drawing.length * 0.15), "\(region.length)")
  }

  @Test func `two symbols are two regions`() throws {
    let drawing = BarDrawing(modules: BarDrawing.ean13, module: 2, size: (400, 200))
    var sample = Sample(width: 400, height: 600)
    sample.lay(drawing.sample, x: 0, y: 0)
    sample.lay(drawing.sample, x: 0, y: 400)
    let picture = try sample.grey()
    let middles = Locator.barRegions(on: picture).map { Int(($0.centre.y / 100).rounded(.down)) }
    #expect(
      middles.prefix(2).sorted() == [1, 5] || middles.prefix(2).sorted() == [0, 4], "\(middles)")
  }

  @Test(arguments: [0.0, 5])
  func `paper has no bars, with or without noise`(noise: Double) throws {
    var drawing = BarDrawing(modules: [false], size: (500, 400), noise: noise)
    for seed in 1...5 {
      drawing.seed = seed
      let picture = try drawing.picture()
      let regions = Locator.barRegions(on: picture)
      #expect(regions.isEmpty)
    }
  }

  @Test func `the fan of bars seen at a slant is measured`() throws {
    // Bars that all point to one point, 900 pixels above the middle.
    var sample = Sample(width: 500, height: 300)
    for y in 100..<200 {
      for x in 60..<440 {
        let angle = atan2(Double(x) - 250, Double(y) + 750)
        sample.pixels[y * 500 + x] = UInt8(128 + 90 * sin(angle * 900 * .pi / 5))
      }
    }
    let picture = try sample.grey()
    let regions = Locator.barRegions(on: picture)
    let region = try #require(regions.first)
    #expect(abs(abs(region.fan) * 900 - 1) < 0.15, "\(region.fan)")
  }
}
