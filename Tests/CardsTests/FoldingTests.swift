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
      ("無印良品", "無印良品"), ("  ", ""), ("★", ""), ("Macy´s", "macys"), ("Haʻaheo", "haaheo"),
    ])
  func `accents, case and punctuation make no difference`(text: String, folded: String) {
    #expect(Folding.folded(text) == folded)
  }

  @Test(
    arguments: [
      ("Łódzkie Zoo", "lodzkie zoo"), ("Sørlandet Ærø", "sorlandet aero"),
      ("Diyarbakır", "DIYARBAKIR"),
      ("ΒΑΣΙΛΌΠΟΥΛΟΣ", "βασιλοπουλος"), ("Μαρινόπουλος", "μαρινοπουλοσ"), ("Ᾱͅδης", "αιδης"),
      ("Берёзка", "БЕРЕЗКА"), ("Чайка", "чаика"), ("סוּפֶּר־פָּארְם", "סופר־פארם"), ("مؤسسة", "موسسة"),
      ("إيكيا", "ايكيا"), ("كـــارت", "كارت"), ("ﺳﻮﻕ", "سوق"), ("ＬＡＷＳＯＮ　７", "lawson 7"),
      ("ｶﾞｽﾄ", "カスト"), ("ⅧⅢ", "viiiiii"), ("ﬃnity", "ffinity"), ("GROẞMARKT", "grossmarkt"),
      ("Phở 24", "pho 24"), ("ร้าน", "ราน"), ("क़लम", "कलम"),
      ("롯데", "\u{1105}\u{1169}\u{11BA}\u{1103}\u{1166}"),
      ("①⑦", "17"), ("1⃣", "1"), ("Сім’я", "Сімʼя"),
      ("ΜΑΣΟΥΤΗΣ", "μασουτης"), ("Σκλαβενίτης", "σκλαβενιτης"), ("Семёрка", "семерка"),
      ("أسواق", "اسواق"), ("שָׁלוֹם", "שלום"), ("ＳＥＶＥＮ", "seven"),
    ])
  func `every script is folded, however it is typed`(text: String, typed: String) {
    #expect(Folding.folded(text) == Folding.folded(typed))
    #expect(!Folding.folded(text).isEmpty)
  }

  @Test func `vowels that take up room stay, as words differ in nothing else`() {
    #expect(Folding.folded("काका") != Folding.folded("कक"))
  }

  @Test func `folding what is folded changes nothing`() {
    for text in ["Müller's Bäckerei", "Straße", "İstanbul", "ﬁsh", "１２３", "롯데", "ΣΊΣΥΦΟΣ", "½"] {
      let once = Folding.folded(text)
      #expect(Folding.folded(once) == once, "\(text)")
    }
  }

  @Test func `the case of no letter makes a difference`() {
    for number in UInt32(0x20)...0x10FFFF {
      guard let scalar = Unicode.Scalar(number), scalar.properties.changesWhenCaseMapped else {
        continue
      }
      let folded = Folding.folded(String(scalar))
      let mappings = [
        scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping,
        scalar.properties.titlecaseMapping,
      ]
      for other in mappings {
        #expect(Folding.folded(other) == folded, "U+\(String(number, radix: 16)): \(other)")
      }
    }
  }

  @Test func `of texts with one key the first is kept, and the order`() {
    #expect(
      Folding.distinct(["food", "★", "Café", "Food", "cafe", "🎫", "★"]) == [
        "food", "★", "Café", "🎫",
      ])
  }
}
