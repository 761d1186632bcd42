import Czxing

extension Sample {
  /// The modules of a linear symbol from its first bar to its last, as ZXing draws it.
  static func modules(_ format: ZXing_BarcodeFormat, _ text: String) -> [Bool] {
    let symbol = drawn(format, text, scale: 1)
    let start = symbol.height / 2 * symbol.width
    let row = symbol.pixels[start..<start + symbol.width].map { $0 < 128 }
    guard let first = row.firstIndex(of: true), let last = row.lastIndex(of: true) else {
      preconditionFailure("no bars for \(text)")
    }
    return Array(row[first...last])
  }

  static func modules(_ name: String, _ text: String) -> [Bool] {
    modules(unsafe ZXing_BarcodeFormatFromString(name), text)
  }
}

/// Random content for symbols, the same for the same generator.
enum Content {
  /// Random digits and the check digit that completes them (weights 3 and 1 from the right).
  static func retail(_ count: Int, using generator: inout SeededGenerator) -> String {
    checked(digits(count - 1, using: &generator))
  }

  static func digits(_ count: Int, using generator: inout SeededGenerator) -> String {
    characters(count, of: "0123456789", using: &generator)
  }

  static func characters(
    _ count: Int, of alphabet: String, using generator: inout SeededGenerator
  ) -> String {
    let letters = Array(alphabet)
    return String(
      (0..<count).map { _ in letters[Int.random(in: letters.indices, using: &generator)] })
  }

  /// The first seven digits of a UPC-E, chosen so that it is a short form for any last digit.
  static func shortened(using generator: inout SeededGenerator) -> String {
    "0" + characters(5, of: "3456789", using: &generator) + digits(1, using: &generator)
  }

  /// Runs of dark and light of 1 to 4 modules, `count` in all, dark at both ends.
  static func stripes(_ count: Int, using generator: inout SeededGenerator) -> [Bool] {
    var modules: [Bool] = []
    while modules.count < count {
      let isDark = modules.last != true
      modules += repeatElement(isDark, count: Int.random(in: 1...4, using: &generator))
    }
    modules = Array(modules.prefix(count))
    modules[count - 1] = true
    return modules
  }

  static func checked(_ digits: String) -> String {
    let sum = digits.utf8.reversed().enumerated().reduce(0) { sum, digit in
      sum + Int(digit.element - 48) * (digit.offset % 2 == 0 ? 3 : 1)
    }
    return digits + String((10 - sum % 10) % 10)
  }
}

/// SplitMix64: random numbers that are the same for the same seed.
///
/// Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) {
    state = UInt64(truncatingIfNeeded: seed)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
