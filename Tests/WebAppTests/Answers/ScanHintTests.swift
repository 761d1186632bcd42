import Cards
import Testing

@testable import WebApp

/// What is told to a person whose card cannot be read yet.
@Suite struct ScanHintTests {
  private static func reading(
    _ measures: FrameMeasures = .clear, from left: Int? = nil, to right: Int = 0
  ) -> LiveReading {
    var reading = LiveReading(width: 1_280, height: 720, measures: measures)
    if let left {
      reading.candidate = [(left, 300), (right, 300), (right, 400), (left, 400)].map {
        FoundBarcode.Point(x: $0.0, y: $0.1)
      }
    }
    return reading
  }

  /// A frame with a matrix symbol that was located but not read.
  private static func matrix(
    _ measures: FrameMeasures = .clear, side: Int, at corner: (x: Int, y: Int) = (300, 40)
  ) -> LiveReading {
    var reading = Self.reading(measures)
    reading.candidate = [(0, 0), (side, 0), (side, side), (0, side)].map {
      FoundBarcode.Point(x: corner.x + $0.0, y: corner.y + $0.1)
    }
    return reading
  }

  @Test func `a matrix code has hints of its own size and place`() {
    #expect(ScanHint(Self.matrix(side: 90)) == .closer)
    // As wide, bars would be too small.
    #expect(ScanHint(Self.matrix(side: 200)) == nil)
    #expect(ScanHint(Self.reading(from: 400, to: 600)) == .closer)
    #expect(ScanHint(Self.matrix(side: 300, at: (985, 40))) == .inside)
    var unsharp = FrameMeasures.clear
    unsharp.sharpness = 0.1
    #expect(ScanHint(Self.matrix(unsharp, side: 300)) == .still)
    let tall = LiveReading(
      width: 720, height: 720, measures: unsharp, candidate: Self.matrix(side: 500).candidate)
    #expect(ScanHint(tall) == .inside)
    var near = tall
    near.candidate = Self.matrix(side: 600, at: (60, 60)).candidate
    #expect(ScanHint(near) == .back)
    var glaring = FrameMeasures.clear
    glaring.glareShare = 0.1
    #expect(ScanHint(Self.matrix(glaring, side: 300)) == .tilt)
  }

  @Test func `nothing is wrong with a clear frame`() {
    #expect(ScanHint(Self.reading()) == nil)
    #expect(ScanHint(Self.reading(from: 400, to: 900)) == nil)
  }

  @Test func `more light comes first`() {
    var dark = Self.reading(FrameMeasures(brightness: 20, lightLevel: 60))
    #expect(ScanHint(dark) == .light)
    // A frame with a key, which is no code, was not measured.
    dark.holdsKey = true
    #expect(ScanHint(dark) == nil)
  }

  @Test func `a small code comes closer, a cut one inside`() {
    #expect(ScanHint(Self.reading(from: 600, to: 700)) == .closer)
    #expect(ScanHint(Self.reading(from: 2, to: 700)) == .inside)
    #expect(ScanHint(Self.reading(from: 500, to: 1_278)) == .inside)
  }

  @Test func `what is unsharp is held still, or further away if it is large`() {
    var unsharp = FrameMeasures.clear
    unsharp.sharpness = 0.1
    #expect(ScanHint(Self.reading(unsharp, from: 400, to: 800)) == .still)
    #expect(ScanHint(Self.reading(unsharp, from: 100, to: 1_150)) == .back)
    // What is not located at all.
    #expect(ScanHint(Self.reading(unsharp)) == .still)
    // Without contrast, noise was measured.
    unsharp.contrast = 5
    #expect(ScanHint(Self.reading(unsharp)) == nil)
    #expect(ScanHint(Self.reading(unsharp, from: 400, to: 800)) == nil)
  }

  @Test func `a mirrored lamp is tilted away, white paper is not`() {
    var glaring = FrameMeasures.clear
    glaring.glareShare = 0.1
    #expect(ScanHint(Self.reading(glaring, from: 400, to: 800)) == .tilt)
    glaring.brightness = 220
    #expect(ScanHint(Self.reading(glaring, from: 400, to: 800)) == nil)
  }

  @Test func `a sure code needs no hint`() {
    var reading = Self.reading(FrameMeasures(brightness: 20, lightLevel: 60))
    let found = FoundBarcode(
      barcode: Barcode(
        symbology: .ean13, bytes: Array("5901234123457".utf8), text: "5901234123457"), position: [])
    reading.codes = [LiveReading.Code(found: found, confidence: 1)]
    #expect(ScanHint(reading) == nil)
  }
}

extension FrameMeasures {
  fileprivate static let clear = FrameMeasures(
    sharpness: 0.6, contrast: 120, brightness: 120, darkLevel: 20, lightLevel: 220, glareShare: 0)
}
