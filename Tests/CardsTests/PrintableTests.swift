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
