import Cards
import Testing
import Wallet

/// Which cards are taken along.
@Suite struct CardGatheringTests {
  private let cards = [
    Card.sample("Bakery").with { $0.tags = ["food", "town"] },
    .sample("Draft").with { ($0.review, $0.tags) = (.draft, ["food"]) },
    .sample("Gym").with { $0.tags = ["sport"] },
    .sample("Gym old").with { ($0.isArchived, $0.tags) = (true, ["sport"]) },
    .sample("Zoo").with { ($0.expires, $0.tags) = (CalendarDate("2020-01-01"), ["town"]) },
  ]

  /// The names of the cards, or the words that match none behind `-`.
  private func names(_ gathering: CardGathering) throws -> [String] {
    switch gathering.chosen(from: cards, on: try .someDay) {
    case .cards(let found): found.map(\.name)
    case .nothing(let words): ["-\(words ?? "")"]
    }
  }

  @Test func `tags and all mean cards in use`() throws {
    #expect(try names(.allInUse) == ["Bakery", "Gym"])
    #expect(try names(.tagged(["food"])) == ["Bakery"])
    #expect(try names(.tagged(["food", "town"])) == ["Bakery"])
    #expect(try names(.tagged(["sport", "food"])) == ["-"])
  }

  @Test func `words mean all cards in use that match, or others if there are none`() throws {
    #expect(try names(.matching(["bakery", "gym"])) == ["Bakery", "Gym"])
    #expect(try names(.matching(["zoo"])) == ["Zoo"])
    #expect(try names(.matching(["gym", "gym"])) == ["Gym"])
    #expect(try names(.matching(["bakery", "nowhere"])) == ["-nowhere"])
  }
}
