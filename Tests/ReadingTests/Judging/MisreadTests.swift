import Cards
import CommandLineSupport
import Czxing
import Testing

@testable import PictureSupport
@testable import Reading

#if canImport(Glibc)
  import Glibc
#endif

/// Symbols damaged at random: every sure reading must be what was drawn.
@Suite struct `Misreads` {
  /// A symbology by ZXing's name, and random content for it.
  struct Kind: Sendable {
    let name: String
    let symbology: Symbology
    let make: @Sendable (inout SeededGenerator) -> String
  }

  static let kinds = [
    Kind(name: "EAN13", symbology: .ean13) { Content.retail(13, using: &$0) },
    Kind(name: "UPCA", symbology: .upcA) { Content.retail(12, using: &$0) },
    Kind(name: "EAN8", symbology: .ean8) { Content.retail(8, using: &$0) },
    Kind(name: "UPCE", symbology: .upcE) { Content.shortened(using: &$0) },
    Kind(name: "Code128", symbology: .code128) {
      Content.digits(Int.random(in: 6...14, using: &$0), using: &$0)
    },
    Kind(name: "Code128", symbology: .code128) {
      Content.characters(
        Int.random(in: 3...10, using: &$0), of: "ABCXYZabcxyz-_ 0123456789", using: &$0)
    },
    Kind(name: "Code39", symbology: .code39) {
      Content.characters(
        Int.random(in: 2...8, using: &$0), of: "ABCDEFGHIJKLMN0123456789-. $/+%", using: &$0)
    },
    Kind(name: "Code93", symbology: .code93) {
      Content.characters(
        Int.random(in: 2...8, using: &$0), of: "ABCDEFGHIJKLMN0123456789-. $/+%", using: &$0)
    },
    Kind(name: "Codabar", symbology: .codabar) {
      "A" + Content.characters(Int.random(in: 4...10, using: &$0), of: "0123456789-$", using: &$0)
        + "B"
    },
    Kind(name: "ITF", symbology: .itf) {
      Content.digits(2 * Int.random(in: 2...8, using: &$0), using: &$0)
    },
    Kind(name: "DataBarOmni", symbology: .dataBar) { Content.retail(14, using: &$0) },
    Kind(name: "DataBarLtd", symbology: .dataBarLimited) {
      Content.checked("0" + Content.digits(12, using: &$0))
    },
    Kind(name: "DataBarExp", symbology: .dataBarExpanded) {
      "(10)" + Content.characters(5, of: "ABCDEF0123456789", using: &$0)
    },
    Kind(name: "Telepen", symbology: .telepen) {
      Content.characters(5, of: "ABCDEF0123456789", using: &$0)
    },
  ]

  /// A damaged symbol.
  struct Case {
    var kind: Kind
    var text: String
    var sample: Sample
    var damage: String
  }

  /// The case for a seed.
  static func damaged(_ seed: Int) -> Case {
    var generator = SeededGenerator(seed: seed)
    let kind = kinds[seed % kinds.count]
    let text = kind.make(&generator)
    var drawing = BarDrawing(modules: Sample.modules(kind.name, text))
    drawing.module = Double.random(in: 1.8...4, using: &generator)
    drawing.degrees =
      Double.random(in: -20...20, using: &generator)
      + (Int.random(in: 0..<4, using: &generator) == 0 ? 180 : 0)
    drawing.height = Double.random(in: 30...120, using: &generator)
    drawing.size = (Int(drawing.length) + 140, Int(drawing.length * 0.35) + 200)
    drawing.seed = seed
    drawing.noise = Double.random(in: 0...15, using: &generator)
    drawing.ink = drawing.paper - Double.random(in: 60...200, using: &generator)
    drawing.blur =
      Bool.random(using: &generator)
      ? .gaussian(Double.random(in: 0.1...0.7, using: &generator))
      : .disc(Double.random(in: 0.2...1.3, using: &generator))
    var made = Case(
      kind: kind, text: text, sample: drawing.sample,
      damage: "\(drawing.blur), module \(drawing.module), \(drawing.degrees)°")
    for _ in 0..<Int.random(in: 0...2, using: &generator) {
      switch Int.random(in: 0..<6, using: &generator) {
      case 0, 1: made.damage += drawing.glare(over: &made.sample, using: &generator)
      case 2...4: made.damage += drawing.scratch(over: &made.sample, using: &generator)
      default: made.damage += drawing.cut(&made.sample, using: &generator)
      }
    }
    return made
  }

