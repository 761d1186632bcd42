import Cards
import Czxing
import Testing

@testable import PictureSupport
@testable import Reading

@Suite struct `Print below bars` {
  static let numbers = [
    "5901234123457", "4006381333931", "9780441014989", "7622210449283", "8934563107161",
  ]

  /// A symbol with its number below, and where an engine sees it.
  private static func printed(
    _ number: String, upsideDown: Bool = false
  ) throws -> (sample: Sample, place: Place) {
    var sample = Sample(width: 640, height: 480)
    let format =
      number.utf8.count == 12 ? ZXing_BarcodeFormat_UPCA : ZXing_BarcodeFormat_EAN13
    let symbol = Sample.drawn(format, number, isPrinted: true)
    sample.lay(symbol, x: (640 - symbol.width) / 2, y: (480 - symbol.height) / 2)
    if upsideDown { sample.pixels.reverse() }
    let bytes = try #require(sample.saved(as: ".png"))
    let found = try codes(of: bytes).first
    let code = try #require(found)
    return (
      sample, Place(corners: code.position.map { SIMD2(Double($0.x), Double($0.y)) })
    )
  }

  private static func symbol(_ number: String) throws -> RetailSymbol {
    try #require(
      RetailSymbol(
        Barcode(symbology: .ean13, bytes: Array(number.utf8), text: number, traits: .init())))
  }

  @Test(arguments: numbers, [false, true])
  func `every digit is read, upright and upside down`(number: String, isTurned: Bool) throws {
    let (sample, place) = try Self.printed(number, upsideDown: isTurned)
    let picture = try sample.grey()
    let print = PrintReader().reading(at: place, on: picture)
    let reading = try #require(print)
    #expect(reading.legibleCount == 12)
    #expect((1...12).map { String(reading.best(in: $0).digit) }.joined() == number.dropFirst())
    let costs = reading.costs(isUPC: false)
    let own = try Self.symbol(number).characters.enumerated()
      .map { costs[$0.offset * 30 + $0.element] }
    #expect(own.allSatisfy { $0 == 0 })
  }

  /// The same as on a bottle that stands askew.
  @Test(arguments: numbers)
  func `print is followed where bars lean, and end on a curve`(number: String) throws {
    let (flat, place) = try Self.printed(number)
    func bent(_ point: SIMD2<Double>) -> SIMD2<Double> {
      let off = (point.x - 320) / 160
      return SIMD2(point.x + (point.y - 240) * 0.1, point.y + 8 * off * off)
    }
    var sample = flat
    for y in 0..<flat.height {
      for x in 0..<flat.width {
        let off = (Double(x) - 320 - (Double(y) - 240) * 0.1) / 160
        let row = Double(y) - 8 * off * off
        let column = Double(x) - (row - 240) * 0.1
        let (c, r) = (Int(column.rounded()), Int(row.rounded()))
        guard 0..<flat.width ~= c, 0..<flat.height ~= r else { continue }
        sample.pixels[y * flat.width + x] = flat.pixels[r * flat.width + c]
      }
    }
    let picture = try sample.grey()
    let print = PrintReader().reading(at: Place(corners: place.corners.map(bent)), on: picture)
    let reading = try #require(print)
    #expect((1...12).map { String(reading.best(in: $0).digit) }.joined() == number.dropFirst())
  }

  /// The bars of its first and last digit are as long as its guards.
  @Test(arguments: [
    "181497000879", "049000042566", "012546619592", "605482330012", "071831007995",
  ])
  func `the print of a UPC-A is followed where bars end on a curve`(number: String) throws {
    let (flat, place) = try Self.printed(number)
    func lift(_ x: Double) -> Double {
      let off = (x - 320) / 160
      return 12 * off * off
    }
    let sample = flat.remapped(width: flat.width, height: flat.height) { x, y in
      (x, min(flat.height - 1, max(0, y - Int(lift(Double(x)).rounded()))))
    }
    let picture = try sample.grey()
    let bent = Place(corners: place.corners.map { SIMD2($0.x, $0.y + lift($0.x)) })
    let print = PrintReader().reading(at: bent, on: picture)
    let reading = try #require(print)
    let digits = (2...11).map { String(reading.best(in: $0).digit) }.joined()
    #expect(digits == number.dropFirst().dropLast())
  }

  @Test func `print speaks against another number`() throws {
    let (sample, place) = try Self.printed(Self.numbers[0])
    let picture = try sample.grey()
    let print = PrintReader().reading(at: place, on: picture)
    let costs = try #require(print).costs(isUPC: false)
    for other in Self.numbers.dropFirst() {
      let worst = try Self.symbol(other).characters.enumerated()
        .map { costs[$0.offset * 30 + $0.element] }.max()
      #expect(try #require(worst) >= RivalReader.clear)
    }
  }

  @Test func `bars without print, and other bars below, say nothing`() throws {
    let drawing = BarDrawing(modules: BarDrawing.ean13, size: (600, 400))
    let bare = try drawing.picture()
    let place = Place(corners: drawing.region.corners)
    #expect(PrintReader().reading(at: place, on: bare).map(\.legibleCount) ?? 0 < 8)
    let tall = BarDrawing(modules: BarDrawing.ean13, height: 380, size: (600, 400))
    let picture = try tall.picture()
    #expect(PrintReader().reading(at: place, on: picture).map(\.legibleCount) ?? 0 < 8)
  }
}
