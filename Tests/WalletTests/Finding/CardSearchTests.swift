import Cards
import Testing
import Wallet

/// Which cards a person's search words mean.
@Suite struct CardSearchTests {
  private let cards = [
    Card.sample("Book club", id: 0xAB), Card.sample("Bookshop", id: 0xCD),
    Card.sample("Gym", id: 0xEF),
  ]

  private func names(_ words: String, removed: [Card] = []) -> [String] {
    CardSearch(cards: cards, removed: removed).cards(meantBy: words).map(\.name)
  }

  @Test func `an exact name takes precedence over parts of names`() {
    #expect(names("book") == ["Book club", "Bookshop"])
    #expect(names("GYM") == ["Gym"])
    let shop = CardSearch(cards: cards + [.sample("Book")])
    #expect(shop.cards(meantBy: "book").map(\.name) == ["Book"])
  }

  @Test func `words that are to name one card begin those of its name`() {
    let cards = ["Upca tools", "Farm shop", "Stadtbäckerei", "東京メトロ"].map { Card.sample($0) }
    let search = CardSearch(cards: cards)
    let names = { (words: String) in search.cards(meantBy: words).map(\.name) }
    #expect(names("ls").isEmpty && names("rm").isEmpty && names("backerei").isEmpty)
    #expect(names("to up") == ["Upca tools"] && names("farmsh") == ["Farm shop"])
    #expect(names("shop") == ["Farm shop"] && names("far mshop") == ["Farm shop"])
    // Without spaces, a word begins anywhere.
    #expect(names("メトロ") == ["東京メトロ"])
    // A list has all that mention the words, and a slip is told what they are in.
    #expect(search.cards(matching: "ls").map(\.name) == ["Upca tools"])
    #expect(search.suggestions(for: "backerei") == ["Stadtbäckerei"])
  }

  @Test func `four digits of an id match, and three do not`() {
    #expect(names("abab") == ["Book club"] && names("aba").isEmpty)
    #expect(names(cards[1].shortID) == ["Bookshop"])
  }

  @Test func `former ids find the card that others were joined into`() throws {
    let former = try #require(CardID([UInt8](repeating: 0x12, count: 16)))
    let search = CardSearch(cards: cards, formerIDs: [cards[2].id: [former]])
    #expect(search.cards(meantBy: "1212").map(\.name) == ["Gym"])
  }

  @Test func `removed cards match only if no other card does`() {
    let removed = [Card.sample("Bookworm"), .sample("Sauna")]
    #expect(names("book", removed: removed) == ["Book club", "Bookshop"])
    #expect(names("sau", removed: removed) == ["Sauna"])
    #expect(names("bookworm", removed: removed) == ["Bookworm"])
  }

  @Test(arguments: ["", "  "]) func `empty words match no card`(_ words: String) {
    #expect(names(words).isEmpty && CardSearch(cards: cards).cards(matching: words).isEmpty)
  }

  @Test func `a query matches all cards of a name, or those that mention the words`() {
    let cards = cards + [Card.sample("Gym").with { $0.note = "book a court" }]
    let search = CardSearch(cards: cards)
    #expect(search.cards(matching: "gym").count == 2)
    #expect(search.cards(matching: "book").map(\.name) == ["Book club", "Bookshop", "Gym"])
    #expect(search.cards(matching: "cdcd").map(\.name) == ["Bookshop"])
  }

  @Test(
    arguments: [
      ("muller", ["Müller"]), ("backerei muller", ["Bäckerei Müller"]),
      ("sainsburys", ["Sainsbury's"]), ("bookclub", ["Book club"]), ("club book", ["Book club"]),
      ("βασιλοπουλος", ["ΑΒ Βασιλόπουλος"]), ("ΒΑΣΙΛΟΠΟΥΛΟΣ αβ", ["ΑΒ Βασιλόπουλος"]),
      ("БЕРЕЗКА", ["Берёзка"]), ("סופר", ["סוּפֶּר"]), ("موسسة", ["مؤسسة"]), ("lawson", ["ＬＡＷＳＯＮ"]),
    ])
  func `accents, punctuation and the order of words make no difference`(
    words: String, found: [String]
  ) {
    let names = [
      "Müller", "Bäckerei Müller", "Sainsbury's", "ΑΒ Βασιλόπουλος", "Берёзка", "סוּפֶּר", "مؤسسة",
      "ＬＡＷＳＯＮ",
    ]
    let shops = cards + names.map { Card.sample($0) }
    #expect(CardSearch(cards: shops).cards(meantBy: words).map(\.name) == found)
  }

