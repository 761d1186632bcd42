import Cards
import Foundation
import Testing

@testable import Wallet

@Suite struct `What a pocket holds` {
  private static let today = CalendarDate(year: 2026, month: 11, day: 30)

  private func payload(_ count: Int, note: String = "") -> [UInt8] {
    let cards = (0..<count).map { number in
      var card = Card(
        id: CardID(using: &random), name: "Card \(number)",
        codes: [
          Barcode(symbology: .ean13, bytes: Array("4006381333931".utf8), text: "4006381333931")
        ])
      (card.pin, card.note) = ("2580", note)
      return PocketCard(card, withPIN: false, today: Self.today)
    }
    return PocketContents(published: 7, cards: cards).payload
  }

  private var random: SystemRandomNumberGenerator {
    get { SystemRandomNumberGenerator() }
    nonmutating set {}
  }

  @Test(arguments: [0, 1, 50, 300])
  func `is as long as its steps, with its JSON and blanks`(count: Int) throws {
    let bytes = payload(count)
    #expect((bytes.count + 8) % 65_536 == 0)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    #expect(object["published"] as? Int == 7 && (object["cards"] as? [Any])?.count == count)
  }

  @Test func `is a step longer when a byte does not fit`() {
    let room = payload(1).reversed().prefix { $0 == UInt8(ascii: " ") }.count
    let key = #","note":"""#.utf8.count
    let full = payload(1, note: String(repeating: "x", count: room - key))
    #expect(full.count == 65_528 && full.last == UInt8(ascii: "}"))
    #expect(payload(1, note: String(repeating: "x", count: room - key + 1)).count == 131_064)
  }

  @Test func `has no PIN and no id`() {
    let text = String(decoding: payload(1), as: UTF8.self)
    #expect(!text.contains("2580") && !text.contains("\"id\""))
  }
}
