import Cards
import CommandLineSupport
import Czxing
import Foundation
import Reading
import Testing

@testable import PictureSupport

/// Numbers that a swap of ambiguous digits makes others, with bars that are too thick or too thin.
@Suite struct `Thick and thin bars` {
  static let swaps: [Character: Character] = ["1": "7", "7": "1", "2": "8", "8": "2"]

  /// A number that stays valid when all of its ambiguous digits are swapped, except an implied first one.
  static func number(_ count: Int, using generator: inout SeededGenerator) -> String {
    while true {
      let drawn = Content.characters(count - 1, of: "1172280345678912", using: &generator)
      let number = Content.checked(drawn)
      let kept = count == 13 ? 1 : 0
      let swapped = String(number.prefix(kept) + number.dropFirst(kept).map { swaps[$0] ?? $0 })
      if swapped != number, Content.checked(String(swapped.dropLast())) == swapped { return number }
    }
  }

  static func drawing(_ name: String, _ text: String, gain: Double, seed: Int) -> BarDrawing {
    var generator = SeededGenerator(seed: seed)
    var drawing = BarDrawing(modules: Sample.modules(name, text))
    drawing.module = Double.random(in: 1.8...3.6, using: &generator)
    drawing.gain = gain
    drawing.blur = .gaussian(Double.random(in: 0.1...0.5, using: &generator))
    drawing.noise = Double.random(in: 0...10, using: &generator)
    drawing.height = 60
    drawing.size = (Int(drawing.length) + 120, 120)
    drawing.seed = seed
    return drawing
  }

  static let kinds: [(name: String, symbology: Symbology, count: Int)] = [
    ("EAN13", .ean13, 13), ("UPCA", .upcA, 12), ("EAN8", .ean8, 8),
  ]

  @Test(arguments: [-0.6, -0.5, -0.3, 0.3, 0.5, 0.6])
  func `what is sure is what was drawn`(gain: Double) throws {
    var sureCount = 0
    let seeds = 0..<(LongRun.isOn ? 200 : 12)
    for seed in seeds {
      var generator = SeededGenerator(seed: seed)
      let kind = Self.kinds[seed % Self.kinds.count]
      let number = Self.number(kind.count, using: &generator)
      let drawing = Self.drawing(kind.name, number, gain: gain, seed: seed)
      let bytes = try #require(drawing.sample.saved(as: ".png"))
      for code in try codes(of: bytes) where code.isSure {
        sureCount += 1
        #expect(number.hasSuffix(code.barcode.text), "seed \(seed), \(kind.name) \(number)")
      }
    }
    #expect(sureCount > seeds.count / 3)
  }

  /// Eight digits, the last of which is the check digit, that a swap leaves valid.
  static let short = [
    "01674438", "02040981", "04826767", "09137455",
    // Of nothing but ambiguous digits: another gain makes them the number that differs in all of them.
    "02871729", "08217189", "08787774", "02721774",
  ]

  @Test(arguments: short, [-0.6, -0.5, 0.0, 0.5, 0.6])
  func `a UPC-E is sure only as what was drawn`(number: String, gain: Double) throws {
    let drawing = Self.drawing("UPCE", String(number.dropLast()), gain: gain, seed: 3)
    let bytes = try #require(drawing.sample.saved(as: ".png"))
    let codes = try codes(of: bytes)
    #expect(codes.contains { $0.barcode.text == number })
    #expect(codes.allSatisfy { !$0.isSure || $0.barcode.text == number })
  }

  /// The shared pictures on which both engines, or ZXing on every line, saw another number.
  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: "../shared/cases/reading"),
      "the shared cases are not here"),
    arguments: [
      ("swap-0003", "8747978910246"), ("swap-0006", "2910561670117"),
      ("swap-0013", "2997528915115"), ("swap-0225", "4087082245754"),
      ("swap-0241", "8757637473487"), ("zxing-0153", "9754284075148"),
      ("zxing-0223", "2902626306673"),
    ])
  func `the shared pictures are never surely another number`(name: String, number: String) throws {
    let file = "../shared/cases/reading/1-misread-\(name).png"
    let found = try codes(of: Array(try Data(contentsOf: URL(filePath: file))))
    #expect(found.allSatisfy { !$0.isSure || $0.barcode.text == number })
  }

  @Test(arguments: [-0.6, 0.6])
  func `frames of a camera are never sure of another number`(gain: Double) throws {
    let reader = `Frame reader`.reader()
    var generator = SeededGenerator(seed: 11)
    let number = Self.number(13, using: &generator)
    var sureCount = 0
    for frame in 0..<16 {
      var drawing = Self.drawing("EAN13", number, gain: gain, seed: 5)
      drawing.size.width += 4 * frame
      drawing.seed = frame
      for code in try reader.read(drawing.sample).codes where code.found.isSure {
        sureCount += 1
        #expect(number.hasSuffix(code.found.barcode.text), "frame \(frame)")
      }
    }
    // Bars that are so thick leave too little white between them to be sure of.
    #expect(sureCount > 0 || gain > 0.5)
  }
}
