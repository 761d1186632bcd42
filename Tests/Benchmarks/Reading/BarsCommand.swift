import ArgumentParser
import Cards
import Cpictures
import Glibc
import Reading

/// Reads drawn EAN-13 or UPC-E with thick or thin bars, whose numbers a swap of ambiguous digits makes others.
struct BarsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bars", abstract: "Read drawn EAN-13 or UPC-E with thick or thin bars.")

  @Option(help: "How many symbols are drawn.") var count = 600
  @Option(help: "Where the random numbers begin.") var seed = 0
  @Flag(help: "Draw UPC-E of nothing but ambiguous digits, for which gain is hardest to tell.")
  var short = false
  @Flag(help: "List what is sure and wrong.") var wrong = false

  /// How readings compare with what was drawn.
  private struct Tally {
    var (count, right, doubtful, other, missed, wrong) = (0, 0, 0, 0, 0, 0)
  }

  func run() throws {
    try Decoders.warmUp()
    var tallies: [Int: Tally] = [:]
    for index in 0..<count {
      let bars = DrawnBars(seed: seed + index, isShort: short)
      guard let file = bars.file else { throw ValidationError("libvips could not save a drawing") }
      var codes: [FoundBarcode] = []
      try unsafe PictureReader().read(file.span.bytes) { codes += $0.codes }
      let isRight = { (code: FoundBarcode) in code.barcode.text == bars.number }
      var tally = tallies[abs(bars.tenths)] ?? Tally()
      tally.count += 1
      if let bad = codes.first(where: { $0.isSure && !isRight($0) }) {
        tally.wrong += 1
        if wrong { print("\(bars.number) as \(bad.barcode.text), gain \(bars.tenths)/10") }
      } else if let code = codes.first(where: isRight) {
        if code.isSure { tally.right += 1 } else { tally.doubtful += 1 }
      } else if codes.isEmpty {
        tally.missed += 1
      } else {
        tally.other += 1
      }
      tallies[abs(bars.tenths)] = tally
    }
    var table = Table(
      "gain, modules", "drawn", "sure, right", "doubtful, right", "doubtful, wrong", "missed",
      "sure, wrong")
    var all = Tally()
    func add(_ name: String, _ tally: Tally) {
      table.add(
        name, "\(tally.count)", "\(tally.right)", "\(tally.doubtful)", "\(tally.other)",
        "\(tally.missed)", "\(tally.wrong)")
    }
    for (tenths, tally) in tallies.sorted(by: { $0.key < $1.key }) {
      add("0.\(tenths)", tally)
      all.count += tally.count
      all.right += tally.right
      all.doubtful += tally.doubtful
      all.other += tally.other
      all.missed += tally.missed
      all.wrong += tally.wrong
    }
    add("all", all)
    table.print()
    if all.wrong > 0 { throw ExitCode.failure }
  }
}

/// An EAN-13 or UPC-E whose bars are too thick or too thin.
private struct DrawnBars {
  /// A number that a swap of some ambiguous digits leaves valid.
  let number: String
  /// By how much bars are thicker than they should be, in tenths of a module: -6 to 6.
  let tenths: Int
  private let width: Int
  private let height: Int
  private let pixels: [UInt8]

