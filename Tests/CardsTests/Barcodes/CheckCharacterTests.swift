import Cards
import Testing

@Suite struct `Check characters` {
  // ISO/IEC 16388 annex A has the values of the characters; the sum of those of "CODE39" is 12 + 24 + 13 + 14 + 3 + 9 =
  // 75, which leaves 32, the value of "W".
  @Test func `the check of Code 39 is the sum modulo 43`() {
    #expect(CheckCharacter.isRightInCode39(Array("CODE39W".utf8)))
    #expect(CheckCharacter.isRightInCode39(Array("%%%".utf8)) == false)
    #expect(CheckCharacter.isRightInCode39(Array("00".utf8)))
  }

  @Test func `any other last character is wrong`() {
    for character in "0123456789ABCDEFGHIJKLMNOPQRSTUVXYZ-. $/+%" {
      #expect(!CheckCharacter.isRightInCode39(Array("CODE39\(character)".utf8)))
    }
  }

  @Test(arguments: ["", "A", "code39W", "CODE39*", "CODE39é"])
  func `what is too short or not Code 39 has none`(text: String) {
    #expect(!CheckCharacter.isRightInCode39(Array(text.utf8)))
  }
}
