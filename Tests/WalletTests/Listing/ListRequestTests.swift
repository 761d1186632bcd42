import Cards
import Testing
import Wallet

/// Which cards a list shows, and in which order.
@Suite struct ListRequestTests {
  @Test func `favourites come first, and cards without a value last`() {
    let cards = [
      Card.sample("A"), .sample("B").with { $0.expires = CalendarDate("2027-01-01") },
      .sample("C").with { $0.expires = CalendarDate("2026-12-31") },
      .sample("D").with { $0.isFavourite = true },
    ]
    #expect(CardOrder.expires.sorted(cards).map(\.name) == ["D", "C", "B", "A"])
    #expect(CardOrder.name.sorted(cards).map(\.name) == ["D", "A", "B", "C"])
  }

  @Test func `the last used card comes first`() {
    let cards = [
      Card.sample("A").with { $0.lastUsed = Timestamp(milliseconds: 1) },
      .sample("B").with { $0.lastUsed = Timestamp(milliseconds: 2) }, .sample("C"),
    ]
    #expect(CardOrder.used.sorted(cards).map(\.name) == ["B", "A", "C"])
  }

  @Test func `a card must have every tag, and mention the words`() throws {
    let card = Card.sample("Grocer").with { ($0.tags, $0.note) = (["food", "town"], "Upstairs") }
    let today = try CalendarDate.someDay
    #expect(ListRequest(tags: ["food", "town"], query: ["upstairs"]).matches(card, on: today))
    #expect(!ListRequest(tags: ["food", "sea"]).matches(card, on: today))
    #expect(!ListRequest(query: ["downstairs"]).matches(card, on: today))
    #expect(ListRequest(query: ["LOYALTY"]).matches(card, on: today))
  }

  @Test func `tags are found and grouped whatever their case and accents`() throws {
    let today = try CalendarDate.someDay
    let cards = [
      Card.sample("A").with { $0.tags = ["Café"] }, .sample("B").with { $0.tags = ["cafe", "🎁"] },
      .sample("C"),
    ]
    #expect(
      ListRequest(tags: ["CAFE"]).chosen(among: cards, on: today).map(\.name) == ["A", "B"])
    #expect(ListRequest(tags: ["🎁"]).chosen(among: cards, on: today).map(\.name) == ["B"])
    let groups = CardGroup.byTag(cards)
    #expect(groups.map(\.tag) == ["🎁", "Café", ""])
    #expect(groups.map { $0.cards.map(\.name) } == [["B"], ["A", "B"], ["C"]])
  }

  @Test func `expired and used-up cards are separate from current ones`() throws {
    let today = try CalendarDate.someDay
    let old = Card.sample("Old").with { $0.expires = CalendarDate("2026-11-21") }
    #expect(!ListRequest().matches(old, on: today))
    #expect(ListRequest(states: .expired).matches(old, on: today))
    #expect(ListRequest(states: .all).matches(old, on: today))
    let last = Card.sample("Last").with { $0.expires = today }
    #expect(ListRequest().matches(last, on: today))
    #expect(CardStates.current.contains(.draft) && !CardStates.current.contains(.archived))
  }
}

extension ListRequest {
  fileprivate func matches(_ card: Card, on today: CalendarDate) -> Bool {
    !chosen(among: [card], on: today).isEmpty
  }
}
