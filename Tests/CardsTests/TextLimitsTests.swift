import Cards
import Testing

@Suite struct `Limits of texts` {
  @Test(arguments: [
    ("", ""), (" \t\r\n\u{A0}\u{2028}", ""), ("a", "a"), ("\n a b\u{3000}", "a b"),
    ("👨\u{200D}👩\u{200D}👧 ", "👨\u{200D}👩\u{200D}👧"), (" e\u{301}", "e\u{301}"),
  ])
  func `white space around a text is taken away`(text: String, expected: String) {
    #expect(Array(text.trimmed.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(arguments: [
    "a", " \u{200B}a", "👨\u{200D}👩\u{200D}👧", "❤\u{FE0F}", "می\u{200C}خواهم", "।", "\u{FFFD}",
  ])
  func `a text with something to see is visible`(text: String) { #expect(text.isVisible) }

  @Test(arguments: [
    "", " \u{A0}", "\u{200B}", "\u{200D}\u{FE0F}", "\u{1B}\n", "\u{2800}", "\u{3164}",
    "\u{FEFF}\u{2060} \u{AD}",
  ])
  func `a text with nothing to see is not visible`(text: String) { #expect(!text.isVisible) }

  @Test(arguments: ["", "four", "äöüß", "🇩🇪🇫🇷🇯🇵🇺🇦", "e\u{301}e\u{301}e\u{301}e\u{301}", "क्षि"])
  func `a text of four characters is not cut to four`(text: String) {
    #expect(!text.isLonger(than: 4))
    #expect(text.limited(to: 4) == text)
  }

  @Test(arguments: [("fives", "five"), ("äöüßé", "äöüß"), ("🇩🇪🇫🇷🇯🇵🇺🇦🇵🇱", "🇩🇪🇫🇷🇯🇵🇺🇦")])
  func `a longer text is cut between characters`(text: String, expected: String) {
    #expect(text.isLonger(than: 4))
    #expect(text.limited(to: 4) == expected)
  }

  /// A letter with marks, flags, and one emoji of very many.
  @Test(arguments: ["\u{301}", "\u{1F1E6}", "👨\u{200D}"])
  func `few characters of very many bytes are cut, too`(part: String) {
    let text = "a" + String(repeating: part, count: 200_000)
    #expect(text.isLonger(than: 200))
    let cut = text.limited(to: 200)
    #expect(cut.utf8.count <= 16 * 200)
    #expect(!cut.isEmpty)
    #expect(!cut.isLonger(than: 200))
    #expect(text.unicodeScalars.starts(with: cut.unicodeScalars))
    #expect((text + " ").trimmed.utf8.count == text.utf8.count)
  }
}
