import Cards
import CommandLineSupport
import Czxing
import Testing

@testable import PictureSupport
@testable import Reading

/// The two or five digits beside a number, which have bars of their own.
@Suite struct `Add-ons` {
  static let number = "9780441014989"

  static func modules(_ digits: String) throws -> [Bool] {
    let symbol = try #require(AddOnSymbol(digits))
    var modules = [Bool](repeating: false, count: symbol.layout.moduleCount)
    for bar in symbol.bars { for module in bar.start..<bar.end { modules[module] = true } }
    return modules
  }

  /// A number with an add-on beside it.
  static func drawing(_ digits: String, gain: Double = 0, module: Double = 3) throws -> BarDrawing {
    let gap = [Bool](repeating: false, count: 9)
    var drawing = BarDrawing(
      modules: Sample.modules("EAN13", number) + gap + (try modules(digits)), module: module)
    drawing.gain = gain
    drawing.height = 60
    drawing.size = (Int(drawing.length) + 120, 120)
    return drawing
  }

  @Test(arguments: [
    ("05", "10110001101010111001"), ("12", "10110011001010010011"), ("18", "10110110011010110111"),
    ("27", "10110011011010010001"), ("52495", "10110111001010010011010011101010001011010110001"),
    ("90000", "10110001011010100111010001101010100111010001101"),
  ])
  func `an add-on has the bars of the standard`(digits: String, bits: String) throws {
    #expect(try Self.modules(digits) == bits.map { $0 == "1" })
  }

  @Test(arguments: ["", "1", "123", "123456", "+1", "1a", "1٢"])
  func `there is no symbol of anything else`(digits: String) {
    #expect(AddOnSymbol(digits) == nil)
  }

  @Test func `all other pairs of digits are rivals`() throws {
    let symbol = try #require(AddOnSymbol("18"))
    let rivals = symbol.rivals([Float](repeating: 5, count: 60))
    #expect(rivals.count == 99 && !rivals.contains(symbol))
  }

  @Test func `of five digits, those that cost least are, and swaps with the same sets`() throws {
    let symbol = try #require(AddOnSymbol("11228"))
    var costs = [Float](repeating: 1, count: 150)
    for (index, own) in symbol.characters.enumerated() {
      let swapped = try #require(RetailSymbol.ambiguous[own % 10])
      (costs[index * 30 + own], costs[index * 30 + own / 10 * 10 + swapped]) = (0, 1_000)
    }
    let rivals = symbol.rivals(costs)
    // The sum that gives the sets is 60, and 150.
    #expect(rivals.contains(try #require(AddOnSymbol("77828"))))
    #expect(rivals.count < 120 && !rivals.contains(symbol))
  }

  @Test(arguments: ["27", "05", "52495"], [-0.4, -0.2, 0.0])
  func `an add-on that is clearly seen is sure`(digits: String, gain: Double) throws {
    let bytes = try #require(try Self.drawing(digits, gain: gain).sample.saved(as: ".png"))
    let found = try codes(of: bytes)
    #expect(found.map(\.barcode.traits.addOn) == [digits])
    #expect(found.map(\.isSure) == [true])
  }

  @Test func `no add-on but the one that is drawn leads`() throws {
    let drawing = try Self.drawing("27")
    let picture = try drawing.picture()
    let low = SIMD2(60 + 104 * drawing.module, 30.0)
    let high = SIMD2(60 + drawing.length, 90.0)
    let place = Place(
      corners: [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)])
    for digits in ["27", "17", "28", "05"] {
      let symbol = try #require(AddOnSymbol(digits))
      let known = AddOnReader().compare(symbol, at: place, on: picture)
      let lead = try #require(known).lead
      #expect(digits == "27" ? lead >= RivalReader.clear : lead <= 0, "\(digits): \(lead)")
    }
  }

  @Test func `thin and thick bars never make another add-on sure`() throws {
    var sureCount = 0
    for seed in 0..<(LongRun.isOn ? 400 : 40) {
      var generator = SeededGenerator(seed: seed)
      let digits = Content.characters(2, of: "1728", using: &generator)
      var drawing = try Self.drawing(
        digits, gain: Double.random(in: -0.6...0.6, using: &generator),
        module: Double.random(in: 1.4...2.6, using: &generator))
      drawing.blur = .gaussian(Double.random(in: 0.1...0.5, using: &generator))
      drawing.noise = 8
      drawing.seed = seed
      let bytes = try #require(drawing.sample.saved(as: ".png"))
      for code in try codes(of: bytes) where code.isSure {
        guard let addOn = code.barcode.traits.addOn else { continue }
        sureCount += 1
        #expect(addOn == digits, "seed \(seed)")
      }
    }
    #expect(sureCount > 5)
  }
}
