import Cards
import Testing

@testable import PictureSupport
@testable import Reading

/// The picture that is kept: small, upright, and nothing in it but pixels.
@Suite struct `Kept pictures` {
  /// A photo as cameras write it: turned by its EXIF data, with a place, a profile, a remark, all told in words.
  static func photo(_ picture: borrowing ColourPicture, orientation: UInt8 = 1) throws -> [UInt8] {
    // TIFF 6.0: little-endian, one directory of one entry, tag 274, SHORT.
    var exif = Array("Exif\0\0II*\0".utf8)
    exif += [8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
    var photo: [UInt8] = [0xFF, 0xD8]
    photo += segment(0xE1, exif + secret)
    photo += segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + secret)
    photo += segment(0xE2, Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + secret)
    photo += segment(0xED, Array("Photoshop 3.0\0".utf8) + secret)
    photo += segment(0xFE, secret)
    photo += try jpeg(picture, quality: 95).dropFirst(2)
    return photo
  }

  static func jpeg(_ picture: borrowing ColourPicture, quality: Int) throws -> [UInt8] {
    _ = decoders
    guard let bytes = picture.jpeg(quality: quality) else { throw BarDrawing.NoMemory() }
    return bytes
  }

  static let secret = Array("SECRET 51.5N 0.1W".utf8)