  /// Draws the symbol of a seed: 1.3 to 4 pixels a module, blurred, noisy, and half of them turned by up to 6 degrees.
  init(seed: Int, isShort: Bool) {
    var random = SplitMix(state: UInt64(seed) &* 7_919 &+ 40)
    let digits = isShort ? Self.shortDigits(using: &random) : Self.digits(using: &random)
    number = digits.map(String.init).joined()
    tenths = Int.random(in: -6...6, using: &random)
    let module = random.number(1.3...4)
    let angle = Bool.random(using: &random) ? random.number(-6...6) * .pi / 180 : 0
    let modules = isShort ? Self.shortModules(of: digits) : Self.modules(of: digits)
    let bars = Self.bars(of: modules, gain: Double(tenths) / 10)
    // Blur, and a pixel's own width.
    let blur = random.number(0.1...0.6)
    let sigma = (blur * blur + 1 / (12 * module * module)).squareRoot()
    let (paper, ink) = (random.number(170...250), random.number(5...90))
    let (noise, tall) = (random.number(0...12), random.number(30...110))
    let size = SIMD2(Double(modules.count) + random.number(24...60), 0) * module
    width = Int(size.x)
    height = Int(tall + 40 + size.x * abs(sin(angle)))
    let (across, down) = (SIMD2(cos(angle), sin(angle)), SIMD2(-sin(angle), cos(angle)))
    let middle = SIMD2(Double(width), Double(height)) / 2 + random.number(-0.5...0.5)
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let offset = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - middle
        let place = (offset * across).sum() / module + Double(modules.count) / 2
        let cover = min(1, max(0, tall / 2 + 0.5 - abs((offset * down).sum())))
        var dark = 0.0
        for bar in bars where cover > 0 && place > bar.start - 3 && place < bar.end + 3 {
          dark += Self.edge((place - bar.start) / sigma) - Self.edge((place - bar.end) / sigma)
        }
        let level = paper - (paper - ink) * cover * min(1, dark) + random.triangle() * noise
        pixels.append(UInt8(max(0, min(255, level))))
      }
    }
    self.pixels = pixels
  }

  /// The picture as a PNG.
  var file: [UInt8]? {
    var file: UnsafeMutablePointer<UInt8>?
    var byteCount = 0
    guard
      unsafe cpictures_save(
        pixels, Int32(width), Int32(height), 1, ".png", cpictures_storage(), &file, &byteCount) == 0
    else { return nil }
    defer { unsafe free(file) }
    return unsafe [UInt8](UnsafeBufferPointer(start: file, count: byteCount))
  }

  private static func edge(_ z: Double) -> Double { erfc(-z / 2.0.squareRoot()) / 2 }

  private static let swaps = [1: 7, 7: 1, 2: 8, 8: 2]

  /// Random digits; two thirds of the numbers stay valid when all ambiguous digits are swapped, the others when some
  /// are.
  private static func digits(using random: inout SplitMix) -> [Int] {
    let swapsAll = Int.random(in: 0..<3, using: &random) > 0
    while true {
      var digits = [Int.random(in: 1...9, using: &random)]
      for _ in 0..<12 {
        digits.append(Int.random(in: 0...9, using: &random))
        if Int.random(in: 0..<3, using: &random) == 0 {
          digits[digits.count - 1] = [1, 7, 2, 8][Int.random(in: 0..<4, using: &random)]
        }
      }
      let places = (1..<13).filter { swaps[digits[$0]] != nil }
      guard isValid(digits), !places.isEmpty else { continue }
      let all = (1 << places.count) - 1
      let isRival = (swapsAll ? all...all : 1...all).contains { chosen in
        var swapped = digits
        for (bit, place) in places.enumerated() where chosen >> bit & 1 == 1 {
          swapped[place] = swaps[digits[place]] ?? 0
        }
        return isValid(swapped)
      }
      if isRival { return digits }
    }
  }

  /// Digits of a UPC-E of which the six that are drawn are ambiguous; most numbers stay valid when all of them are
  /// swapped, as that is what other gain makes of them.
  private static func shortDigits(using random: inout SplitMix) -> [Int] {
    let swapsAll = Int.random(in: 0..<3, using: &random) > 0
    while true {
      let drawn = (0..<6).map { _ in [1, 7, 2, 8][Int.random(in: 0..<4, using: &random)] }
      let digits =
        [Int.random(in: 0...1, using: &random)] + drawn + [Int.random(in: 0...9, using: &random)]
      guard isValidShort(digits) else { continue }
      let swapped = digits.enumerated().map { (1...6).contains($0) ? swaps[$1] ?? $1 : $1 }
      if isValidShort(swapped) || !swapsAll { return digits }
    }
  }

  private static func isValidShort(_ digits: [Int]) -> Bool {
    CheckDigit.isRight(digits.map { UInt8(48 + $0) }, as: .upcE) == true
  }

  private static func isValid(_ digits: [Int]) -> Bool {
    CheckDigit.isValidGS1(digits.map { UInt8(48 + $0) })
  }

  /// Dark modules of the digits in set A, and the sets of the left half by the first digit, both with the first in the
  /// highest bit (ISO/IEC 15420:2009, tables 3 and 4).
  private static let setA = [13, 25, 19, 61, 35, 49, 47, 59, 55, 11]
  private static let sets = [0, 11, 13, 14, 19, 25, 28, 21, 22, 26]

  /// The sets of a UPC-E by its check digit, where it begins with 0; where it begins with 1, each is the other one (table 5).
  private static let shortSets = [56, 52, 50, 49, 44, 38, 35, 42, 41, 37]

  private static func shortModules(of digits: [Int]) -> [Bool] {
    var modules = [true, false, true]
    for place in 1...6 {
      let bits = bits(of: digits[place])
      let isB = (shortSets[digits[7]] >> (6 - place) & 1 == 1) == (digits[0] == 0)
      modules += isB ? bits.reversed().map { !$0 } : bits
    }
    return modules + [false, true, false, true, false, true]
  }

  private static func bits(of digit: Int) -> [Bool] {
    (0..<7).map { setA[digit] >> (6 - $0) & 1 == 1 }
  }

  private static func modules(of digits: [Int]) -> [Bool] {
    var modules = [true, false, true]
    for place in 1...12 {
      if place == 7 { modules += [false, true, false, true, false] }
      let bits = bits(of: digits[place])
      let isB = place <= 6 && sets[digits[0]] >> (6 - place) & 1 == 1
      modules += isB ? bits.reversed().map { !$0 } : place <= 6 ? bits : bits.map { !$0 }
    }
    return modules + [true, false, true]
  }

  private static func bars(of modules: [Bool], gain: Double) -> [(start: Double, end: Double)] {
    var bars: [(start: Double, end: Double)] = []
    for (module, isDark) in modules.enumerated() where isDark {
      if module > 0, modules[module - 1] {
        bars[bars.count - 1].end += 1
      } else {
        bars.append((Double(module) - gain / 2, Double(module + 1) + gain / 2))
      }
    }
    return bars
  }
}
