import Cards
import Cpictures
import Czxing
import Reading
import Testing

@testable import PictureSupport

@Suite struct `Refusals` {
  /// Files that libraries open and we do not, each as small as possible.
  static let foreign: [(name: String, bytes: [UInt8])] = [
    ("SVG", Array("<svg \(namespace)><rect width='9' height='9'/></svg>".utf8)),
    ("SVG or XML", Array("<?xml version='1.0'?><svg \(namespace)/>".utf8)),
    ("XPM", Array(xpm.utf8)),
    ("FITS", fits),
    ("Netpbm", Array("P5\n2 2\n255\n".utf8) + [0, 255, 255, 0]),
    ("BMP", bmp),
    ("Radiance", Array("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n".utf8) + [1, 2, 3, 128]),
  ]

  static let namespace = "xmlns='http://www.w3.org/2000/svg' width='9' height='9'"

  static let xpm = """
    /* XPM */
    static char *x[] = {
    "2 2 2 1", "a c #000000", "b c #ffffff", "ab", "ba"};
    """

  static let fits: [UInt8] = {
    let cards = [
      "SIMPLE  =                    T", "BITPIX  =                    8",
      "NAXIS   =                    2", "NAXIS1  =                    2",
      "NAXIS2  =                    2", "END",
    ]
    let header = cards.flatMap { card in
      Array(card.utf8) + Array(repeating: 0x20, count: 80 - card.utf8.count)
    }
    return header + Array(repeating: 0x20, count: 2_880 - header.count)
      + Array(repeating: 0, count: 2_880)
  }()

  static let bmp: [UInt8] =
    Array("BM".utf8) + [58, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
    + [1, 0, 24, 0] + Array(repeating: 0, count: 24) + [1, 2, 3, 0]

  @Test(arguments: foreign.indices)
  func `a foreign format is refused by name`(index: Int) {
    let file = Self.foreign[index]
    #expect(throws: ReadingError.formatNotAccepted(name: file.name)) { try codes(of: file.bytes) }
  }

  @Test(arguments: foreign.indices)
  func `the image library itself opens no foreign format`(index: Int) throws {
    let picture = try #require(Sample(width: 9, height: 9).saved(as: ".png"))
    #expect(libraryOpens(picture))
    let file = Self.foreign[index]
    #expect(!libraryOpens(file.bytes))
  }

  @Test func `no bytes are refused`() {
    #expect(throws: ReadingError.empty) { try codes(of: []) }
  }

  @Test(arguments: ["These are words, not a picture.", "\u{0}\u{1}", "%PD", "RIFF1234WEB"])
  func `text is not a picture`(text: String) {
    #expect(throws: ReadingError.notAPicture) { try codes(of: Array(text.utf8)) }
  }

  @Test(arguments: [".jpg", ".png", ".webp", ".heic", ".avif", ".tif", ".gif"])
  func `a picture that was cut off is damaged`(suffix: String) throws {
    var card = Sample(ZXing_BarcodeFormat_QRCode, "cut off")
    // Texture, so that every part of the file matters.
    for index in card.pixels.indices where index % 7 == 0 {
      card.pixels[index] ^= UInt8(index % 97)
    }
    guard let bytes = card.saved(as: suffix) else {
      try Test.cancel("this machine's libvips does not write \(suffix)")
    }
    for percent in [10, 30, 50, 90] {
      #expect("\(percent) %") {
        try codes(of: Array(bytes.prefix(bytes.count * percent / 100)))
      } throws: { error in
        guard case .damaged = error as? ReadingError else { return false }
        return true
      }
    }
  }

  @Test func `a picture of too many pixels is refused by its header`() {
    #expect(throws: ReadingError.tooLarge(megapixels: 3_600)) {
      try codes(of: PNGHeader.bytes(width: 60_000, height: 60_000))
    }
  }
}

/// Whether libvips, choosing a loader by itself, opens the bytes.
func libraryOpens(_ bytes: [UInt8]) -> Bool {
  _ = decoders
  return unsafe cpictures_opens(bytes, bytes.count) == 1
}

/// The beginning of a PNG of any announced size: signature, IHDR, and an empty IDAT.
enum PNGHeader {
  static func bytes(
    width: UInt32, height: UInt32, colour: UInt8 = 0, passes: UInt8 = 0
  ) -> [UInt8] {
    let header = bigEndian(width) + bigEndian(height) + [8, colour, 0, 0, passes]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
      + chunk("IDAT", [0x78, 0x9C, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01]) + chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + body
    return bigEndian(UInt32(body.count)) + named + bigEndian(crc(named))
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  /// CRC-32 as in ISO/IEC 15948 annex D.
  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(0xFFFF_FFFF) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in
        let polynomial: UInt32 = value & 1 == 1 ? 0xEDB8_8320 : 0
        return value >> 1 ^ polynomial
      }
    }
  }
}
