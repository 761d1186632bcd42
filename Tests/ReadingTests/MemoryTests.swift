import Czxing
import Reading
import Testing

@testable import PictureSupport

/// How large a picture may be, tested on pictures whose header announces more than they contain: the allowed ones
/// then turn out to be damaged.
@Suite struct `Memory for decoding` {
  /// Sides, colour type and passes as in PNG (ISO/IEC 15948 11.2.2), and whether it is too large.
  static let drawings: [(side: (UInt32, UInt32), colour: UInt8, passes: UInt8, isTooLarge: Bool)] =
    [
      // What phones with 108 and 200 megapixels make, row by row.
      ((12_000, 9_000), 2, 0, false),
      ((16_320, 12_240), 2, 0, false),
      ((25_000, 10_000), 2, 0, false),
      ((25_001, 10_000), 2, 0, true),
      ((10_000, 10_000), 0, 1, false),
      ((8_160, 6_120), 2, 1, false),
      ((10_000, 10_000), 6, 1, true),
      ((65_535, 100), 2, 0, false),
      ((65_536, 100), 2, 0, true),
      ((100, 65_536), 2, 0, true),
    ]

  @Test(arguments: drawings.indices)
  func `a PNG is refused if decoding needs too much memory`(index: Int) {
    let drawing = Self.drawings[index]
    let bytes = PNGHeader.bytes(
      width: drawing.side.0, height: drawing.side.1, colour: drawing.colour, passes: drawing.passes)
    #expect(isTooLarge(bytes) == drawing.isTooLarge)
  }

  /// 8160 x 6120 is the size of photos from phones with 50 megapixels.
  static let photos: [(side: (Int, Int), suffix: String, isTooLarge: Bool)] = [
    ((12_000, 9_000), ".jpg", false),
    ((16_320, 12_240), ".jpg", false),
    ((25_001, 10_000), ".jpg", true),
    ((11_000, 9_000), ".jpg[interlace,subsample-mode=off]", true),
    ((8_160, 6_120), ".jpg[interlace,subsample-mode=off]", false),
    ((8_160, 6_120), ".webp[lossless]", false),
    ((8_160, 6_120), ".heic", false),
    ((8_160, 6_120), ".avif[subsample-mode=on]", false),
    ((8_160, 6_120), ".avif[subsample-mode=off]", true),
    ((9_000, 6_700), ".heic", true),
    ((11_000, 9_000), ".webp[lossless]", true),
    ((11_000, 9_000), ".gif", true),
  ]

  @Test(arguments: photos.indices)
  func `a photo is refused if decoding needs too much memory`(index: Int) throws {
    let photo = Self.photos[index]
    guard var bytes = Sample(width: 64, height: 64).saved(as: photo.suffix) else {
      try Test.cancel("this machine's libvips does not write \(photo.suffix)")
    }
    #expect(!isTooLarge(bytes))
    try #require(Self.promise(width: photo.side.0, height: photo.side.1, in: &bytes) > 0)
    #expect(isTooLarge(bytes) == photo.isTooLarge)
  }

  private func isTooLarge(_ bytes: [UInt8]) -> Bool {
    do throws(ReadingError) {
      _ = try codes(of: bytes)
      return false
    } catch {
      if case .tooLarge = error { return true }
      return false
    }
  }

  /// Overwrites the size of a JPEG (T.81 B.2.2), a lossless WebP (RFC 9649 3.4), a GIF (GIF89a 18 and 20) or a HEIF
  /// (23008-12 6.5.3), and returns how many times.
  private static func promise(width: Int, height: Int, in bytes: inout [UInt8]) -> Int {
    let bigEndian = [height >> 8, height, width >> 8, width].map { UInt8(truncatingIfNeeded: $0) }
    let littleEndian = [width, width >> 8, height, height >> 8].map {
      UInt8(truncatingIfNeeded: $0)
    }
    var count = 0
    func write(_ size: [UInt8], at offset: Int) {
      bytes.replaceSubrange(offset..<offset + size.count, with: size)
      count += 1
    }
    for offset in 0..<bytes.count - 16 {
      switch Array(bytes[offset..<offset + 4]) {
      case [0xFF, 0xC0, 0x00, 0x11], [0xFF, 0xC2, 0x00, 0x11]: write(bigEndian, at: offset + 5)
      case Array("ispe".utf8):
        write([0, 0, bigEndian[2], bigEndian[3], 0, 0, bigEndian[0], bigEndian[1]], at: offset + 8)
      case Array("VP8L".utf8):
        let packed = UInt32(width - 1) | UInt32(height - 1) << 14
        write((0..<4).map { UInt8(truncatingIfNeeded: packed >> (8 * $0)) }, at: offset + 9)
      case Array("VP8X".utf8):
        let sides = [width - 1, (width - 1) >> 8, 0, height - 1, (height - 1) >> 8, 0]
        write(sides.map { UInt8(truncatingIfNeeded: $0) }, at: offset + 12)
      case Array("GIF8".utf8): write(littleEndian, at: offset + 6)
      case [0x2C, 0, 0, 0]: write(littleEndian, at: offset + 5)
      default: break
      }
    }
    return count
  }
}
