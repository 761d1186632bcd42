import Cards
import Czxing
import Testing

@testable import PictureSupport
@testable import Reading

@Suite struct `Straightening` {
  /// How a QR Code is placed on the picture.
  struct Bend: Sendable, CustomTestStringConvertible {
    var text: String
    /// How far waves displace a point, in modules.
    var wave: Double
    var isInverted = false
    var isMirrored = false
    var testDescription: String {
      "\(text.utf8.count) bytes, waves of \(wave)\(isInverted ? ", inverted" : "")\(isMirrored ? ", mirrored" : "")"
    }
  }

  static let long = String(repeating: "https://example.org/card/0815 ", count: 4)

  @Test(arguments: [
    Bend(text: "CARD 0815", wave: 0), Bend(text: "https://example.org/card/0815", wave: 1),
    Bend(text: "https://example.org/card/0815", wave: 1, isInverted: true),
    Bend(text: "https://example.org/card/0815", wave: 1, isMirrored: true),
    Bend(text: Self.long, wave: 0.6),
  ])
  func `a bent QR Code is redrawn flat`(bend: Bend) throws {
    let module = 5
    let flat = Sample(ZXing_BarcodeFormat_QRCode, bend.text, scale: module, width: 400, height: 400)
    guard
      let picture = GreyPicture(
        width: 400, height: 400,
        shade: { x, y in
          let across = Wave.shift(Double(y), wave: bend.wave * Double(module))
          let down = Wave.shift(Double(x) + 60, wave: bend.wave * Double(module))
          let column = min(max(x + Int(across.rounded()), 0), 399)
          let row = min(max(y + Int(down.rounded()), 0), 399)
          let value = flat.pixels[row * 400 + (bend.isMirrored ? 399 - column : column)]
          return bend.isInverted ? 255 - value : value
        })
    else {
      Issue.record("no memory")
      return
    }
    let engine = try ZXingEngine(symbologies: [.qrCode], effort: .thorough)
    var texts: [String] = []
    QRStraightener().straighten(picture) { drawing, place in
      let found = engine.read(drawing)
      texts += found.map(\.barcode.text)
      #expect(length(SIMD2<Float>(place.centre) - 200) < Float(module * 3))
      return !found.isEmpty
    }
    #expect(texts == [bend.text])
    // Otherwise the bend does not need a mesh.
    if bend.wave > 0 { #expect(engine.read(picture).isEmpty) }
  }

  @Test(arguments: [
    (7, [6, 22, 38]), (32, [6, 34, 60, 86, 112, 138]), (36, [6, 24, 50, 76, 102, 128, 154]),
    (40, [6, 30, 58, 86, 114, 142, 170]),
  ])
  func `alignment patterns are where the standard puts them`(version: Int, steps: [Int]) {
    let found = QRLayout(version: version).alignments
    #expect(Set(found.map(\.row)) == Set(steps))
    #expect(found.count == steps.count * steps.count - 3)
  }

  @Test(arguments: [0, 1, 2, 3], [60, 120])
  func `a PDF417 without its start is read from its stop`(quarters: Int, cut: Int) throws {
    let texts = try completed(cut: cut, quarters: quarters)
    #expect(texts == ["MEMBER 0815 4711"])
  }

  @Test func `a PDF417 that lost too much is not guessed`() throws {
    #expect(try completed(cut: 260, quarters: 0) == [])
  }

  /// The result when `cut` pixels, at two per module, are missing at the left of a symbol.
  private func completed(cut: Int, quarters: Int) throws -> [String] {
    let symbol = Sample.drawn(
      ZXing_BarcodeFormat_PDF417, "MEMBER 0815 4711", scale: 2,
      options: "ecLevel=5,columns=6,rows=16")
    let (width, height) = (symbol.width - cut, symbol.height)
    let isLying = quarters % 2 == 1
    guard
      let picture = GreyPicture(
        width: isLying ? height : width, height: isLying ? width : height,
        shade: { x, y in
          let (column, row) =
            switch quarters {
            case 0: (x, y)
            case 1: (y, height - 1 - x)
            case 2: (width - 1 - x, height - 1 - y)
            default: (width - 1 - y, x)
            }
          return symbol.pixels[row * symbol.width + column + cut]
        })
    else {
      Issue.record("no memory")
      return []
    }
    let engine = try ZXingEngine(symbologies: [.pdf417], effort: .thorough)
    #expect(engine.read(picture).isEmpty)
    var texts: [String] = []
    PDF417Completer().complete(picture) { drawing, _ in
      let found = engine.read(drawing)
      texts += found.map(\.barcode.text)
      return !found.isEmpty
    }
    return texts
  }

  /// Waves like those of cloth: two whose lengths are not multiples of each other.
  private enum Wave {
    static func shift(_ at: Double, wave: Double) -> Double {
      (sine(at / 180) * 0.7 + sine(at / 110) * 0.3) * wave
    }

    /// A parabolic approximation of a sine, one wave per unit.
    private static func sine(_ turns: Double) -> Double {
      let part = turns - turns.rounded(.down)
      return part < 0.5 ? 16 * part * (0.5 - part) : -16 * (part - 0.5) * (1 - part)
    }
  }
}
