import Testing

@testable import PictureSupport
@testable import Reading

@Suite struct `Frame measures` {
  func measures(
    within place: Place? = nil, _ shade: (Int, Int) -> UInt8
  ) throws -> FrameMeasures {
    guard let picture = GreyPicture(width: 320, height: 240, shade: shade) else {
      throw BarDrawing.NoMemory()
    }
    return FrameMeasures(of: picture, within: place)
  }

  @Test func `sharp edges are sharp in both directions`() throws {
    for measures in [
      try measures { x, _ in x / 8 % 2 == 0 ? 40 : 220 },
      try measures { _, y in y / 20 % 2 == 0 ? 40 : 220 },
    ] {
      #expect(measures.sharpness == 1)
      #expect(measures.contrast == 180)
    }
  }

  @Test func `an edge over sixteen pixels is not`() throws {
    let measures = try measures { x, _ in
      let column = x % 64
      return UInt8(column < 32 ? min(column, 16) * 10 + 40 : 200 - min(column - 32, 16) * 10)
    }
    #expect(measures.sharpness == 10.0 / 80)
    #expect(measures.contrast == 80)
  }

  @Test func `one line in an empty frame tells whether it is sharp`() throws {
    let sharp = try measures { x, _ in x < 160 ? 60 : 200 }
    let soft = try measures { x, _ in x < 150 ? 60 : x < 170 ? UInt8(60 + (x - 150) * 7) : 200 }
    #expect(sharp.sharpness > 0.9)
    #expect(soft.sharpness < 0.2)
  }

  @Test func `a blank frame has no edges`() throws {
    let measures = try measures { _, _ in 128 }
    #expect([measures.sharpness, measures.contrast, measures.lightLevel] == [0, 0, 128])
  }

  @Test func `levels are those of the lightest pixels`() throws {
    #expect(try measures { x, _ in x < 80 ? 20 : x < 240 ? 100 : 250 }.lightLevel == 250)
    #expect(try measures { x, _ in x < 310 ? 20 : 250 }.lightLevel == 20)
  }

  @Test func `only what is within a place counts, also at the frame's edge`() throws {
    let place = Place(corners: [[-50, -50], [120, -50], [120, 400], [-50, 400]])
    let measures = try measures(within: place) { x, _ in x < 130 ? 90 : x / 8 % 2 == 0 ? 0 : 255 }
    #expect([measures.contrast, measures.lightLevel] == [0, 90])
    let outside = Place(corners: [[400, 10], [500, 10], [500, 90], [400, 90]])
    #expect(try self.measures(within: outside) { _, _ in 9 }.lightLevel == 0)
  }

  @Test(arguments: [(1, 1), (8, 300), (300, 8), (16, 16)])
  func `small frames are measured or left out, never overrun`(width: Int, height: Int) throws {
    guard let picture = GreyPicture(width: width, height: height, shade: { _, _ in 9 }) else {
      throw BarDrawing.NoMemory()
    }
    #expect(FrameMeasures(of: picture).lightLevel == (width == 16 ? 9 : 0))
  }
}
