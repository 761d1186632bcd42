import Cards
import Testing

@Suite struct `Check digits` {
  static let numbers: [(Symbology, String)] = [
    (.ean13, "9780143007234"), (.ean13, "5901234123457"), (.ean8, "96385074"),
    (.upcA, "036000291452"), (.upcE, "04252614"), (.itf, "09521234543213"),
  ]

  @Test(arguments: numbers)
  func `every single wrong digit is detected`(symbology: Symbology, number: String) {
    let digits = Array(number.utf8)
    #expect(CheckDigit.isRight(digits, as: symbology) == true)
    // The digits of a UPC-E move when its sixth changes, so that one is left out.
    for index in digits.indices where symbology != .upcE || index != 6 {
      for digit in UInt8(0x30)...0x39 where digit != digits[index] {
        var wrong = digits
        wrong[index] = digit
        #expect(CheckDigit.isRight(wrong, as: symbology) == false)
      }
    }
  }

  @Test(arguments: [(Symbology.code128, 13), (.itf, 12), (.codabar, 8), (.ean13, 12), (.ean8, 7)])
  func `other kinds and lengths have no check digit`(symbology: Symbology, count: Int) {
    #expect(CheckDigit.isRight([UInt8](repeating: 0x30, count: count), as: symbology) == nil)
  }

  @Test(arguments: ["030640615", "080442957", "0317847", "2434561", "1234567"])
  func `modulo 11 detects every single wrong digit`(body: String) throws {
    let number = Array(body.utf8) + [try #require(CheckDigit.modulo11(Array(body.utf8)))]
    #expect(CheckDigit.isValidModulo11(number))
    for index in body.utf8.indices.enumerated().map(\.offset) {
      for digit in UInt8(0x30)...0x39 where digit != number[index] {
        var wrong = number
        wrong[index] = digit
        #expect(!CheckDigit.isValidModulo11(wrong))
      }
    }
  }

  @Test func `text that is not a number has no check digit`() {
    #expect(CheckDigit.gs1(Array("12a".utf8)) == nil)
    #expect(CheckDigit.modulo11(Array("12X".utf8)) == nil)
    #expect(!CheckDigit.isValidModulo11([UInt8]()) && !CheckDigit.isValidGS1([UInt8]()))
  }

  @Test(arguments: [
    ("01234505", "012000003455"), ("04252614", "042100005264"), ("01234133", "012300000413"),
    ("01234144", "012340000014"), ("12345670", "123456000070"),
  ])
  func `a UPC-E expands to a UPC-A`(short: String, long: String) {
    let expanded = CheckDigit.expandedUPCE(Array(short.utf8))
    #expect(expanded.map { String(decoding: $0, as: UTF8.self) } == long)
  }
}

@Suite struct `An unreadable digit` {
  @Test(arguments: `Check digits`.numbers)
  func `is found in every position`(symbology: Symbology, number: String) throws {
    let digits = Array(number.utf8)
    for index in digits.indices where symbology != .upcE || ![0, 6].contains(index) {
      var typed = digits
      typed[index] = UnreadableDigit.sign
      let solved = try UnreadableDigit.solved(typed) {
        CheckDigit.isRight($0, as: symbology) == true
      }
      #expect(solved.number == digits && solved.digit.utf8.elementsEqual([digits[index]]))
    }
  }

  @Test(arguments: ["0306406152", "080442957X"])
  func `is found in every position of an ISBN-10, including X`(isbn: String) throws {
    for index in isbn.utf8.indices.enumerated().map(\.offset) {
      var typed = Array(isbn.utf8)
      typed[index] = UnreadableDigit.sign
      let solved = try UnreadableDigit.solved(typed) {
        BookNumber.isbn13(inText: String(decoding: $0, as: UTF8.self)) != nil
      }
      #expect(solved.number == Array(isbn.utf8))
    }
  }

  @Test(arguments: [
    ("97801430072??", UnreadableDigit.Problem.several(2)), ("9780143007234", .several(0)),
    ("9780?4300723x", .noneFits),
  ])
  func `is not guessed`(typed: String, problem: UnreadableDigit.Problem) {
    #expect(throws: problem) {
      try UnreadableDigit.solved(Array(typed.utf8)) { CheckDigit.isRight($0, as: .ean13) == true }
    }
  }

  @Test func `is not guessed when several fit`() {
    let isRight = { CheckDigit.isRight($0, as: .upcE) == true }
    var counts: Set<Int> = []
    for check in "0123456789".utf8 {
      do {
        _ = try UnreadableDigit.solved(Array("012345?".utf8) + [check], isRight: isRight)
      } catch .manyFit(let count) {
        counts.insert(count)
      } catch {}
    }
    #expect(!counts.isEmpty && counts.allSatisfy { $0 > 1 })
  }
}

@Suite struct `Check characters` {
  // ISO/IEC 16388 annex A has the values of the characters; the sum of those of "CODE39" is 12 + 24 + 13 + 14 + 3 + 9 =
  // 75, which leaves 32, the value of "W".
  @Test func `the check of Code 39 is the sum modulo 43`() {
    #expect(CheckDigit.isValidModulo43(Array("CODE39W".utf8)))
    #expect(CheckDigit.isValidModulo43(Array("%%%".utf8)) == false)
    #expect(CheckDigit.isValidModulo43(Array("00".utf8)))
  }

  @Test func `any other last character is wrong`() {
    for character in "0123456789ABCDEFGHIJKLMNOPQRSTUVXYZ-. $/+%" {
      #expect(!CheckDigit.isValidModulo43(Array("CODE39\(character)".utf8)))
    }
  }

  @Test(arguments: ["", "A", "code39W", "CODE39*", "CODE39é"])
  func `what is too short or not Code 39 has none`(text: String) {
    #expect(!CheckDigit.isValidModulo43(Array(text.utf8)))
  }
}
