import Cards
import Foundation
import ReaderLink
import Testing
import WalletFiles

@testable import Wallet

/// What became of one card, photo or file, in words and in JSON.
@Suite struct ImportItemTests {
  private func json(_ item: ImportItem, isStored: Bool = true) throws -> [String: Any] {
    var outcome = ImportOutcome()
    outcome.items = [item]
    outcome.isStored = isStored
    let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(outcome))
    let items = (object as? [String: Any])?["items"] as? [[String: Any]]
    return try #require(items?.first)
  }

  @Test(
    arguments: [
      (.photo(.refused(.notAPicture)), "refused"),
      (.photo(.refused(.tooLarge(megapixels: 3_600))), "refused"),
      (.photo(.crashed), "failed"), (.photo(.timedOut), "failed"),
      (.file(.notText), "refused"), (.file(.unopenable), "failed"),
    ] as [(ImportItem.Reason, String)])
  func `only what the reader could read the next time failed, the rest is refused`(
    reason: ImportItem.Reason, name: String
  ) {
    #expect(reason.name == name)
  }

  @Test func `a file of no known kind is told what can be imported`() {
    let item = ImportItem(.photo(.refused(.notAPicture)), of: "a.txt")
    #expect(item.line == "a.txt: it is neither a picture nor an export from a wallet")
    #expect(item.advice?.line.hasSuffix("list (JSON) of cards, or a zip of these") == true)
    let empty = ImportItem(.photo(.refused(.empty)), of: "a.txt")
    #expect(empty.advice == "copy it again, or use another file")
  }

  @Test func `in JSON, no number is whole and no PIN is there`() throws {
    let card = Card.sample("Gym", "4006381333931").with { $0.pin = "2580" }
    let item = ImportItem(.new(card), of: "a.csv", named: "Gym", from: .catima)
    let stored = try json(item)
    #expect(stored["id"] as? String == card.id.description)
    #expect(stored["outcome"] as? String == "new" && stored["words"] as? String == "new")
    #expect(stored["ending"] as? String == "3931")
    let text = String(decoding: try JSONSerialization.data(withJSONObject: stored), as: UTF8.self)
    #expect(!text.contains("4006381333931") && !text.contains("2580"))
    // The id may be another one once it is stored.
    #expect(try json(item, isStored: false)["id"] == nil)
  }

  @Test func `of one kind of event, each name is used once`() {
    let card = Card.sample("Gym", "4006381333931")
    let outcomes: [ImportItem.Outcome] = [
      .new(card), .new(card.with { $0.review = .draft }), .changed(card, gaining: []),
      .known(card), .accepted(card), .restored(card, formerName: ""), .staysRemoved(card),
      .leftOut(.key),
    ]
    let names = [
      "new", "draft", "changed", "known", "accepted", "restored", "staysRemoved", "leftOut",
    ]
    #expect(outcomes.map(\.name) == names)
  }
}
