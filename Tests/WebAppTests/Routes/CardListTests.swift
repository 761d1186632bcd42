import Cards
import Foundation
import Testing
import VaultStore

@testable import WebApp

@Suite("Lists of cards, on a page")
struct CardListTests {
  private static func saved(
    _ count: Int, in served: ServedVault, _ change: (Int, inout Card) -> Void = { _, _ in }
  ) async throws -> [Card] {
    var random = SystemRandomNumberGenerator()
    let cards = (0..<count).map { number in
      var card = Card(id: CardID(using: &random), name: "Card \(1_000 + number)", codes: [])
      change(number, &card)
      return card
    }
    try await served.holder.vault().save(cards)
    return cards
  }

  @Test func `a thousand cards are listed`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    _ = try await Self.saved(1_000, in: served) { number, card in
      if number == 500 { card.name = "Zebra crossing" }
    }
    let all = try await served.ask("cards", #"{"words":"","sort":"name"}"#, as: session)
    #expect((all.json["cards"] as? [Any])?.count == 1_000)
    let found = try await served.ask("cards", #"{"words":"zebra"}"#, as: session)
    #expect((found.json["cards"] as? [Any])?.count == 1)
  }

  @Test(arguments: [("lodz", 1), ("μασουτησ", 2), ("ＣＡＲＤ", nil), ("card 1000", 0)])
  func `the card that the words name is meant, in every script`(words: String, place: Int?)
    async throws
  {
    let (served, session) = try await ServedVault.signedIn()
    let cards = try await Self.saved(4, in: served) { number, card in
      if number == 1 { card.name = "Łódź" }
      if number == 2 { card.name = "ΜΑΣΟΎΤΗΣ" }
      if number == 3 { card.note = "Łódź Μασούτης" }
    }
    let answer = try await served.ask("cards", #"{"words":"\#(words)"}"#, as: session)
    let listed = answer.json["cards"] as? [[String: Any]] ?? []
    #expect(!listed.isEmpty)
    if let place {
      #expect(answer.json["meant"] as? String == cards[place].id.description)
    }
  }

  @Test func `the cards beside a card are those of the list that it was chosen from`() async throws
  {
    let (served, session) = try await ServedVault.signedIn()
    let cards = try await Self.saved(6, in: served) { number, card in
      if number % 2 == 0 { card.tags = ["even"] }
      card.isArchived = number > 3
    }
    func beside(_ number: Int, _ among: String = "") async throws -> [String?] {
      let json = #"{"id":"\#(cards[number].id)"\#(among)}"#
      let answer = try await served.ask("card", json, as: session).json["neighbours"]
      let ids = answer as? [String: String] ?? [:]
      return [ids["previous"], ids["next"]]
    }
    func ids(_ numbers: Int?...) -> [String?] {
      numbers.map { $0.map { cards[$0].id.description } }
    }
    #expect(try await beside(1) == ids(0, 2))
    let even = #","among":{"states":"all","tag":"even","words":"","sort":"name"}"#
    #expect(try await beside(2, even) == ids(0, 4))
    #expect(try await beside(4, even) == ids(2, nil))
    // Of another list, those in the same state.
    #expect(try await beside(5, even) == ids(4, nil))
    #expect(try await beside(3, even) == ids(2, nil))
  }
}
