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
}
