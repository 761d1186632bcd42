import Cards
import Czxing
import Reading
import Testing

@testable import PictureSupport

@Suite struct `Formats` {
  static let card = Sample(ZXing_BarcodeFormat_QRCode, "CARD-4711")

  @Test(
    arguments: [
      ".jpg", ".jpg[interlace]", ".png", ".png[interlace]", ".webp", ".webp[lossless]", ".heic",
      ".avif",
      ".tif", ".tif[tile,compression=lzw]", ".gif",
    ])
  func `every accepted format is read`(suffix: String) throws {
    guard let bytes = Self.card.saved(as: suffix) else {
      try Test.cancel("this machine's libvips does not write \(suffix)")
    }
    let page = try #require(try pages(of: bytes).first)
    #expect((page.page, page.pageCount) == (1, 1))
    #expect((page.width, page.height) == (600, 400))
    #expect(page.codes.map(\.barcode.text) == ["CARD-4711"])
    #expect(page.codes.allSatisfy { $0.isSure })
  }

  @Test func `a CMYK JPEG is read`() throws {
    let bytes = try #require(Self.card.saved(as: ".jpg", storage: .init(isCMYK: true)))
    #expect(try codes(of: bytes).map(\.barcode.text) == ["CARD-4711"])
  }

  @Test(arguments: [".png", ".tif"])
  func `a picture of 16 bits per channel is read`(suffix: String) throws {
    let bytes = try #require(Self.card.saved(as: suffix, storage: .init(is16Bit: true)))
    #expect(try codes(of: bytes).map(\.barcode.text) == ["CARD-4711"])
  }

  @Test(arguments: [".png", ".webp[lossless]", ".tif"])
  func `transparent parts count as white`(suffix: String) throws {
    let bytes = try #require(
      Self.card.saved(as: suffix) { [0, 0, 0, 255 - $0] })
    #expect(try codes(of: bytes).map(\.barcode.text) == ["CARD-4711"])
  }

  @Test(arguments: [false, true])
  func `what is drawn in white alone is read`(isPaper: Bool) throws {
    let bytes = try #require(
      Self.card.saved(as: ".png") { [255, 255, 255, isPaper ? $0 : 255 - $0] })
    #expect(try codes(of: bytes).map(\.barcode.text) == ["CARD-4711"])
  }

  @Test func `a grey picture is read`() throws {
    let bytes = try #require(Self.card.saved(as: ".png") { [$0] })
    #expect(try codes(of: bytes).map(\.barcode.text) == ["CARD-4711"])
  }

  @Test(arguments: [".gif", ".webp[lossless]"])
  func `the first picture of an animation is read`(suffix: String) throws {
    var film = Sample(width: 300, height: 400)
    film.lay(Sample(ZXing_BarcodeFormat_QRCode, "first", width: 300, height: 200), x: 0, y: 0)
    film.lay(Sample(ZXing_BarcodeFormat_QRCode, "second", width: 300, height: 200), x: 0, y: 200)
    let bytes = try #require(film.saved(as: suffix, storage: .init(pageHeight: 200)))
    let page = try #require(try pages(of: bytes).first)
    #expect(page.height == 200)
    #expect(page.codes.map(\.barcode.text) == ["first"])
  }

  @Test(arguments: 1...8)
  func `each EXIF orientation is read upright`(orientation: Int) throws {
    var card = Sample(width: 640, height: 400)
    let symbol = Sample.drawn(ZXing_BarcodeFormat_QRCode, "upright", scale: 4)
    card.lay(symbol, x: 30, y: 20)
    let bytes = try #require(
      card.stored(inOrientation: orientation)
        .saved(as: ".jpg[Q=95]", storage: .init(orientation: orientation)))
    let page = try #require(try pages(of: bytes).first)
    #expect((page.width, page.height) == (640, 400))
    let code = try #require(page.codes.first)
    #expect(code.barcode.text == "upright")
    let corner = try #require(code.position.first)
    // The quiet zone is four modules of four pixels.
    #expect(abs(corner.x - 46) < 4 && abs(corner.y - 36) < 4, "\(corner)")
  }

  @Test func `positions are those of the full-size picture`() throws {
    var photo = Sample(width: 4_000, height: 3_000)
    photo.lay(Sample.drawn(ZXing_BarcodeFormat_QRCode, "large", scale: 20), x: 2_000, y: 1_000)
    let bytes = try #require(photo.saved(as: ".jpg") { [$0] })
    let page = try #require(try pages(of: bytes).first)
    #expect((page.width, page.height) == (4_000, 3_000))
    let corner = try #require(page.codes.first?.position.first)
    #expect(abs(corner.x - 2_080) < 12 && abs(corner.y - 1_080) < 12, "\(corner)")
  }
}
