import Cards
import Testing
import Wallet

/// Which cards a person's words mean.
@Suite struct CardSearchTests {
  private let cards = [
    Card.sample("Book club", id: 0xAB), Card.sample("Bookshop", id: 0xCD),
    Card.sample("Gym", id: 0xEF),
  ]

  private func names(_ words: String, removed: [Card] = []) -> [String] {
    CardSearch(cards: cards, removed: removed).cards(meantBy: words).map(\.name)
  }

  @Test func `an exact name wins over parts of names`() {
    #expect(names("book") == ["Book club", "Bookshop"])
    #expect(names("GYM") == ["Gym"])
    let shop = CardSearch(cards: cards + [.sample("Book")])
    #expect(shop.cards(meantBy: "book").map(\.name) == ["Book"])
  }

  @Test func `four digits of an id count, and three do not`() {
    #expect(names("abab") == ["Book club"] && names("aba").isEmpty)
    #expect(names(cards[1].shortID) == ["Bookshop"])
  }

  @Test func `former ids find the card that others were joined into`() throws {
    let former = try #require(CardID([UInt8](repeating: 0x12, count: 16)))
    let search = CardSearch(cards: cards, formerIDs: [cards[2].id: [former]])
    #expect(search.cards(meantBy: "1212").map(\.name) == ["Gym"])
  }

  @Test func `removed cards are meant where no other one is`() {
    let removed = [Card.sample("Bookworm"), .sample("Sauna")]
    #expect(names("book", removed: removed) == ["Book club", "Bookshop"])
    #expect(names("sau", removed: removed) == ["Sauna"])
    #expect(names("bookworm", removed: removed) == ["Bookworm"])
  }

  @Test(arguments: ["", "  "]) func `no words mean no card`(_ words: String) {
    #expect(names(words).isEmpty && CardSearch(cards: cards).cards(matching: words).isEmpty)
  }

  @Test func `a query takes all cards of a name, or that mention the words`() {
    let cards = cards + [Card.sample("Gym").with { $0.note = "book a court" }]
    let search = CardSearch(cards: cards)
    #expect(search.cards(matching: "gym").count == 2)
    #expect(search.cards(matching: "book").map(\.name) == ["Book club", "Bookshop", "Gym"])
    #expect(search.cards(matching: "cdcd").map(\.name) == ["Bookshop"])
  }
}