  static func report(_ seed: Int, _ damaged: Case, _ code: FoundBarcode) -> Comment {
    "seed \(seed): \(code.barcode.symbology) “\(code.barcode.text)” for \(damaged.kind.name) “\(damaged.text)”; \(damaged.damage)"
  }

  @Test func `sure readings match the drawing, however damaged`() throws {
    var sureCount = 0
    let seeds = 0..<(LongRun.isOn ? 700 : 50)
    for seed in seeds {
      let damaged = Self.damaged(seed)
      let bytes = try #require(damaged.sample.saved(as: ".png"))
      for code in try codes(of: bytes) where code.isSure {
        sureCount += 1
        #expect(Self.isDrawn(code.barcode, damaged), Self.report(seed, damaged, code))
      }
    }
    // Otherwise the damage is so heavy that the test proves nothing.
    #expect(sureCount > seeds.count / 6)
  }

  /// Light from the eleventh digit on leaves ten that look like a whole ITF, to ZXing alone.
  @Test func `the first digits of a number that a stripe of light cuts are not sure`() throws {
    let damaged = Self.damaged(555)
    let bytes = try #require(damaged.sample.saved(as: ".png"))
    let found = try codes(of: bytes)
    #expect(found.contains { damaged.text.hasPrefix($0.barcode.text) && !$0.isSure })
    #expect(found.allSatisfy { !$0.isSure })
  }

  /// To both engines, what is left beside a white stripe may look like a whole one.
  @Test func `a part of an ITF beside the rest of it is not sure`() throws {
    var partCount = 0
    let stripes = [(25, 6), (25, 15), (35, 6), (45, 6), (45, 15), (55, 6), (65, 6), (75, 6)]
    for (place, width) in stripes {
      var modules = Sample.modules("ITF", "123456789012345678901234567890")
      let start = modules.count * place / 100
      for index in start..<start + modules.count * width / 100 { modules[index] = false }
      var drawing = BarDrawing(modules: modules)
      drawing.size = (Int(drawing.length) + 140, 240)
      let bytes = try #require(drawing.sample.saved(as: ".png"))
      let found = try codes(of: bytes)
      partCount += found.count
      #expect(found.allSatisfy { !$0.isSure }, "\(width) % at \(place) %: \(found)")
    }
    #expect(partCount > 0)
  }

  /// Of a pair of digits such as 10, the first three bars and spaces are those that end an ITF.
  @Test(arguments: [0.0, 15])
  func `a part of an ITF that ends like a whole one is not sure`(degrees: Double) throws {
    let whole = Sample.modules("ITF", String(repeating: "10", count: 14))
    var starts = whole.indices.dropFirst().filter { whole[$0] != whole[$0 - 1] }
    if whole[0] { starts.insert(0, at: 0) }
    var partCount = 0
    for pair in 4..<12 {
      var modules = whole
      // Behind the four bars and spaces that begin it, each pair has ten.
      let end = starts[4 + 10 * pair + 3]
      for index in end..<min(end + 9, modules.count) { modules[index] = false }
      var drawing = BarDrawing(modules: modules, degrees: degrees)
      drawing.size = (Int(drawing.length) + 140, 480)
      let bytes = try #require(drawing.sample.saved(as: ".png"))
      let found = try codes(of: bytes)
      partCount += found.count
      #expect(found.allSatisfy { !$0.isSure }, "\(pair) pairs: \(found)")
    }
    #expect(partCount > 0)
  }

  /// Whether a code matches the drawing; check characters that a kind leaves optional count as content.
  static func isDrawn(_ barcode: Barcode, _ damaged: Case) -> Bool {
    let text = String(decoding: barcode.bytes, as: UTF8.self)
    switch damaged.kind.symbology {
    case .upcE: return barcode.symbology == .upcE && text.dropLast() == damaged.text[...]
    case .ean13, .upcA:
      return [.ean13, .upcA].contains(barcode.symbology) && damaged.text.hasSuffix(text)
    case .dataBar, .dataBarLimited: return text.hasSuffix(damaged.text)
    case .dataBarExpanded: return text == damaged.text.filter { !"()".contains($0) }
    default: return barcode.symbology == damaged.kind.symbology && text == damaged.text
    }
  }
}
