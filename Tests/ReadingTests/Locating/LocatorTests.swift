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

  @Test func `bars do not grow into the grain of a table`() throws {
    let drawing = BarDrawing(modules: BarDrawing.ean13, module: 2, height: 80, size: (300, 160))
    var sample = Sample(width: 900, height: 700)
    // The grain has the bars' own direction, and an eighth of their contrast.
    for index in sample.pixels.indices {
      sample.pixels[index] = UInt8(200 + 12 * sin(Double(index % sample.width) * 0.9))
    }
    sample.lay(drawing.sample, x: 300, y: 300)
    let picture = try sample.grey()
    let first = Locator.barRegions(on: picture).first
    let region = try #require(first)
    #expect(abs(region.length / drawing.length - 1) < 0.2, "\(region.length)")
    #expect(abs(region.centre.x - 450) < 16 && abs(region.centre.y - 380) < 16)
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

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct `Trimming` {
  /// Fills a box with lines of letters of 5 by 7 random dots, two pixels each.
  func write(on sample: inout Sample, x: Range<Int>, y: Range<Int>, seed: Int) {
    var generator = SeededGenerator(seed: seed)
    for top in stride(from: y.lowerBound, to: y.upperBound - 14, by: 20) {
      for left in stride(from: x.lowerBound, to: x.upperBound - 10, by: 13) {
        for dot in 0..<35 where Bool.random(using: &generator) {
          let (column, row) = (left + dot % 5 * 2, top + dot / 5 * 2)
          for (u, v) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            sample.pixels[(row + v) * sample.width + column + u] = 30
          }
        }
      }
    }
  }

  /// An upright box, in pixels.
  func box(x: Range<Int>, y: Range<Int>) -> BarRegion {
    BarRegion(
      centre: SIMD2(Double(x.lowerBound + x.upperBound), Double(y.lowerBound + y.upperBound)) / 2,
      across: SIMD2(1, 0), length: Double(x.count), height: Double(y.count), fan: 0)
  }

  @Test(arguments: 1...8)
  func `text is not bars`(seed: Int) throws {
    var sample = Sample(width: 400, height: 200)
    write(on: &sample, x: 20..<380, y: 20..<180, seed: seed)
    let picture = try sample.grey()
    let trimmed = box(x: 20..<380, y: 20..<180).trimmed(on: picture)
    #expect(trimmed == nil)
  }

  @Test(arguments: [(3, false), (7, false), (8, true), (20, true)])
  func `too few bars are not a symbol`(count: Int, isEnough: Bool) throws {
    let modules = Array(repeatElement([true, true, false], count: count).joined().dropLast())
    let drawing = BarDrawing(modules: modules, module: 5, height: 100)
    let picture = try drawing.picture()
    var region = drawing.region
    region.length += 20
    let trimmed = region.trimmed(on: picture)
    #expect((trimmed != nil) == isEnough)
  }

  @Test func `flat paper is not a symbol`() throws {
    let picture = try Sample(width: 300, height: 200, shade: 180).grey()
    let trimmed = box(x: 20..<280, y: 20..<180).trimmed(on: picture)
    #expect(trimmed == nil)
  }

  @Test(arguments: [false, true])
  func `the text next to bars is cut off`(isAbove: Bool) throws {
    var drawing = BarDrawing(modules: BarDrawing.ean13, height: 100, size: (400, 300))
    drawing.noise = 5
    var sample = drawing.sample
    // The bars extend from 100 to 200.
    write(on: &sample, x: 60..<340, y: isAbove ? 20..<90 : 210..<290, seed: 3)
    let picture = try sample.grey()
    let region = box(x: 50..<350, y: isAbove ? 20..<200 : 100..<280)
    let found = region.trimmed(on: picture)
    let trimmed = try #require(found)
    #expect((80...108).contains(trimmed.height), "\(trimmed.height)")
    #expect(abs(trimmed.centre.y - 150) < 8, "\(trimmed.centre)")
  }

  @Test(arguments: [-6.0, -3, -1, 0, 1, 3, 6], [0.0, 17, 90])
  func `bars that lean are set upright`(lean: Double, degrees: Double) throws {
    let drawing = BarDrawing(
      modules: BarDrawing.ean13, degrees: degrees, blur: .gaussian(0.6), size: (420, 420), noise: 6)
    let picture = try drawing.picture()
    var region = drawing.region
    let wrong = (degrees + lean) * .pi / 180
    region.across = SIMD2(cos(wrong), sin(wrong))
    let found = region.trimmed(on: picture)
    let trimmed = try #require(found)
    #expect(trimmed.angle(to: drawing.region) < 1)
  }

}
