import Cards
import Testing
import Wallet

/// What completes a word that is to name a card.
@Suite struct CardCompletionTests {
  private func completions(_ typed: String, of cards: [Card]) -> [String] {
    CardSearch(cards: cards).completions(of: typed)
  }

  private let shops = ["Müller Drogerie", "Sainsbury's", "Wi-Fi café", "Müller"].map {
    Card.sample($0)
  }

  @Test func `names are offered folded, and sorted`() {
    #expect(
      completions("", of: shops) == ["muller", "muller_drogerie", "sainsburys", "wifi_cafe"])
  }

  @Test(
    arguments: [
      ("mul", ["muller", "muller_drogerie"]), ("Mül", ["Müller", "Müller_drogerie"]),
      ("muller_", ["muller_drogerie"]), ("MULLER_D", ["MULLER_Drogerie"]), ("wi-f", ["wi-fi_cafe"]),
      ("drogerie", []), ("-", []), ("_", []),
    ])
  func `what was typed stays as it is`(typed: String, found: [String]) {
    #expect(completions(typed, of: shops) == found)
  }

  @Test(arguments: [("ΒΑΣ", "ΒΑΣιλοπουλοσ"), ("бер", "березка"), ("lo", "lodz"), ("롯", "롯데")])
  func `names of every script are completed`(typed: String, word: String) {
    let shops = ["Βασιλόπουλος", "Берёзка", "Łódź", "롯데"].map { Card.sample($0) }
    #expect(completions(typed, of: shops) == [word])
    #expect(CardSearch(cards: shops).cards(meantBy: word).count == 1)
  }

  @Test(arguments: ["\"mul", "'mul", "mul\\", "$mul", "mul ler", "`mul", "mul;"])
  func `nothing is offered where a shell would read more than letters`(typed: String) {
    #expect(completions(typed, of: shops).isEmpty)
  }

  @Test func `each word offered means the card that it is of`() {
    let search = CardSearch(cards: shops)
    for shop in shops {
      let word = completions("", of: [shop]).first ?? ""
      #expect(search.cards(meantBy: word).map(\.id) == [shop.id])
    }
  }

  @Test(
    arguments: [
      "$(touch x)", "`touch x`", "a;b|c&d", "two\nlines", "\u{1B}[31mred", "quote\" and 'quote'",
      "~root", "!!", "*", "\u{202E}turned", "-rf", "🎉", "",
    ])
  func `no name can contain what a shell acts on`(name: String) {
    let card = Card.sample(name)
    for word in completions("", of: [card]) {
      #expect(word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" })
      #expect(CardSearch(cards: [card]).cards(meantBy: word).map(\.id) == [card.id])
    }
    #expect(completions("", of: [card]).count == 1)
  }

  @Test(
    arguments: [
      "4006381333931", "Gym 4006381333931", "Gym 3931", "400 638 1333931", "Gift 7391", "604122",
    ])
  func `a number of the card is never offered`(name: String) {
    let card = Card.sample(name, "4006381333931").with {
      $0.printedNumber = "6041 2233-9981"
      $0.pin = "7391"
    }
    #expect(completions("", of: [card]) == [card.shortID])
  }

  @Test func `digits that are no number of the card stay`() {
    #expect(completions("", of: [.sample("Fair 2026", "4006381333931")]) == ["fair_2026"])
    #expect(completions("", of: [.sample("Studio 54", "4006381333931")]) == ["studio_54"])
  }
}
