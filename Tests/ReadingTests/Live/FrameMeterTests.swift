import Cards
import Testing

@testable import PictureSupport
@testable import Reading

@Suite struct `Frame meter` {
  func measures(_ shade: (Int, Int) -> UInt8) throws -> FrameMeasures {
    guard let picture = GreyPicture(width: 320, height: 240, shade: shade) else {
      throw BarDrawing.NoMemory()
    }
    return FrameMeter.measures(of: picture)
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

  @Test func `a blank frame has neither edges nor glare`() throws {
    let measures = try measures { _, _ in 128 }
    #expect(
      measures
        == FrameMeasures(
          sharpness: 0, contrast: 0, brightness: 128, darkLevel: 128, lightLevel: 128,
          glareShare: 0))
  }

  @Test func `levels and glare are those of the pixels`() throws {
    let measures = try measures { x, _ in x < 80 ? 20 : x < 240 ? 100 : 250 }
    #expect(measures.darkLevel == 20)
    #expect(measures.lightLevel == 250)
    #expect(0.2...0.25 ~= measures.glareShare)
    #expect(100...120 ~= measures.brightness)
  }

  @Test(arguments: [(1, 1), (8, 300), (300, 8), (16, 16)])
  func `small frames are measured or left out, never overrun`(width: Int, height: Int) throws {
    guard let picture = GreyPicture(width: width, height: height, shade: { _, _ in 9 }) else {
      throw BarDrawing.NoMemory()
    }
    #expect(FrameMeter.measures(of: picture).brightness == (width == 16 ? 9 : 0))
  }
}
