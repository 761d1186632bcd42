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
    let answer = ErrorAnswer(wording: try #require(refusal))
    #expect(answer?.field == field)
    #expect(answer?.error.isEmpty == false)
  }

  @Test func `a request that no page sends is no error about a field`() {
    #expect(throws: DecodingError.self) {
      try FieldRefusal.naming("code") { throw DecodingError.malformed("no such symbology") }
    }
  }
}
