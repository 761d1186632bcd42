import Cards
import Testing
import Wallet

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

  @Test func `nothing is wrong with a clear frame`() {
    #expect(ScanHint(Self.reading()) == nil)
    #expect(ScanHint(Self.reading(from: 400, to: 900)) == nil)
  }

  @Test func `more light comes first`() {
    #expect(ScanHint(Self.reading(FrameMeasures(brightness: 20, lightLevel: 60))) == .light)
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
    // A matrix code is never a candidate.
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
    let found = FoundBarcode(barcode: .ean13("5901234123457"), position: [])
    reading.codes = [LiveReading.Code(found: found, confidence: 1)]
    #expect(ScanHint(reading) == nil)
  }
}

extension FrameMeasures {
  fileprivate static let clear = FrameMeasures(
    sharpness: 0.6, contrast: 120, brightness: 120, darkLevel: 20, lightLevel: 220, glareShare: 0)
}
