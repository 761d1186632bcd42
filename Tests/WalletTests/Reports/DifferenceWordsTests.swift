import Cards
import Testing

@testable import Wallet

/// What a history calls a change.
@Suite struct DifferenceWordsTests {
  private func deeds(_ change: (inout Card) -> Void) -> [String] {
    let gym = Card.sample("Gym")
    return CardDifference.actions(of: CardDifference.between(gym, gym.with(change)))
  }

  @Test func `edited fields are named once each, without their values`() {
    #expect(deeds { $0.name = "Iron Works" } == ["edited name"])
    let two = deeds {
      $0.name = "Iron Works"
      $0.tags = ["sport", "food"]
    }
    #expect(two == ["edited name and tags"])
    let three = deeds {
      $0.name = "Iron Works"
      $0.expires = CalendarDate("2026-12-31")
      $0.kind = .membership
    }
    #expect(three == ["edited name, expiry and kind"])
  }

  @Test func `what has a word of its own is no edit`() {
    #expect(deeds { $0.isFavourite = true } == ["made a favourite"])
    let archived = deeds {
      $0.isArchived = true
      $0.note = "moved"
    }
    #expect(archived == ["archived", "edited note"])
    let used = deeds {
      $0.usedAt = Timestamp(milliseconds: 1)
      $0.lastUsed = Timestamp(milliseconds: 1)
    }
    #expect(used == ["used"])
  }

  @Test func `a card on one line has its details, not what was done to it`() {
    let card = Card.sample("Gym", "4006381333931").with {
      $0.tags = ["a", "b"]
      $0.isFavourite = true
      $0.isOneTime = true
      $0.note = "new"
    }
    #expect(
      card.summary
        == "Gym  EAN-13 ••••3931; tags a, b; note “new”; one-time card; favourite")
    #expect(Card.sample("Zoo").summary == "Zoo")
  }
}
