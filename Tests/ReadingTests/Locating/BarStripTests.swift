import Cards
import Testing

@testable import PictureSupport
@testable import Reading

@Suite struct `Strips` {
  static let slants = [0.0, 17, 45, 75, 90, 180, 260]

  @Test(arguments: slants)
  func `bars are upright on a strip`(degrees: Double) throws {
    let drawing = BarDrawing(
      modules: BarDrawing.ean13, degrees: degrees, blur: .gaussian(0.4), size: (420, 420))
    let picture = try drawing.picture()
    var region = drawing.region
    region.height -= 6
    let strip = try picture.strip(of: region)
    let (width, height) = (strip.picture.width, strip.picture.height)
    #expect(height % BarStrip.rowsPerBand == 0)
    let pixels = strip.picture.levels
    for x in 0..<width {
      let column = stride(from: x, to: pixels.count, by: width).map { pixels[$0] }
      let (low, high) = (column.min() ?? 0, column.max() ?? 255)
      #expect(high - low < 30, "column \(x) has \(low) to \(high)")
    }
    #expect((pixels.max() ?? 0) - (pixels.min() ?? 0) > 150)
  }

  @Test(arguments: slants)
  func `the position of a strip's reading is on the symbol`(degrees: Double) throws {
    let drawing = BarDrawing(modules: BarDrawing.ean13, degrees: degrees, size: (420, 420))
    let picture = try drawing.picture()
    let strip = try picture.strip(of: drawing.region)
    let engine = try ZXingEngine(symbologies: [.ean13], effort: .upright)
    let finding = try #require(strip.banded(engine.read(strip.picture), of: picture).first)
    #expect(finding.barcode.text == "5901234123457")
    #expect(finding.lineCount == 16)
    #expect(abs((finding.span ?? 0) - 1) < 0.1)
    let corners = finding.place.corners.map { strip.mapping($0) }
    let half = (drawing.length / 2, drawing.height / 2)
    // From the first bar to the last, and on both sides; which side comes first depends on ZXing.
    for (corner, sign) in zip(corners, [-1.0, 1, 1, -1]) {
      let off = corner - drawing.centre
      #expect(abs((off * drawing.across).sum() - sign * half.0) < 9, "\(corner)")
      #expect(abs(abs((off * drawing.region.along).sum()) - half.1) < 9, "\(corner)")
    }
  }

  @Test func `readings on less than a band are left out`() throws {
    let drawing = BarDrawing(modules: BarDrawing.ean13)
    let picture = try drawing.picture()
    let strip = try picture.strip(of: drawing.region)
    let place = Place(corners: [.zero, SIMD2(10, 0), SIMD2(10, 10), SIMD2(0, 10)])
    let findings = [1, 2, 3, 8].map { count in
      Finding(
        barcode: Barcode(symbology: .itf, bytes: [48, 48], text: "00", traits: SymbolTraits()),
        place: place, engine: .zbar, lineCount: count)
    }
    #expect(strip.banded(findings, of: picture).map(\.lineCount) == [1, 2])
  }

  @Test func `a strip removes the noise of a picture`() throws {
    let drawing = BarDrawing(modules: BarDrawing.ean13, module: 2, height: 120, noise: 90)
    let picture = try drawing.picture()
    let engine = try ZXingEngine(symbologies: [.ean13], effort: .quick)
    #expect(engine.read(picture).isEmpty)
    let strip = try picture.strip(of: drawing.region)
    #expect(engine.read(strip.picture).map(\.barcode.text) == ["5901234123457"])
  }
}

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
