import Cards
import Testing

@testable import PictureSupport
@testable import Reading

/// A part of an ITF looks like a whole one: what is beside it tells them apart.
@Suite struct `Ends of an ITF` {
  /// Ten digits, which have 99 modules.
  static let digitCount = 10
  static let part = Sample.modules("ITF", "1234567890")

  /// Where the symbol is that begins at a module of a drawing and is as long as `part`.
  static func place(
    in drawing: BarDrawing, from module: Int = 0, height: Double = 80
  ) -> Place {
    let along = SIMD2(-drawing.across.y, drawing.across.x) * (height / 2)
    let way = Double(module) * drawing.module - drawing.length / 2
    let start = drawing.centre + drawing.across * way
    let end = start + drawing.across * (Double(part.count) * drawing.module)
    return Place(corners: [start - along, end - along, end + along, start + along])
  }

  static func drawing(_ modules: [Bool], degrees: Double = 0) -> BarDrawing {
    var drawing = BarDrawing(modules: modules, degrees: degrees)
    let side = Int(drawing.length) + 80
    drawing.size = (side, side)
    return drawing
  }

  static func hasBarsBeside(_ place: Place, on drawing: BarDrawing) throws -> Bool? {
    try ITFEnds(place, digitCount: digitCount).goOn(on: drawing.picture())
  }

  @Test(arguments: [0.0, 7, 15, 90, 180, 222])
  func `bars are seen on both sides, however it is turned`(degrees: Double) throws {
    let quiet = [Bool](repeating: false, count: 9)
    let pair = Array(Sample.modules("ITF", "12").dropFirst(4).dropLast(5))
    let drawn: [[Bool]] = [Self.part + quiet + pair, pair + quiet + Self.part]
    for modules in drawn {
      let drawing = Self.drawing(modules, degrees: degrees)
      let start = modules.count - Self.part.count
      let isBefore = modules.starts(with: pair)
      let place = Self.place(in: drawing, from: isBefore ? start : 0)
      #expect(try Self.hasBarsBeside(place, on: drawing) == true)
    }
    let alone = Self.drawing(Self.part, degrees: degrees)
    #expect(try Self.hasBarsBeside(Self.place(in: alone), on: alone) == false)
  }

  @Test func `the sides of a frame are no bars of digits`() throws {
    let side = [Bool](repeating: false, count: 10) + [true, true, true, true, false, false, true]
    let drawing = Self.drawing(side.reversed() + Self.part + side)
    let place = Self.place(in: drawing, from: side.count)
    #expect(try Self.hasBarsBeside(place, on: drawing) == false)
  }

  /// A stop pattern is all that light has left of the rest.
  @Test func `a few bars of an ITF's widths are a rest`() throws {
    let side = [Bool](repeating: false, count: 14) + [true, true, true, false, true]
    let drawing = Self.drawing(Self.part + side)
    #expect(try Self.hasBarsBeside(Self.place(in: drawing), on: drawing) == true)
  }

  /// Five lines 7 modules apart, and an EAN-13 with modules half as wide again.
  @Test func `bars of other widths are no rest`() throws {
    let quiet = [Bool](repeating: false, count: 12)
    let lines = (0..<5).flatMap { _ in [true] + [Bool](repeating: false, count: 7) }
    let other = Sample.modules("EAN13", "2958906276228").flatMap { [$0, $0, $0] }
    for side in [lines, other.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)] {
      let drawing = Self.drawing(Self.part + quiet + side)
      #expect(try Self.hasBarsBeside(Self.place(in: drawing), on: drawing) == false)
    }
  }

  @Test func `the bars of another symbol that is known are no rest`() throws {
    let quiet = [Bool](repeating: false, count: 12)
    let other = Array(Sample.modules("ITF", "12").dropFirst(4).dropLast(5))
    let drawing = Self.drawing(Self.part + quiet + other)
    let place = Self.place(in: drawing)
    let start = Double(Self.part.count + quiet.count) / Double(Self.part.count)
    let known = place.moved(across: start)
    let ends = ITFEnds(place, digitCount: Self.digitCount)
    let picture = try drawing.picture()
    #expect(ends.goOn(on: picture) == true)
    #expect(ends.goOn(on: picture, beside: [known, known.moved(across: 1)]) == false)
    let above = Place(corners: known.corners.map { $0 - SIMD2(0, 300) })
    #expect(ends.goOn(on: picture, beside: [above]) == true)
  }

  /// Light hides all that may follow, but is brighter than the paper.
  @Test(arguments: [(30.0, Bool?.none), (0, false)])
  func `light beyond an end may hide a rest`(more: Double, expected: Bool?) throws {
    var drawing = Self.drawing(Self.part)
    drawing.paper = 160
    let place = Self.place(in: drawing)
    var sample = drawing.sample
    let end = Int(place.corners[1].x) + 5
    for y in 0..<sample.height {
      for x in end..<sample.width {
        let level = Double(sample.pixels[y * sample.width + x]) + more
        sample.pixels[y * sample.width + x] = UInt8(min(255, level))
      }
    }
    let ends = ITFEnds(place, digitCount: Self.digitCount)
    #expect(try ends.goOn(on: sample.grey()) == expected)
  }

  @Test func `what was seen too flat tells nothing`() throws {
    let drawing = Self.drawing(Self.part)
    for (height, expected) in [(7.0, Bool?.some(false)), (3, nil)] {
      let place = Self.place(in: drawing, height: height)
      #expect(try Self.hasBarsBeside(place, on: drawing) == expected)
    }
  }

  /// Its ends may be a pixel from where they were found.
  @Test(arguments: [-1.0, 0, 1])
  func `bars are seen beside a flat place, although their direction is uncertain`(error: Double)
    throws
  {
    let pair = Array(Sample.modules("ITF", "12").dropFirst(4).dropLast(5))
    let drawing = Self.drawing(Self.part + [Bool](repeating: false, count: 9) + pair)
    var place = Self.place(in: drawing, height: 8)
    for corner in [2, 3] { place.corners[corner].x += error }
    #expect(try Self.hasBarsBeside(place, on: drawing) == true)
  }

  @Test func `where the picture ends at once, it may go on`() throws {
    for (modules, expected) in [(6.0, Bool?.some(false)), (2, nil)] {
      var drawing = Self.drawing(Self.part)
      drawing.size.width = Int(drawing.length + 2 * modules * drawing.module)
      #expect(try Self.hasBarsBeside(Self.place(in: drawing), on: drawing) == expected)
    }
  }

  /// Of a pair of digits such as 10, the first three bars and spaces are those that end an ITF.
  @Test func `a part at the edge of a photo is not sure`() throws {
    let modules = Sample.modules("ITF", String(repeating: "10", count: 14))
    let starts = [0] + modules.indices.dropFirst().filter { modules[$0] != modules[$0 - 1] }
    var partCount = 0
    for pair in 4..<12 {
      var drawing = BarDrawing(modules: modules)
      drawing.size = (Int(drawing.length) + 140, 240)
      let whole = drawing.sample
      // Behind the four bars and spaces that begin it, each pair has ten.
      let end = 70 + Int(Double(starts[4 + 10 * pair + 3] + 1) * drawing.module)
      var photo = Sample(width: end, height: whole.height)
      for y in 0..<whole.height {
        for x in 0..<end { photo.pixels[y * end + x] = whole.pixels[y * whole.width + x] }
      }
      let bytes = try #require(photo.saved(as: ".png"))
      let found = try codes(of: bytes)
      partCount += found.count
      #expect(found.allSatisfy { !$0.isSure }, "\(pair) pairs: \(found)")
    }
    #expect(partCount > 0)
  }
}
