import Cards
import CommandLineSupport
import Czxing
import Testing

@testable import PictureSupport
@testable import Reading

@Suite struct `Symbols out of focus` {
  /// A number and how it is placed on the picture.
  struct Blurring: Sendable, CustomTestStringConvertible {
    var number: String
    var blur: BarDrawing.Blur
    var degrees = 0.0
    var module = 3.0
    var testDescription: String { "\(number), \(blur), \(degrees)°, \(module) px" }

    var drawing: BarDrawing {
      BarDrawing(
        modules: Sample.modules(number.count == 13 ? "EAN13" : "UPCA", number), module: module,
        degrees: degrees, blur: blur, size: (560, 400), noise: 2)
    }
  }

  static let cases = [
    Blurring(number: "5901234123457", blur: .disc(1.8)),
    Blurring(number: "4006381333931", blur: .disc(2), degrees: 180),
    Blurring(number: "9780441014989", blur: .gaussian(1), degrees: 4),
    Blurring(number: "036000291452", blur: .disc(1.9), degrees: -6),
    Blurring(number: "725272730706", blur: .disc(2.2), degrees: 184),
    Blurring(number: "5901234123457", blur: .disc(2), degrees: 90),
    Blurring(number: "7622210449283", blur: .disc(1.8), degrees: 30, module: 2),
    Blurring(number: "0012345678905", blur: .disc(2), module: 4.5),
  ]

  @Test(arguments: cases)
  func `a number that neither engine reads is read and sure`(blurring: Blurring) throws {
    let sample = blurring.drawing.sample
    let picture = try sample.grey()
    let engines = try Engines(symbologies: Set(Symbology.allCases))
    let seen = engines.thorough.read(picture) + (engines.zbar?.read(picture) ?? [])
    #expect(seen.isEmpty)
    let bytes = try #require(sample.saved(as: ".png"))
    let codes = try ReadingTests.codes(of: bytes)
    let isUPC = blurring.number.count == 12 || blurring.number.hasPrefix("0")
    #expect(codes.map(\.barcode.text) == [String(blurring.number.suffix(isUPC ? 12 : 13))])
    #expect(codes.map(\.barcode.symbology) == [isUPC ? .upcA : .ean13])
    #expect(codes.map(\.isSure) == [true])
  }

  @Test(arguments: [0.0, 180, 40])
  func `the corners begin where the number does`(degrees: Double) throws {
    let drawing = Blurring(number: "5901234123457", blur: .disc(1.9), degrees: degrees).drawing
    let picture = try drawing.picture()
    let found = findings(on: picture, at: drawing.region)
    let finding = try #require(found.first)
    for (corner, expected) in zip(finding.place.corners, drawing.region.corners) {
      let off = corner - expected
      #expect((off * off).sum().squareRoot() < 40, "\(corner) should be \(expected)")
    }
  }

  // MARK: Other content

  /// Content for symbols that are not EAN-13.
  static let others: [(name: String, make: @Sendable (inout SeededGenerator) -> String)] = [
    ("Code128", { Content.digits(Int.random(in: 8...16, using: &$0), using: &$0) }),
    ("Code128", { Content.characters(7, of: "ABCDEFGHabcdefgh-0123", using: &$0) }),
    ("ITF", { Content.digits(2 * Int.random(in: 4...8, using: &$0), using: &$0) }),
    ("Code39", { Content.characters(5, of: "ABCDEF0123456789-", using: &$0) }),
    ("Code93", { Content.characters(7, of: "ABCDEF0123456789-", using: &$0) }),
    ("Codabar", { "A" + Content.digits(8, using: &$0) + "B" }),
    ("EAN8", { Content.retail(8, using: &$0) }),
    ("UPCE", { Content.shortened(using: &$0) }),
    ("DataBarOmni", { Content.retail(14, using: &$0) }),
  ]

  /// Blurred, slanted and worn at random.
  func drawing(_ modules: [Bool], using generator: inout SeededGenerator) -> BarDrawing {
    var drawing = BarDrawing(modules: modules, size: (620, 300))
    drawing.module = Double.random(in: 1.6...3.4, using: &generator)
    drawing.degrees = Double.random(in: -8...8, using: &generator)
    drawing.noise = Double.random(in: 0...12, using: &generator)
    drawing.ink = Double.random(in: 20...150, using: &generator)
    drawing.seed = Int.random(in: 0...1 << 30, using: &generator)
    drawing.blur =
      Bool.random(using: &generator)
      ? .gaussian(Double.random(in: 0.1...1.5, using: &generator))
      : .disc(Double.random(in: 0.2...3, using: &generator))
    return drawing
  }