  @Test func `a tag or the end of a number finds a card that no name does`() {
    let shop = Card.sample("Corner shop").with {
      $0.tags = ["Groceries"]
      $0.printedNumber = "6041 2233-9981"
    }
    let search = CardSearch(cards: cards + [shop])
    #expect(search.cards(meantBy: "groceries").map(\.name) == ["Corner shop"])
    #expect(search.cards(meantBy: "9981").map(\.name) == ["Corner shop"])
    #expect(search.cards(meantBy: "604122339981").map(\.name) == ["Corner shop"])
    #expect(search.cards(meantBy: "981").isEmpty)
  }

  @Test(
    arguments: [
      ("YAS-0050021", "021"), ("12345", "5"), ("GROCER-4471-0093-LONG", "long"),
      ("AB-12-CD-7", "D7"),
    ])
  func `what a list shows of a number finds its card, however short it is`(
    number: String, ending: String
  ) throws {
    let shop = Card.sample("Corner shop", number)
    let shown = Masking.masked(number)
    #expect(shown.replacing("-", with: "").lowercased() == "••••\(ending.lowercased())")
    let search = CardSearch(cards: cards + [shop])
    let today = try CalendarDate.someDay
    for typed in [ending, shown, "••••\(ending)"] {
      #expect(search.cards(matching: typed).map(\.name) == ["Corner shop"])
      #expect(search.indices(matching: typed) == [cards.count])
      #expect(!ListRequest(query: [typed]).chosen(among: [shop], on: today).isEmpty)
    }
    // Less than a list shows is too little.
    let less = String(ending.dropFirst())
    #expect(search.cards(matching: less).isEmpty && search.cards(matching: "••••\(less)").isEmpty)
  }

  @Test(arguments: [("YAS-0050021", "021"), ("12345", "5"), ("AB-12-CD-7", "d7")])
  func `less than four characters name no card, unless they have the dots of a list`(
    number: String, ending: String
  ) {
    let search = CardSearch(cards: cards + [.sample("Corner shop", number)])
    #expect(search.cards(meantBy: ending).isEmpty)
    #expect(search.cards(meantBy: "••••\(ending)").map(\.name) == ["Corner shop"])
    #expect(search.cards(meantBy: " ••••\(ending)").map(\.name) == ["Corner shop"])
  }

  @Test func `with the dots of a list, only a number is meant`() throws {
    let shop = Card.sample("Corner shop", "YAS-0050021")
    let others = [Card.sample("Route 2021"), .sample("021"), .sample("• Sauna"), shop]
    let search = CardSearch(cards: others)
    #expect(search.cards(meantBy: "••••021").map(\.name) == ["Corner shop"])
    #expect(search.cards(matching: "••••021").map(\.name) == ["Corner shop"])
    #expect(search.indices(matching: "••••021") == [3])
    #expect(search.cards(meantBy: "021").map(\.name) == ["021"])
    #expect(search.cards(meantBy: "••••0021").map(\.name) == ["Corner shop"])
    #expect(search.cards(meantBy: "••••").isEmpty && search.cards(matching: "••••").isEmpty)
    #expect(search.cards(meantBy: "• sauna").map(\.name) == ["• Sauna"])
  }

  @Test(
    arguments: [
      ("lidel", ["Lidl"]), ("ldil", ["Lidl"]), ("carefour", ["Carrefour"]), ("xy", []),
      ("quite different", []),
    ])
  func `near misspellings get suggestions`(words: String, suggestions: [String]) {
    let shops = ["Lidl", "Carrefour", "Aldi"].map { Card.sample($0) }
    #expect(CardSearch(cards: shops).suggestions(for: words) == suggestions)
  }

  @Test func `at most five names are suggested, the nearest first`() {
    let shops = (1...9).map { Card.sample("Lidl \($0)") } + [Card.sample("Lidel")]
    let search = CardSearch(cards: shops)
    #expect(search.suggestions(for: "lidle") == ["Lidel", "Lidl 1", "Lidl 2", "Lidl 3", "Lidl 4"])
  }
}
