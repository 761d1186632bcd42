import Cards
import Testing

@testable import WalletFiles

/// PassAndroid's own passes.
@Suite struct EspassTests {
  private static let main = """
    {"accentColor":"#FFD32F2F","barCode":{"format":"QR_CODE","message":"M-1","alternativeText":"No. 1"},
     "calendarTimespan":{"from":"2027-03-01T19:00:00Z"},"creator":"City Hall","description":"Concert",
     "fields":[{"key":"seat","label":"Seat","value":"12 A","hide":false},
               {"key":"pin","label":"PIN","value":"4711","hide":true}],
     "id":"28293fd5","type":"EVENT","validTimespans":[{"to":"2027-03-02T02:00:00Z"}],"locations":[]}
    """

  private func reading(_ text: String, beside names: [String] = []) throws -> ForeignReading {
    var members = ["main.json": Array(text.utf8)]
    for name in names { members[name] = [] }
    return try ForeignFile.reading(ofArchive: members, damage: nil, languages: ["en"])
  }

  @Test func `a pass becomes a card with its fields`() throws {
    let reading = try reading(Self.main, beside: ["logo.png", "icon.png"])
    let card = try #require(reading.cards.first)
    #expect(reading.source == .pass && card.name == "City Hall" && card.kind == .ticket)
    #expect(card.codes.map(\.text) == ["M-1"] && card.codes.map(\.symbology) == [.qrCode])
    #expect(card.number == "No. 1" && card.pin == "4711" && card.colour == 0xD32F2F)
    #expect(card.validFrom == CalendarDate("2027-03-01"))
    #expect(card.note == "Concert\nSeat: 12 A\nBegins: 2027-03-01T19:00:00Z")
    #expect(card.photos.map(\.member) == ["logo.png"] && card.leftOut.isEmpty)
  }

  @Test func `all secrets are hidden, and none is in the note`() throws {
    let text = Self.main.replacing(
      #"{"key":"seat","label":"Seat","value":"12 A","hide":false}"#,
      with: #"{"key":"puk","label":"PUK","value":"998877","hide":true}"#)
    let card = try #require(try reading(text).cards.first)
    #expect(card.pin == "PUK: 998877, PIN: 4711")
    #expect(!card.note.contains("998877") && !card.note.contains("4711"))
  }

  @Test func `a pass without a code or a name says so`() throws {
    let bare = try reading(##"{"type":"LOYALTY","description":"Club","accentColor":"#112233"}"##)
    #expect(bare.cards.map(\.doubts) == [[.noCode]] && bare.cards[0].kind == .loyalty)
    let nameless = try reading(#"{"type":"COUPON","description":""}"#)
    #expect(nameless.unreadable == [.init(name: "main.json", reason: .noName)])
  }

  @Test func `another program's main json is none`() {
    #expect(throws: ForeignFile.noWallet) { try reading(#"{"type":"module","name":"x"}"#) }
  }

  @Test func `it is read to the end or refused, at any byte`() {
    let bytes = Array(Self.main.utf8)
    for count in 1..<bytes.count - 1 {
      #expect(throws: ForeignProblem.self) {
        try ForeignFile.reading(
          ofArchive: ["main.json": Array(bytes.prefix(count))], damage: nil, languages: [])
      }
    }
  }
}
