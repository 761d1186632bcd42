import Cards
import Testing

@testable import PictureSupport
@testable import Reading

@Suite struct `Sharpening` {
  @Test func `blurs too strong for an engine alone are undone`() throws {
    let engine = try ZXingEngine(symbologies: [.ean13], effort: .upright)
    var (plainCount, sharpCount) = (0, 0)
    for step in 0...20 {
      let blur = 0.5 + Double(step) * 0.05
      let drawing = BarDrawing(modules: BarDrawing.ean13, blur: .disc(blur), noise: 2)
      let picture = try drawing.picture()
      let strip = try picture.strip(of: drawing.region)
      // The strip is 640 pixels long without its margins.
      let sharp = try strip.sharp(radius: blur * 640 / 95)
      let readings = (engine.read(strip.picture), engine.read(sharp))
      #expect((readings.0 + readings.1).allSatisfy { $0.barcode.text == "5901234123457" })
      plainCount += readings.0.count
      sharpCount += readings.1.count
    }

    #expect(plainCount > 0)
    #expect(sharpCount > plainCount)
  }

  @Test(arguments: [2.5, 4])
  func `paper is unchanged`(radius: Double) throws {
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
