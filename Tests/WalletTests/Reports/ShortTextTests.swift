import Testing
import Wallet

@Suite struct ShortTextTests {
  @Test(arguments: [("", ""), ("12345", "12345"), ("123456", "1234…"), ("ÄÖÜäöü", "ÄÖÜä…")])
  func `a text that is too long ends with an ellipsis and has the length asked for`(
    text: String, short: String
  ) {
    #expect(text.shortened(to: 5) == short)
  }
}
