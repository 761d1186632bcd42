import Cards
import Foundation
import Testing

@testable import Wallet

@Suite struct `What a pocket holds` {
  private func payload(_ count: Int, note: String = "") throws -> [UInt8] {
    let today = try #require(CalendarDate(year: 2026, month: 11, day: 30))
    var random = SystemRandomNumberGenerator()
    let cards = (0..<count).map { number in
      let code = Barcode(
        symbology: .ean13, bytes: Array("4006381333931".utf8), text: "4006381333931")
      var card = Card(id: CardID(using: &random), name: "Card \(number)", codes: [code])
      (card.pin, card.note) = ("2580", note)
      return PocketCard(card, withPIN: false, today: today)
    }
    let choice = PocketChoice(tags: [], withPINs: false)
    return PocketContents(published: 7, choice, cards: cards).payload
  }

  @Test(arguments: [0, 1, 50, 300])
  func `is as long as its steps, with its JSON and blanks`(count: Int) throws {
    let bytes = try payload(count)
    #expect((bytes.count + 8) % 65_536 == 0)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    #expect(object["published"] as? Int == 7 && (object["cards"] as? [Any])?.count == count)
  }

  @Test func `is a step longer when a byte does not fit`() throws {
    let room = try payload(1).reversed().prefix { $0 == UInt8(ascii: " ") }.count
    let key = #","note":"""#.utf8.count
    let full = try payload(1, note: String(repeating: "x", count: room - key))
    #expect(full.count == 65_528 && full.last == UInt8(ascii: "}"))
    #expect(try payload(1, note: String(repeating: "x", count: room - key + 1)).count == 131_064)
  }

  @Test(arguments: [
    PocketChoice(tags: [], withPINs: false), PocketChoice(tags: ["a", "b c"], withPINs: true),
  ])
  func `says what was chosen`(choice: PocketChoice) throws {
    let payload = PocketContents(published: 7, choice, cards: []).payload
    #expect(try PocketContents.choice(in: payload) == choice)
  }

  @Test func `has no PIN and no id`() throws {
    let text = String(decoding: try payload(1), as: UTF8.self)
    #expect(!text.contains("2580") && !text.contains("\"id\""))
  }
}
