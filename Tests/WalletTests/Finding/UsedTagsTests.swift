import Cards
import Testing
import Wallet

/// Completing tags that were used before.
@Suite struct UsedTagsTests {
  private let used = UsedTags(
    of: [["sport"], ["food", "Café"], ["food", "sport"], ["Food", "city gym", "a,b"], ["🎁"]].map {
      tags in Card.sample("Card").with { $0.tags = tags }
    })

  @Test func `those of most cards come first, each in one spelling`() {
    #expect(used.all == ["Food", "sport", "🎁", "a,b", "Café", "city gym"])
    #expect(UsedTags(of: [.sample("Card")]).all.isEmpty)
  }

  @Test(
    arguments: [
      ("f", ["Food"]), ("FOO", ["Food"]), ("cafe", ["Café"]), ("c", ["Café", "city gym"]),
      ("city g", ["city gym"]), ("food, ci", ["food, city gym"]), ("sport,fo", ["sport,Food"]),
      ("food,FO", []), ("gym", []), ("🎁", ["🎁"]), ("f,", ["f,Food", "f,sport", "f,🎁"]),
      ("ＣＡ", ["Café"]),
    ])
  func `the last tag of a list is completed by its beginning`(list: String, found: [String]) {
    #expect(used.completions(of: list).prefix(3) == found[...])
  }

  @Test(
    arguments: [
      ("f", "Food"), ("sport, c", "sport, Café"), ("", nil), ("food, ", nil), ("FOOD", nil),
      ("x", nil),
    ])
  func `a tag that is whole, or none, is left alone`(list: String, completed: String?) {
    #expect(used.completion(of: list) == completed)
  }
}
