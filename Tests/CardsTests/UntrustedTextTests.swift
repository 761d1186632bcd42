import Cards
import Testing

@Suite struct `Printable text` {
  @Test(arguments: [
    ("a\tb\r\n", "a␉b␍␊"), ("\u{0}\u{1B}[31m\u{7F}", "␀␛[31m␡"),
    ("\u{80}\u{9B}31m\u{9F}", "\u{FFFD}\u{FFFD}31m\u{FFFD}"),
    ("\u{61C}\u{200E}\u{200F}\u{202A}\u{202E}\u{2066}\u{2069}", "\u{FFFD}"),
    ("Gy\u{200B}m", "Gy\u{FFFD}m"), ("Gym\u{E0041}", "Gym\u{FFFD}"),
    ("\u{AD}\u{180E}\u{2060}\u{206F}\u{FFF9}\u{1D173}\u{E0001}", "\u{FFFD}"),
    ("\u{2028}\u{2029}\u{FEFF}\u{FFFE}\u{FFFF}", "\u{FFFD}"),
  ])
  func `controls, reordering and line breaks are replaced`(text: String, outcome: String) {
    let expected =
      outcome == "\u{FFFD}"
      ? String(repeating: outcome, count: text.unicodeScalars.count) : outcome
    #expect(text.printable == expected)
  }

  @Test(arguments: [
    "", "Bäckerei", "カードクラブ", "بطاقة", "می\u{200C}خواهم", "👨\u{200D}👩\u{200D}👧", "&\u{301}<>\"'",
    "\u{FFFD}", "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
  ])
  func `ordinary text is kept`(text: String) {
    #expect(text.printable == text)
  }
}

@Suite struct `Add-ons` {
  @Test func `an add-on is two or five ASCII digits`() {
    for text in ["05", "52495"] { #expect(SymbolTraits.isAddOn(text)) }
    for text in ["", "5", "123", "1234", "123456", "1\u{1B}", "\u{1B}[31m", "٢٣", "1 "] {
      #expect(!SymbolTraits.isAddOn(text))
      var code = Barcode(symbology: .ean13, bytes: [0x31], text: "1")
      #expect(code.isWithinBounds)
      code.traits.addOn = text
      #expect(!code.isWithinBounds)
    }
  }
}

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
