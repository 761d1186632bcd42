import Cards
import Testing

@Suite struct CardIDTests {
  @Test(arguments: ["00000000", "0000000a", "00a00000", "ffffffff", "0123abcd"])
  func `an id comes back from its digits, and begins with the first eight`(digits: String) throws {
    let text = digits + "00112233445566778899aabb"
    let id = try #require(CardID(hexadecimal: text))
    #expect(id.description == text)
    #expect(id.firstDigits == digits)
    #expect(CardID(id.bytes) == id)
    #expect(CardID(([7] + id.bytes + [7])[1...16]) == id)
  }

  @Test func `an id has sixteen bytes`() {
    for count in [0, 1, 15, 17, 32] {
      #expect(CardID([UInt8](repeating: 1, count: count)) == nil)
      #expect(CardID([UInt8](repeating: 1, count: count)[...]) == nil)
    }
  }
}
