import Cards
import Testing

@Suite struct `Percent-encoding` {
  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("a%20b", "a b"), ("%41%62", "Ab"), ("%c3%BC", "ü"),
    ("100%25", "100%"), ("%2541", "%41"), ("%00", "\u{0}"),
  ])
  func `encoded bytes are decoded once`(text: String, decoded: String) {
    #expect(PercentEncoding.bytes(of: text) == Array(decoded.utf8))
    #expect(PercentEncoding.bytes(of: Substring(text)) == Array(decoded.utf8))
  }

  @Test(arguments: ["%", "%4", "%4g", "%g4", "%+1", "%-1", "% 1", "%%", "4%", "%ü", "%４１"])
  func `a percent sign without two digits is kept`(text: String) {
    #expect(PercentEncoding.bytes(of: text) == Array(text.utf8))
  }

  @Test func `bytes that are not text are decoded, too`() {
    #expect(PercentEncoding.bytes(of: "%FF%fe.") == [0xFF, 0xFE, UInt8(ascii: ".")])
  }
}
