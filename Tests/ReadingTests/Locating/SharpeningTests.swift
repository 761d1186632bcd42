import Cards
import Testing

@testable import Reading

@Suite struct `Sharpening` {
  @Test func `a blur of a module is taken back`() throws {
    let drawing = BarDrawing(modules: BarDrawing.ean13, blur: .disc(1.1), noise: 2)
    let picture = try drawing.picture()
    let strip = try picture.strip(of: drawing.region)
    let engine = try ZXingEngine(symbologies: [.ean13], effort: .upright)
    #expect(engine.read(strip.picture).isEmpty)
    // A strip of this symbol has 6.7 pixels a module.
    let sharp = try strip.sharp(radius: 7)
    #expect(engine.read(sharp).map(\.barcode.text) == ["5901234123457"])
  }

  @Test(arguments: [2.5, 4])
  func `paper stays as it was`(radius: Double) throws {
    let drawing = BarDrawing(modules: [false], module: 200)
    let picture = try drawing.picture()
    let strip = try picture.strip(of: drawing.region)
    let sharp = try strip.sharp(radius: radius)
    #expect(sharp.width == strip.picture.width && sharp.height == strip.picture.height)
    #expect(sharp.levels.allSatisfy { (222...228).contains($0) })
  }
}

extension BarStrip {
  fileprivate func sharp(radius: Double) throws -> GreyPicture {
    guard let sharp = sharpened(radius: radius) else { throw BarDrawing.NoMemory() }
    return sharp
  }
}