  /// The findings where bars were located, or at `place` if they are too blurred for that.
  func findings(on picture: borrowing GreyPicture, at place: BarRegion) -> [Finding] {
    let located = picture.firstBars
    return BlurredReader().findings(of: located ?? place, on: picture)
  }

  @Test func `random stripes never give a number`() throws {
    for seed in 0..<(LongRun.isOn ? 1_000 : 20) {
      var generator = SeededGenerator(seed: seed)
      let modules = Content.stripes(Int.random(in: 60...140, using: &generator), using: &generator)
      let drawing = drawing(modules, using: &generator)
      let picture = try drawing.picture()
      let found = findings(on: picture, at: drawing.region)
      #expect(
        found.map(\.barcode.text).isEmpty,
        "seed \(seed): \(found.map(\.barcode.text)), \(drawing.blur)")
    }
  }

  @Test func `other symbols never give a number`() throws {
    for seed in 0..<(LongRun.isOn ? 1_000 : 20) {
      var generator = SeededGenerator(seed: seed)
      let (name, make) = Self.others[seed % Self.others.count]
      let text = make(&generator)
      let drawing = drawing(Sample.modules(name, text), using: &generator)
      let picture = try drawing.picture()
      let found = findings(on: picture, at: drawing.region)
      #expect(
        found.map(\.barcode.text).isEmpty,
        "seed \(seed), \(name) \(text): \(found.map(\.barcode.text)), \(drawing.blur)")
    }
  }

  @Test func `an EAN-13 gives its own number or none, however blurred`() throws {
    var readCount = 0
    let count = LongRun.isOn ? 1_000 : 30
    for seed in 0..<count {
      var generator = SeededGenerator(seed: seed)
      let number = Content.retail(13, using: &generator)
      let drawing = drawing(Sample.modules("EAN13", number), using: &generator)
      let picture = try drawing.picture()
      let found = findings(on: picture, at: drawing.region)
      for finding in found {
        readCount += 1
        #expect(number.hasSuffix(finding.barcode.text), "seed \(seed), \(drawing.blur)")
      }
    }
    #expect(readCount > count / 2)
  }

  // MARK: Confirming

  func barcode(_ number: String) -> Barcode {
    Barcode(
      symbology: number.count == 13 ? .ean13 : .upcA, bytes: Array(number.utf8), text: number,
      traits: SymbolTraits())
  }

  /// Numbers that differ in two digits whose changes cancel out in the check sum.
  func relatives(of number: String) -> [String] {
    let digits = number.utf8.map { Int($0) - 48 }
    return (0..<digits.count - 2).map { place in
      var changed = digits
      // Digits two places apart have the same weight.
      changed[place] = (digits[place] + 1) % 10
      changed[place + 2] = (digits[place + 2] + 9) % 10
      return String(decoding: changed.map { UInt8($0 + 48) }, as: UTF8.self)
    }
  }

  @Test(arguments: cases)
  func `only the number that is drawn is confirmed`(blurring: Blurring) throws {
    let drawing = blurring.drawing
    let picture = try drawing.picture()
    let located = picture.firstBars
    let region = try #require(located)
    let reader = BlurredReader()
    let count = reader.bandsConfirming(barcode(blurring.number), in: region, on: picture)
    #expect(count >= 3)
    for other in relatives(of: blurring.number) {
      #expect(CheckDigit.isValidGS1(Array(other.utf8)))
      let bands = reader.bandsConfirming(barcode(other), in: region, on: picture)
      #expect(bands == 0, "\(other)")
    }
  }

  @Test func `only EAN-13 and UPC-A are confirmed`() throws {
    let drawing = Self.cases[0].drawing
    let picture = try drawing.picture()
    let reader = BlurredReader()
    for symbology in [Symbology.ean8, .code128, .itf] {
      var other = barcode("5901234123457")
      other.symbology = symbology
      let bands = reader.bandsConfirming(other, in: drawing.region, on: picture)
      #expect(bands == 0)
    }
    let bands = reader.bandsConfirming(barcode("59012341234"), in: drawing.region, on: picture)
    #expect(bands == 0)
  }
}
