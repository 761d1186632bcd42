import Cards
import Foundation
import Testing

@testable import WebApp

@Suite("Errors about a field")
struct FieldRefusalTests {
  @Test(arguments: [
    ("name", #"{"name":" ","note":"fine"}"#), ("tags", #"{"tags":{"add":[" "]}}"#),
    ("expires", #"{"name":"Gym","expires":"soon"}"#), ("balance", #"{"balance":"a lot"}"#),
    ("webAddress", #"{"webAddress":"no address"}"#),
  ])
  func `the answer names the field that is wrong`(field: String, json: String) throws {
    let fields = try JSONDecoder().decode(CardFields.self, from: Data(json.utf8))
    let refusal = #expect(throws: FieldRefusal.self) {
      var generator = SystemRandomNumberGenerator()
      var card = Card(id: CardID(using: &generator), name: "Gym", codes: [])
      try fields.apply(to: &card)
    }
    let answer = ErrorAnswer(explaining: try #require(refusal))
    #expect(answer?.field == field)
    #expect(answer?.error.isEmpty == false)
  }

  @Test func `both dates move earlier in one edit, and the last day may not be before the first`()
    throws
  {
    var generator = SystemRandomNumberGenerator()
    var card = Card(id: CardID(using: &generator), name: "Gym", codes: [])
    card.validFrom = CalendarDate("2026-06-01")
    card.expires = CalendarDate("2026-06-30")
    func edit(_ json: String) throws {
      try JSONDecoder().decode(CardFields.self, from: Data(json.utf8)).apply(to: &card)
    }
    try edit(#"{"validFrom":"2026-01-01","expires":"2026-01-31"}"#)
    #expect(card.validFrom == CalendarDate("2026-01-01"))
    #expect(card.expires == CalendarDate("2026-01-31"))
    let refusal = #expect(throws: FieldRefusal.self) { try edit(#"{"validFrom":"2026-02-01"}"#) }
    #expect(refusal?.field == "validFrom")
  }

  @Test func `a request that no page sends is no error about a field`() {
    #expect(throws: DecodingError.self) {
      try FieldRefusal.naming("code") { throw DecodingError.malformed("no such symbology") }
    }
  }
}
