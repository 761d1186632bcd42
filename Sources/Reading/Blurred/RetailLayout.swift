internal import Cards

/// How an EAN or UPC symbol is laid out in modules (ISO/IEC 15420:2009, 4.2).
struct RetailLayout {
  /// Modules from the first dark one to the last dark one.
  let moduleCount: Int
  /// Where each digit's seven modules begin: in the left half, then in the right half.
  let left: [Int]
  let right: [Int]
  /// The dark modules of the guards.
  let guards: [Int]
  /// The sets that the left digits may come from (bit `i` means set B for digit `i`), and the digit that the pattern
  /// implies.
  let sets: [(mask: Int, digit: Int)]

  /// Light modules examined on both sides; the standard requires at least 7.
  static let quiet = 4

  /// 95 modules, six digits per half.
  ///
  /// The sets of the left digits imply the first digit (table 4 of the standard); UPC-A is the same with first digit
  /// 0.
  static let ean13 = RetailLayout(
    moduleCount: 95, left: (0..<6).map { 3 + 7 * $0 }, right: (0..<6).map { 50 + 7 * $0 },
    guards: [0, 2, 46, 48, 92, 94],
    sets: [0, 11, 13, 14, 19, 25, 28, 21, 22, 26].enumerated().map { (reversed($1), $0) })

  /// 67 modules, four digits per half.
  static let ean8 = RetailLayout(
    moduleCount: 67, left: (0..<4).map { 3 + 7 * $0 }, right: (0..<4).map { 36 + 7 * $0 },
    guards: [0, 2, 32, 34, 64, 66], sets: [(0, 0)])

  /// 51 modules, six digits and no right half.
  ///
  /// The sets imply the number system, 0 or 1 (the tens here), and the check digit (table 5 of the standard).
  static let upcE = RetailLayout(
    moduleCount: 51, left: (0..<6).map { 3 + 7 * $0 }, right: [], guards: [0, 2, 46, 48, 50],
    sets: [56, 52, 50, 49, 44, 38, 35, 42, 41, 37].enumerated().flatMap { digit, mask in
      [(reversed(mask), digit), (reversed(63 ^ mask), 10 + digit)]
    })

  /// The two or five digits of an add-on, from its guard to its last digit, keyed by their number (4.4 of the
  /// standard).
  ///
  /// The sets follow from the digits, and so check them.
  static let addOns = [
    2: RetailLayout(
      moduleCount: 20, left: [4, 13], right: [], guards: [0, 2, 3, 12],
      sets: [0, 2, 1, 3].enumerated().map { ($1, $0) }),
    5: RetailLayout(
      moduleCount: 47, left: [4, 13, 22, 31, 40], right: [], guards: [0, 2, 3, 12, 21, 30, 39],
      sets: [3, 5, 9, 17, 6, 12, 24, 10, 18, 20].enumerated().map { ($1, $0) }),
  ]

  /// How symbols of an EAN or UPC are laid out; `nil` for all others.
  static func of(_ symbology: Symbology) -> RetailLayout? {
    switch symbology {
    case .ean13, .upcA: ean13
    case .ean8: ean8
    case .upcE: upcE
    default: nil
    }
  }

  /// The 30 characters: sets A, B and C (table 3 of the standard), as seven modules each; true is dark.
  static let characters: [[Bool]] =
    setA.map(bits) + setA.map { bits(127 ^ $0).reversed() } + setA.map { bits(127 ^ $0) }

  /// How many modules of a character are dark.
  static func darkCount(_ character: Int) -> Int { characters[character].count { $0 } }

  /// Dark modules of the digits 0 to 9 in set A, first module in the highest of seven bits.
  private static let setA = [13, 25, 19, 61, 35, 49, 47, 59, 55, 11]

  /// Where each digit's seven modules begin.
  var digitStarts: [Int] { left + right }
  var digitCount: Int { left.count + right.count }
  var impliesDigit: Bool { sets.count > 1 }
  /// The characters allowed in the left half.
  var leftChoice: Range<Int> { impliesDigit ? 0..<20 : 0..<10 }
  /// Samples of the symbol including its quiet modules.
  var sampleCount: Int { (moduleCount + 2 * Self.quiet) * BlurModel.fineness }
  /// The first sample of each digit.
  var digitSamples: [Int] { digitStarts.map { ($0 + Self.quiet) * BlurModel.fineness } }

  /// The characters that draw `digits`; `nil` when there are too few or too many.
  func characters(for digits: [Int]) -> [Int]? {
    // A UPC-E has no right half, and its check digit, which is printed last, is implied, too.
    let checks = right.isEmpty ? digits.suffix(1) : []
    let drawn = Array(digits.dropLast(checks.count).suffix(digitCount))
    guard digits.count == digitCount + (impliesDigit ? 1 : 0) + checks.count else { return nil }
    let implied = checks.reduce(impliesDigit ? digits[0] : 0) { $0 * 10 + $1 }
    guard let mask = sets.first(where: { $0.digit == implied })?.mask else { return nil }
    return drawn.enumerated().map { index, digit in
      index >= left.count ? 20 + digit : digit + (mask >> index & 1) * 10
    }
  }

  /// Check sum weight of the drawn digit `index`: 3 and 1 alternately from the last but one backwards (GS1 General
  /// Specifications, 7.9); -1 is the implied digit.
  func weight(of index: Int) -> Int { (digitCount - 1 - index) % 2 == 0 ? 1 : 3 }

  private static func bits(_ pattern: Int) -> [Bool] {
    (0..<7).map { pattern >> (6 - $0) & 1 == 1 }
  }

  /// The lowest six bits in reverse order: the table has the first digit in the highest bit.
  private static func reversed(_ mask: Int) -> Int {
    (0..<6).reduce(0) { $0 | (mask >> $1 & 1) << (5 - $1) }
  }
}
