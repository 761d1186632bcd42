import Cards
import Czxing
import Testing

@testable import PictureSupport
@testable import Reading

@Suite struct `Open places` {
  /// A small plain QR Code in the corner of a picture of this size, which is sure at once.
  func table(width: Int, height: Int) -> Sample {
    var table = Sample(width: width, height: height, shade: 200)
    table.lay(Sample.drawn(ZXing_BarcodeFormat_QRCode, "sure", scale: 6), x: 60, y: 60)
    return table
  }

  func texts(on sample: Sample) throws -> Set<String> {
    let file = try #require(sample.saved(as: ".png"))
    return Set(try codes(of: file).filter(\.isSure).map(\.barcode.text))
  }

  /// The symbol as light on dark, with its quiet zone.
  func light(_ format: ZXing_BarcodeFormat, _ text: String, scale: Int) -> Sample {
    var sample = Sample.drawn(format, text, scale: scale)
    sample.pixels = sample.pixels.map { 255 - $0 }
    return sample
  }

  @Test(arguments: [
    (ZXing_BarcodeFormat_Code128, "FINE-0123456789"), (ZXing_BarcodeFormat_QRCode, "fine modules"),
    (ZXing_BarcodeFormat_PDF417, "a fine stack of rows, on a table"),
  ])
  func `fine symbols beside a sure code are read unshrunk`(
    format: ZXing_BarcodeFormat, text: String
  ) throws {
    var table = table(width: 3_600, height: 2_700)
    var fine = Sample.drawn(format, text, scale: format == ZXing_BarcodeFormat_QRCode ? 3 : 2)
    if format == ZXing_BarcodeFormat_Code128 {
      fine = fine.remapped(width: fine.width, height: 90) { x, _ in (x, fine.height / 3) }
    }
    table.lay(fine, x: 2_501, y: 1_801)
    #expect(try texts(on: table) == ["sure", text])
  }

  @Test(
    arguments: [ZXing_BarcodeFormat_Code128, ZXing_BarcodeFormat_QRCode],
    [(900, 700), (3_600, 2_700)])
  func `light symbols beside a dark one are read`(
    format: ZXing_BarcodeFormat, size: (Int, Int)
  ) throws {
    var table = table(width: size.0, height: size.1)
    table.lay(light(format, "LIGHT123", scale: 4), x: size.0 / 3, y: size.1 / 2)
    #expect(try texts(on: table) == ["sure", "LIGHT123"])
  }

  /// A white box with bars, and so many modules beside them, on a dark screen.
  func screen(_ format: ZXing_BarcodeFormat, _ text: String, margin: Int) -> Sample {
    let modules = Sample.modules(format, text)
    var screen = Sample(width: 1_080, height: 1_600, shade: 24)
    let width = (modules.count + 2 * margin) * 4
    var box = Sample(width: width, height: 240)
    for (index, isDark) in modules.enumerated() where isDark {
      for y in 20..<220 {
        for x in 0..<4 { box.pixels[y * width + (index + margin) * 4 + x] = 0 }
      }
    }
    screen.lay(box, x: 100, y: 500)
    return screen
  }

  @Test(arguments: [1, 3, 5])
  func `bars with thin margins on a dark screen are read`(margin: Int) throws {
    let screen = screen(ZXing_BarcodeFormat_Code39, "MEMBER-0123", margin: margin)
    #expect(try texts(on: screen) == ["MEMBER-0123"])
  }

  @Test func `white that was not there proves nothing about the ends of an ITF`() throws {
    let screen = screen(ZXing_BarcodeFormat_ITF, "12345678901234", margin: 3)
    let file = try #require(screen.saved(as: ".png"))
    let found = try codes(of: file)
    #expect(found.map(\.barcode.text) == ["12345678901234"])
    #expect(found.allSatisfy { !$0.isSure })
  }

  @Test func `stages for bars need bars, unless a picture is too small to locate any`() throws {
    let blank = try Sample(width: 400, height: 300, shade: 200).grey()
    #expect(Locator(blank).sight(hasOpenBars: false) == .nothing)
    let low = try Sample(width: 400, height: 5, shade: 200).grey()
    #expect(Locator(low).sight(hasOpenBars: false) == .bars)
    let bars = try BarDrawing(modules: BarDrawing.ean13).picture()
    let located = Locator(bars)
    #expect(located.sight(hasOpenBars: false) == .edges)
    #expect(located.sight(hasOpenBars: true) == .bars)
  }
}
