import Cards
import Testing

/// Text as people search for it.
@Suite struct FoldingTests {
  @Test(
    arguments: [
      ("Müller's Bäckerei", "mullers backerei"), ("SAINSBURY’S", "sainsburys"),
      ("Łódź Ōsaka Ñandú", "lodz osaka nandu"),
      ("Straße Ærø Œuvre Þór", "strasse aero oeuvre thor"),
      ("Wi-Fi  &  Café", "wifi cafe"), ("e\u{301}cole", "ecole"), ("H&M 24/7", "h m 24 7"),
      ("Αθήνα", "αθήνα"), ("無印良品", "無印良品"), ("  ", ""), ("★", ""),
    ])
  func `accents, case and punctuation make no difference`(text: String, folded: String) {
    #expect(Folding.folded(text) == folded)
  }

  @Test func `folding what is folded changes nothing`() {
    for text in ["Müller's Bäckerei", "Straße", "İstanbul", "ﬁsh", "１２３"] {
      let once = Folding.folded(text)
      #expect(Folding.folded(once) == once, "\(text)")
    }
  }

  @Test func `of texts with one key the first is kept, and the order`() {
    #expect(
      Folding.distinct(["food", "★", "Café", "Food", "cafe", "🎫", "★"]) == [
        "food", "★", "Café", "🎫",
      ])
  }
}
