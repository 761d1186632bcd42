import Testing

@testable import PictureSupport
@testable import Reading

/// Pictures that are altered by hand look as libvips 8.14 alters them, pixel by pixel.
@Suite struct `Grey pictures` {
  private static func levels(
    of alter: (borrowing GreyPicture) -> GreyPicture?
  ) throws -> [UInt8] {
    let picture = GreyPicture(width: 8, height: 6) { x, y in
      let index = 8 * y + x
      return UInt8(truncatingIfNeeded: index * index * 37 + index * 11)
    }
    guard let picture, let altered = alter(picture) else { throw BarDrawing.NoMemory() }
    let count = altered.width * altered.height
    return unsafe altered.withPixels { pixels in
      unsafe Array(UnsafeBufferPointer(start: pixels, count: count))
    }
  }

  @Test func `doubled as vips_resize does it`() throws {
    #expect(try Self.levels { $0.doubled() } == Self.doubled)
  }

  @Test func `sharpened as with vips_gaussblur`() throws {
    #expect(try Self.levels { $0.sharpened() } == Self.sharpened)
  }

  @Test
  func `smoothing weighs a pixel by 4, those beside it by 2 and those at its corners by 1, of 16`()
    throws
  {
    let levels = try Self.levels { picture in
      let point = GreyPicture(width: 5, height: 4) { x, y in x == 0 && y == 1 || x == 3 ? 160 : 0 }
      return point?.smoothed()
    }
    #expect(
      levels == [
        30, 10, 40, 80, 40,
        60, 20, 40, 80, 40,
        30, 10, 40, 80, 40,
        0, 0, 40, 80, 40,
      ])
  }

  private static let doubled: [UInt8] = [
    0, 0, 24, 48, 109, 170, 140, 110, 117, 124, 168, 212, 165, 118, 108, 98,
    0, 0, 24, 48, 109, 170, 140, 110, 117, 124, 168, 212, 165, 118, 108, 98,
    76, 76, 56, 36, 117, 198, 188, 178, 141, 104, 168, 232, 205, 178, 124, 70,
    152, 152, 88, 24, 125, 226, 236, 246, 165, 84, 168, 252, 245, 238, 140, 42,
    164, 164, 120, 76, 133, 190, 220, 250, 189, 128, 168, 208, 221, 234, 156, 78,
    176, 176, 152, 128, 141, 154, 204, 254, 213, 172, 168, 164, 197, 230, 172, 114,
    124, 124, 120, 116, 149, 182, 188, 194, 173, 152, 168, 184, 173, 162, 124, 86,
    72, 72, 88, 104, 157, 210, 172, 134, 133, 132, 168, 204, 149, 94, 76, 58,
    84, 84, 120, 156, 165, 174, 156, 138, 157, 176, 168, 160, 125, 90, 92, 94,
    96, 96, 152, 208, 173, 138, 140, 142, 181, 220, 168, 116, 101, 86, 108, 130,
    172, 172, 184, 196, 181, 166, 124, 82, 141, 200, 168, 136, 141, 146, 124, 102,
    248, 248, 216, 184, 189, 194, 108, 22, 101, 180, 168, 156, 181, 206, 140, 74,
  ]

  private static let sharpened: [UInt8] = [
    0, 0, 217, 77, 96, 255, 101, 78, 203, 0, 255, 255, 10, 255, 255, 0,
    230, 123, 162, 255, 184, 175, 255, 110, 1, 60, 255, 109, 106, 255, 54, 0,
    30, 255, 118, 127, 255, 87, 41, 143, 255, 198, 228, 0, 213, 172, 255, 31,
  ]
}
