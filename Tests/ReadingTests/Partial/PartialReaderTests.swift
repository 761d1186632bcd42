import Cards
import CommandLineSupport
import Testing

@testable import PictureSupport
@testable import Reading

@Suite struct `Codes read in part` {
  /// A number of which some digits are hidden.
  struct Hiding: Sendable, CustomTestStringConvertible {
    var number: String
    /// The hidden digits, by their places in the number.
    var hidden: ClosedRange<Int>
    /// Grey that covers them; `nil` smears them along the scan line.
    var shade: UInt8?
    var degrees = 0.0
    var blur = BarDrawing.Blur.none
    var testDescription: String {
      "\(number) without \(hidden), \(shade.map { "grey \($0)" } ?? "smeared"), \(degrees)°, \(blur)"
    }

    var format: String {
      switch number.count {
      case 13: "EAN13"
      case 12: "UPCA"
      default: "EAN8"
      }
    }

    var layout: RetailLayout { number.count == 8 ? .ean8 : .ean13 }

    var drawing: BarDrawing {
      BarDrawing(
        modules: Sample.modules(format, number), degrees: degrees, blur: blur, size: (560, 560),
        noise: 3)
    }

    /// The drawing with the digits hidden along the whole of the bars.
    var sample: Sample {
      let drawing = drawing
      var sample = drawing.sample
      let starts = layout.left + layout.right
      // The first digit of EAN-13 has no bars of its own.
      let skipped = number.count - layout.digitCount
      let low = Double(starts[hidden.lowerBound - skipped])
      let high = Double(starts[hidden.upperBound - skipped] + 7)
      func place(_ x: Int, _ y: Int) -> Double {
        let offset = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - drawing.centre
        return (offset * drawing.across).sum() / drawing.module + Double(drawing.modules.count) / 2
      }
      let reach = 3 * drawing.module
      for y in 0..<sample.height {
        for x in 0..<sample.width where (low..<high).contains(place(x, y)) {
          sample.pixels[y * sample.width + x] =
            shade
            ?? {
              let levels = stride(from: -reach, through: reach, by: 1).map { way in
                let near = SIMD2(Double(x), Double(y)) + drawing.across * way
                return Int(drawing.level(at: near))
              }
              return UInt8(levels.reduce(0, +) / levels.count)
            }()
        }
      }
      return sample
    }
  }

  static let cases = [
    Hiding(number: "5901234123457", hidden: 9...10, shade: 225),
    Hiding(number: "5901234123457", hidden: 3...3, shade: 40),
    Hiding(number: "4006381333931", hidden: 8...9, degrees: 180),
    Hiding(number: "9780441014989", hidden: 2...3, shade: 130, degrees: 12),
    Hiding(number: "036000291452", hidden: 7...9, shade: 225, degrees: -6),
    Hiding(number: "725272730706", hidden: 2...3, blur: .disc(0.8)),
    Hiding(number: "7622210449283", hidden: 10...11, shade: 225, degrees: 90, blur: .disc(0.6)),
    Hiding(number: "96385074", hidden: 1...1, shade: 225),
    Hiding(number: "96385074", hidden: 5...6, blur: .disc(0.5)),
  ]

  @Test(arguments: cases)
  func `hidden digits are unsure, and what is sure is right`(hiding: Hiding) throws {
    let symbologies: Set<Symbology> = hiding.number.count == 8 ? [.ean8] : [.ean13, .upcA]
    let reader = try #require(PartialReader(symbologies: symbologies))
    let picture = try hiding.sample.grey()
    let found = reader.reading(of: hiding.drawing.region, on: picture)
    let reading = try #require(found)
    let pairs = Array(zip(reading.pattern, hiding.number))
    #expect(reading.pattern.count == hiding.number.count)
    #expect(pairs.allSatisfy { $0 == "?" || $0 == $1 }, "\(reading.pattern)")
    #expect(hiding.hidden.allSatisfy { pairs[$0].0 == "?" }, "\(reading.pattern)")
    // A digit beside a hidden one may go with it, and so may the first, which the left half tells.
    #expect(pairs.count { $0.0 == "?" } <= hiding.hidden.count + 3, "\(reading.pattern)")
  }

  @Test(arguments: cases.prefix(3))
  func `a page says what could be read, and nothing is sure`(hiding: Hiding) throws {
    let bytes = try #require(hiding.sample.saved(as: ".png"))
    let page = try #require(try pages(of: bytes).first)
    #expect(page.codes.allSatisfy { !$0.isSure })
    let partial = try #require(page.partialCodes.first)
    #expect(page.partialCodes.count == 1)
    #expect(partial.isWithinBounds && partial.position.count == 4)
    #expect(zip(partial.pattern, hiding.number).allSatisfy { $0 == "?" || $0 == $1 })
  }

  @Test(arguments: ["5901234123457", "036000291452", "96385074"])
  func `a whole code leaves nothing to read in part`(number: String) throws {
    let hiding = Hiding(number: number, hidden: 1...1)
    let bytes = try #require(hiding.drawing.sample.saved(as: ".png"))
    let page = try #require(try pages(of: bytes).first)
    #expect(page.codes.map(\.barcode.text) == [number])
    #expect(page.partialCodes.isEmpty)
  }

  @Test func `kinds that were not asked for are not read in part`() {
    #expect(PartialReader(symbologies: [.qrCode, .code128]) == nil)
  }

  // MARK: What is no number

  /// Symbols that are no EAN, and stripes.
  static let others: [(name: String, make: @Sendable (inout SeededGenerator) -> [Bool])] = [
    ("stripes", { Content.stripes(Int.random(in: 60...140, using: &$0), using: &$0) }),
    ("Code 128", { Sample.modules("Code128", Content.digits(12, using: &$0)) }),
    ("Code 39", { Sample.modules("Code39", Content.digits(5, using: &$0)) }),
    ("ITF", { Sample.modules("ITF", Content.digits(14, using: &$0)) }),
    ("Codabar", { Sample.modules("Codabar", "A" + Content.digits(8, using: &$0) + "B") }),
  ]

  @Test(arguments: others.indices)
  func `bars of something else give nothing`(kind: Int) throws {
    let reader = try #require(PartialReader(symbologies: [.ean13, .upcA, .ean8]))
    for seed in 0..<(LongRun.isOn ? 300 : 30) {
      var generator = SeededGenerator(seed: seed)
      var drawing = BarDrawing(modules: Self.others[kind].make(&generator), size: (620, 300))
      drawing.module = Double.random(in: 1.6...3.4, using: &generator)
      drawing.noise = Double.random(in: 0...12, using: &generator)
      drawing.seed = seed
      drawing.blur = .disc(Double.random(in: 0.2...1.5, using: &generator))
      let found = reader.reading(of: drawing.region, on: try drawing.picture())
      #expect(found?.pattern == nil, "\(Self.others[kind].name), seed \(seed)")
    }
  }
}

extension BarDrawing {
  /// Grey level at a point, without noise and blur.
  fileprivate func level(at point: SIMD2<Double>) -> Double {
    let offset = point + 0.5 - centre
    let along = SIMD2(-across.y, across.x)
    let place = (offset * across).sum() / module + Double(modules.count) / 2
    guard abs((offset * along).sum()) < height / 2, place >= 0, Int(place) < modules.count,
      modules[Int(place)]
    else { return paper }
    return ink
  }
}