  static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
    let count = body.count + 2
    return [0xFF, marker, UInt8(count >> 8), UInt8(count & 0xFF)] + body
  }

  /// The markers before the pixels, and the size that the frame header tells (ITU-T T.81 B.2.2).
  static func header(_ bytes: [UInt8]) -> (markers: Set<UInt8>, width: Int, height: Int) {
    var (markers, width, height): (Set<UInt8>, Int, Int) = ([], 0, 0)
    var at = 2
    while at + 9 < bytes.count, bytes[at] == 0xFF {
      let marker = bytes[at + 1]
      markers.insert(marker)
      if marker == 0xC0 || marker == 0xC2 {
        height = Int(bytes[at + 5]) << 8 | Int(bytes[at + 6])
        width = Int(bytes[at + 7]) << 8 | Int(bytes[at + 8])
      }
      if marker == 0xDA { break }
      at += 2 + (Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]))
    }
    return (markers, width, height)
  }

  /// A code at a point.
  static func code(at point: SIMD2<Double>) -> FoundBarcode {
    code(between: [point, point, point, point])
  }

  /// A code with these corners.
  static func code(between corners: [SIMD2<Double>]) -> FoundBarcode {
    FoundBarcode(
      barcode: Barcode(symbology: .qrCode, bytes: [65], text: "A"), position: position(corners))
  }

  static func position(_ corners: [SIMD2<Double>]) -> [FoundBarcode.Point] {
    corners.map { FoundBarcode.Point(x: Int($0.x), y: Int($0.y)) }
  }

  /// The kept picture of a drawing with a code in the card's middle.
  static func kept(_ drawing: CardDrawing) throws -> KeptPicture {
    let middle = (drawing.corners[0] + drawing.corners[2]) / 2
    return try kept(try photo(try drawing.picture()), codes: [code(at: middle)])
  }

  static func kept(
    _ bytes: [UInt8], codes: [FoundBarcode] = [], partialCodes: [PartialBarcode] = []
  ) throws -> KeptPicture {
    _ = decoders
    let page = PictureReading(
      page: 1, pageCount: 1, width: 0, height: 0, codes: codes, partialCodes: partialCodes)
    return try unsafe KeptPicture(bytes.span.bytes, of: page)
  }

  @Test(arguments: [false, true])
  func `it holds pixels and no other data`(isCard: Bool) throws {
    let kept = try Self.kept(isCard ? CardDrawing() : CardDrawing(width: 1))
    #expect(kept.isWithinBounds)
    #expect(kept.bytes.firstRange(of: Array("SECRET".utf8)) == nil)
    #expect(kept.bytes.firstRange(of: Array("Exif".utf8)) == nil)
    let header = Self.header(kept.bytes)
    // Cropped to the card, or the whole photo.
    #expect((header.width < 720) == isCard)
    // JFIF, quantisation, frame, Huffman tables, scan.
    #expect(header.markers.isSubset(of: [0xE0, 0xDB, 0xC0, 0xC4, 0xDA]))
  }

  @Test func `it stands upright`() throws {
    let picture = try CardDrawing(width: 1).picture()
    let header = Self.header(try Self.kept(try Self.photo(picture, orientation: 6)).bytes)
    #expect((header.width, header.height) == (540, 720))
  }

  @Test func `a card is cut out as large as it is seen, in its own shape`() throws {
    let header = Self.header(try Self.kept(CardDrawing(degrees: 20)).bytes)
    #expect(abs(header.width - 420) <= 4)
    #expect(abs(Double(header.width) / Double(header.height) - IDCard.ratio) < 0.01)
  }

  @Test func `a code beside the card keeps the photo whole`() throws {
    let photo = try Self.photo(try CardDrawing().picture())
    let kept = try Self.kept(photo, codes: [Self.code(at: SIMD2(5, 5))])
    let header = Self.header(kept.bytes)
    #expect((header.width, header.height) == (720, 540))
    #expect(kept.places == [[SIMD2<Double>](repeating: SIMD2(5.0 / 720, 5.0 / 540), count: 4)])
  }

  @Test func `a code's place is that on the straightened card`() throws {
    let drawing = CardDrawing(degrees: 20, tilt: 15)
    let middle = (drawing.corners[0] + drawing.corners[2]) / 2
    // A fifth of the way from each corner to the middle; the second code stands on its head.
    let corners = drawing.corners.map { $0 * 0.8 + middle * 0.2 }
    let codes = [corners, Array(corners[2...] + corners[..<2])].map(Self.code(between:))
    let kept = try Self.kept(try Self.photo(try drawing.picture()), codes: codes)
    let wanted = [SIMD2(0.1, 0.1), SIMD2(0.9, 0.1), SIMD2(0.9, 0.9), SIMD2(0.1, 0.9)]
    try #require(kept.places.map(\.count) == [4, 4])
    for (point, wanted) in zip(kept.places.joined(), wanted + wanted[2...] + wanted[..<2]) {
      let off = point - wanted
      #expect((off * off).sum().squareRoot() < 0.03)
    }
  }

  @Test func `what was read in part is pointed out, but no reason to crop`() throws {
    let drawing = CardDrawing()
    let middle = (drawing.corners[0] + drawing.corners[2]) / 2
    let partial = PartialBarcode(
      symbology: .ean13, pattern: "59012?412??57",
      position: Self.position([middle, middle, middle, SIMD2(1_000, 540)]))
    let kept = try Self.kept(try Self.photo(try drawing.picture()), partialCodes: [partial])
    let header = Self.header(kept.bytes)
    #expect((header.width, header.height) == (720, 540))
    let place = try #require(kept.places.first)
    // A corner beside the photo is moved to its edge.
    #expect(place.last == SIMD2(1, 1) && kept.places.count == 1)
  }

  @Test func `a large photo is shrunk, and colours stay`() throws {
    let drawn = ColourPicture(width: 2_600, height: 900) { _, _ in SIMD3(200, 40, 90) }
    guard let drawn else { throw BarDrawing.NoMemory() }
    let kept = try Self.kept(try Self.jpeg(drawn, quality: 90))
    let header = Self.header(kept.bytes)
    #expect((header.width, header.height) == (1_600, 554))
    let format = try unsafe PictureFormat(kept.bytes.span.bytes)
    let page = try unsafe PictureHeader(kept.bytes.span.bytes, format: format, page: 0)
    let seen = try unsafe ColourPicture(kept.bytes.span.bytes, of: page, longest: 0)
    let first = unsafe seen.withPixels { unsafe [Int($0[0]), Int($0[1]), Int($0[2])] }
    #expect(zip(first, [200, 40, 90]).allSatisfy { abs($0 - $1) <= 3 }, "\(first)")
  }

  @Test func `noise is within the limit too`() throws {
    var generator = SeededGenerator(seed: 3)
    let drawn = ColourPicture(width: 1_600, height: 1_600) { _, _ in
      let random = generator.next()
      return SIMD3(
        UInt8(truncatingIfNeeded: random), UInt8(truncatingIfNeeded: random >> 8),
        UInt8(truncatingIfNeeded: random >> 16))
    }
    guard let drawn else { throw BarDrawing.NoMemory() }
    #expect(try Self.kept(try Self.jpeg(drawn, quality: 95)).isWithinBounds)
  }

  @Test(arguments: [".png", ".webp", ".heic", ".tif", ".gif"])
  func `every accepted format becomes a JPEG`(suffix: String) throws {
    guard let bytes = Sample(width: 300, height: 200, shade: 99).saved(as: suffix) else {
      try Test.cancel("this machine's libvips does not write \(suffix)")
    }
    let header = Self.header(try Self.kept(bytes).bytes)
    #expect((header.width, header.height) == (300, 200))
  }

  @Test func `CMYK, grey and see-through pictures become plain ones`() throws {
    let sample = Sample(width: 200, height: 120, shade: 80)
    for bytes in [
      sample.saved(as: ".jpg", storage: .init(isCMYK: true)), sample.saved(as: ".png") { [$0] },
      sample.saved(as: ".png") { [$0, $0, $0, 128] },
      sample.saved(as: ".png", storage: .init(is16Bit: true)),
    ] {
      #expect(try Self.kept(try #require(bytes)).isWithinBounds)
    }
  }

  @Test func `what is no picture is refused`() {
    #expect(throws: ReadingError.notAPicture) { try Self.kept(Array("words".utf8)) }
    #expect(throws: ReadingError.empty) { try Self.kept([]) }
  }
}
