import Cards
import Testing

@testable import PictureSupport
@testable import Reading

@Suite struct `Retail layouts` {
  /// The modules that a layout produces for a number.
  func modules(_ number: String, _ layout: RetailLayout) throws -> [Bool] {
    let digits = number.utf8.map { Int($0) - 48 }
    let characters = try #require(layout.characters(for: digits))
    var modules = [Bool](repeating: false, count: layout.moduleCount)
    for guardModule in layout.guards { modules[guardModule] = true }
    for (start, character) in zip(layout.left + layout.right, characters) {
      for (offset, isDark) in RetailLayout.characters[character].enumerated() {
        modules[start + offset] = isDark
      }
    }
    return modules
  }

  @Test(arguments: 0...9)
  func `an EAN-13 is laid out as ZXing draws it`(first: Int) throws {
    var generator = SeededGenerator(seed: first)
    for _ in 0..<5 {
      let number = Content.checked("\(first)" + Content.digits(11, using: &generator))
      #expect(try modules(number, .ean13) == Sample.modules("EAN13", number), "\(number)")
    }
  }

  @Test func `a UPC-A is an EAN-13 with first digit 0`() throws {
    var generator = SeededGenerator(seed: 77)
    for _ in 0..<5 {
      let number = Content.retail(12, using: &generator)
      #expect(try modules("0" + number, .ean13) == Sample.modules("UPCA", number), "\(number)")
    }
  }

  @Test func `an EAN-8 is laid out as ZXing draws it`() throws {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<5 {
      let number = Content.retail(8, using: &generator)
      #expect(try modules(number, .ean8) == Sample.modules("EAN8", number), "\(number)")
    }
  }

  @Test(arguments: ["0", "1"])
  func `a UPC-E is laid out as ZXing draws it`(system: String) throws {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<9 {
      let short = system + Content.digits(6, using: &generator)
      let number = try #require(
        (0..<10).map { short + "\($0)" }.first {
          CheckDigit.isRight(Array($0.utf8), as: .upcE) == true
        })
      #expect(try modules(number, .upcE) == Sample.modules("UPCE", short), "\(number)")
    }
  }

  @Test(arguments: [(0, false), (8, false), (12, false), (13, true), (14, false)])
  func `an EAN-13 has 13 digits`(count: Int, isRight: Bool) {
    let digits = [Int](repeating: 1, count: count)
    #expect((RetailLayout.ean13.characters(for: digits) != nil) == isRight)
  }

  @Test func `each first digit has its own pattern of sets`() {
    let sets = RetailLayout.ean13.sets
    #expect(sets.map(\.digit) == Array(0...9))
    #expect(Set(sets.map(\.mask)).count == 10)
    // The digit next to the guard is from set A, which shows whether a symbol is upside down; three are from set B.
    #expect(sets.allSatisfy { $0.mask & 1 == 0 })
    #expect(sets.map { $0.mask.nonzeroBitCount } == [0] + Array(repeating: 3, count: 9))
  }

  @Test func `the weighted check sum of a right number ends in 0`() {
    var generator = SeededGenerator(seed: 5)
    for (layout, count) in [(RetailLayout.ean13, 13), (.ean8, 8)] {
      let offset = layout.impliesDigit ? -1 : 0
      for _ in 0..<20 {
        let digits = Content.retail(count, using: &generator).utf8.map { Int($0) - 48 }
        let sum = digits.enumerated().reduce(0) {
          $0 + $1.element * layout.weight(of: $1.offset + offset)
        }
        #expect(sum % 10 == 0)
      }
    }
  }
}
