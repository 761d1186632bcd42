import Cards
import Testing

@testable import WalletFiles

/// Our own JSON, with all that an export writes.
@Suite struct OwnListTests {
  private static let text = """
    [{"id": "00112233445566778899aabbccddeeff", "name": "Gym", "symbologies": ["QR Code"],
      "codes": [{"symbology": "QR Code", "text": "a", "bytes": "61", "mask": 3, "columns": 2,
        "readerInitialisation": true, "part": {"count": 3, "id": "77", "index": 2}}],
      "state": "draft", "archived": true, "doubtful": true, "pin": "12", "hasPIN": true,
      "origin": "photo gym.jpg", "lastUsed": "2026-11-21T04:15:00.250Z",
      "usedAt": "2026-11-21T04:15:01Z", "photos": ["front", "back"],
      "photoFiles": [{"side": "front", "type": "image/jpeg", "data": "/9j/2Q=="},
        {"side": "back", "type": "image/jpeg", "data": "not Base64"}]}]
    """

  @Test func `an export comes back with moments, photos and how sure it is`() throws {
    let card = try #require(try ForeignReading(Self.text).cards.first)
    #expect(card.isArchived)
    #expect(card.doubts == [.hardToRead])
    #expect(card.pin == "12")
    #expect(card.formerOrigin == "photo gym.jpg")
    #expect(card.lastUsed == Timestamp("2026-11-21T04:15:00.250Z"))
    #expect(card.usedAt == Timestamp("2026-11-21T04:15:01Z"))
    let traits = try #require(card.codes.first?.traits)
    #expect(traits.mask == 3 && traits.columns == 2 && traits.readerInitialisation)
    #expect(traits.part == .init(index: 2, count: 3, id: "77"))
    #expect(card.photos == [.init(side: .front, member: "", bytes: [0xFF, 0xD8, 0xFF, 0xD9])])
    #expect(card.leftOut == ["photos"])
  }

  @Test func `what a later version writes is kept or named`() throws {
    let card = try #require(
      try ForeignReading(
        """
        [{"id": "00112233445566778899aabbccddeeff", "name": "Gym", "symbologies": ["New Code"],
          "codes": [{"symbology": "New Code", "text": "a", "bytes": "61"},
            {"symbology": "EAN-13", "text": "4006381333931"}],
          "expires": "never", "kind": "new", "balance": {"amount": 5, "currency": "new"}}]
        """
      ).cards.first)
    #expect(card.number == "a")
    #expect(card.codes.map(\.text) == ["4006381333931"])
    #expect(card.doubts == [.unreadDay, .unknownSymbology("New Code")])
    #expect(card.note == "Expires: never")
    #expect(card.balance == Balance(thousandths: 5_000, currency: "NEW"))
    #expect(card.leftOut == ["kind"])
  }

  @Test func `of a card with very many codes, only the first are kept`() throws {
    let codes = (0...Barcode.maxPerCard).map { #"{"symbology": "QR Code", "text": "\#($0)"}"# }
    let card = try #require(
      try ForeignReading(
        """
        [{"id": "00112233445566778899aabbccddeeff", "name": "Gym", "symbologies": ["QR Code"],
          "codes": [\(codes.joined(separator: ","))]}]
        """
      ).cards.first)
    #expect(card.codes.count == Barcode.maxPerCard)
    #expect(card.leftOut == ["codes"])
  }

  @Test func `an export that ends early is refused at each byte`() {
    let bytes = Array(Self.text.utf8)
    for length in 1..<bytes.count {
      #expect(throws: ForeignProblem.self) { try ForeignFile(Array(bytes[..<length])) }
    }
  }
}
