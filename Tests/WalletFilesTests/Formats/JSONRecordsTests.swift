import Cards
import Testing

@testable import WalletFiles

/// JSON that no known program wrote, read as a table.
@Suite struct JSONRecordsTests {
  private static let stocard = """
    {"cards": [
      {"id": "a1", "provider": "REWE", "input_id": "2600123456789", "barcode_format": "EAN_13",
       "label": "Rewe", "created": 1600000000},
      {"id": "a2", "provider": "IKEA Family", "input_id": "6275980012345678",
       "barcode_format": "CODE_128", "notes": "n"}]}
    """
  private static let takeout = """
    {"loyaltyObjects": [{"id": "3388.x", "classId": "3388.cls", "state": "ACTIVE",
      "accountId": "99887766", "accountName": "Ben",
      "barcode": {"type": "CODE_128", "value": "99887766", "alternateText": "99887766"},
      "loyaltyPoints": {"label": "Points", "balance": {"int": 250}}, "programName": "Star Club"}],
     "giftCards": [{"merchantName": "Amazon", "cardNumber": "AMZ-1", "pin": "1234"}]}
    """

  private func table(_ text: String) throws -> GenericTable {
    let file = try ForeignFile(Array(text.utf8), takesAnyTable: true)
    guard case .table(let table)? = file else { throw ForeignProblem.notText }
    return table
  }

  private func cards(_ text: String) throws -> [ForeignCard] {
    let table = try table(text)
    return try table.reading(as: table.guess).cards
  }

  @Test func `a list of objects becomes cards, and what has no other place is in the note`() throws
  {
    let cards = try cards(Self.stocard)
    #expect(cards.map(\.name) == ["Rewe", "IKEA Family"])
    #expect(cards.map { $0.codes.map(\.text) } == [["2600123456789"], ["6275980012345678"]])
    #expect(cards.map { $0.codes.map(\.symbology) } == [[.ean13], [.code128]])
    #expect(cards[0].note == "created: 1600000000\nid: a1\nprovider: REWE")
    #expect(cards[1].note == "id: a2\nn")
  }

  @Test func `kinds of cards side by side share the columns of one meaning`() throws {
    let cards = try cards(Self.takeout)
    #expect(cards.map(\.name) == ["Amazon", "Star Club"])
    #expect(cards[0].number == "AMZ-1" && cards[0].pin == "1234" && cards[0].codes.isEmpty)
    #expect(cards[1].codes.map(\.text) == ["99887766"] && cards[1].holder == "Ben")
    #expect(cards[1].balance?.thousandths == 250_000)
    #expect(cards[1].note.contains("state: ACTIVE"))
  }

  @Test func `cards in groups are found below them, with the name of their group`() throws {
    let cards = try cards(
      """
      [{"name": "Food", "entries": [{"name": "Rewe", "code": "4006381333931"}]},
       {"name": "Sport", "entries": [{"name": "Gym", "code": "A-77"}, {"name": "Pool", "code": "B-78"}]}]
      """)
    #expect(cards.map(\.name) == ["Rewe", "Gym", "Pool"])
    #expect(cards.map(\.tags) == [["Food"], ["Sport"], ["Sport"]])
  }

  @Test func `several codes of a card are never joined, and the card is doubtful`() throws {
    let cards = try cards(
      """
      [{"name": "Zoo", "code": ["4006381333931", "4006381333948"], "format": "EAN_13"},
       {"name": "Gym", "code": ["A-77"], "format": "QR"},
       {"name": "Spa", "number": [1, 2], "tags": ["a", "b"]}]
      """)
    #expect(cards.map(\.name) == ["Zoo", "Gym", "Spa"])
    #expect(cards[0].codes.isEmpty && cards[0].number.isEmpty)
    #expect(cards[0].note == "code: 4006381333931, 4006381333948")
    #expect(cards[0].doubts.contains(.severalCodes))
    #expect(cards[1].codes.map(\.text) == ["A-77"] && cards[1].doubts.isEmpty)
    #expect(cards[2].number.isEmpty && cards[2].doubts.contains(.severalCodes))
    #expect(cards[2].note == "number: 1, 2" && cards[2].tags == ["a", "b"])
  }

  @Test func `cards within a group are found even if the group has an id`() throws {
    let cards = try cards(
      """
      {"groups": [
        {"id": 1, "name": "Food", "cards": [{"id": 11, "name": "Rewe", "code": "R-1"},
                                            {"id": 12, "name": "Lidl", "code": "L-2"}]},
        {"id": 2, "name": "Sport", "cards": [{"id": 13, "name": "Gym", "code": "G-3"}]}]}
      """)
    #expect(cards.map(\.name) == ["Rewe", "Lidl", "Gym"])
    #expect(cards.map { $0.codes.map(\.text) } == [["R-1"], ["L-2"], ["G-3"]])
    #expect(cards.map(\.tags) == [["Food"], ["Food"], ["Sport"]])
  }

  @Test func `what was bought with a card is none, though it has a name and an id`() throws {
    let cards = try cards(
      """
      [{"name": "Rewe", "barcode": "R-1",
        "purchases": [{"id": 1, "name": "Bread"}, {"id": 2, "name": "Milk"}]},
       {"name": "Gym", "barcode": "G-3", "purchases": []}]
      """)
    #expect(cards.map(\.name) == ["Rewe", "Gym"])
    #expect(cards.map { $0.codes.map(\.text) } == [["R-1"], ["G-3"]])
  }

  @Test func `a card beside a household's cards is one as well`() throws {
    let cards = try cards(
      """
      [{"name": "Ann", "code": "A-1", "others": [{"name": "Ben", "code": "B-2"}]},
       {"name": "Zoo", "code": "Z-3"}]
      """)
    #expect(cards.map(\.name) == ["Ann", "Ben", "Zoo"])
    #expect(cards.map { $0.codes.first?.text } == ["A-1", "B-2", "Z-3"])
  }

  @Test func `a card with vouchers is a card, and so is each voucher`() throws {
    let cards = try cards(
      """
      [{"name": "Gym", "code": "G-1", "cards": [{"name": "Sauna", "code": "S-2"}, {"name": "Pool", "code": "P-3"}]},
       {"name": "Spa", "code": "X-4", "cards": []}]
      """)
    #expect(cards.map { $0.codes.first?.text } == ["G-1", "S-2", "P-3", "X-4"])
  }

  @Test func `two cards of one name with several codes each are two`() throws {
    let cards = try cards(
      #"[{"name": "Gym", "code": ["1234", "2345"]}, {"name": "Gym", "code": ["3456", "4567"]}]"#)
    #expect(cards.count == 2 && cards[0].sourceID != cards[1].sourceID)
    #expect(cards.allSatisfy { $0.codes.isEmpty })
  }

  @Test func `a key that may be a card's number is not repeated in what a person is to type`()
    throws
  {
    let table = try table(#"[{"name": "Zoo", "code": "Z-1", "4006381333931": "x"}]"#)
    let written = table.guess.written(for: table.header)
    #expect(written == "1=note,code=code,name=name")
    let inner = try self.table(
      #"[{"name": "Zoo", "code": "Z-1", "codes": {"4006381333931": "x"}}]"#)
    #expect(!inner.guess.written(for: inner.header).contains("4006381333931"))
  }

  @Test func `there is room for 50 fields of 20,000 cards`() {
    #expect(JSONReader.maxValueCount > 51 * 20_000)
    #expect(SeparatedValues.maxFieldCount == 50 * 20_001)
  }

  @Test(arguments: ["[]", "{}", "[1, 2]", #"[{"name": "alone"}]"#, #"{"a": {"b": 1, "c": 2}}"#])
  func `other JSON is no table`(text: String) throws {
    #expect(try ForeignFile(Array(text.utf8), takesAnyTable: true) == nil)
  }

  @Test func `JSON without a card's names is a table only where a person can say what they mean`()
    throws
  {
    let text = Array(#"[{"foo": "x", "bar": "y"}]"#.utf8)
    #expect(try ForeignFile(text) == nil)
    #expect(try table(String(decoding: text, as: UTF8.self)).guess.fields == [.note, .note])
  }

  @Test func `50 fields and 20,000 objects are read, and no more`() throws {
    func object(_ count: Int) -> String {
      "{\"name\":\"x\",\"code\":\"1\""
        + (3...max(3, count)).map { ",\"f\($0)\":\"v\"" }.joined() + "}"
    }
    #expect(try table("[\(object(50))]").header.count == 50)
    #expect(throws: ForeignProblem.tooMany(.columns, limit: 50)) {
      try table("[\(object(51))]")
    }
    let many = { (count: Int) in
      "[" + (1...count).map { #"{"name":"S\#($0)","code":"C-\#($0)"}"# }.joined(separator: ",")
        + "]"
    }
    #expect(try cards(many(20_000)).count == 20_000)
    #expect(throws: ForeignProblem.tooMany(.cards, limit: 20_000)) { try table(many(20_001)) }
  }

  @Test func `long keys, deep values and many elements take no time`() throws {
    let key = String(repeating: "k", count: 1_000_000)
    let values = (1...40).map { "\"v\($0)\":1" }.joined(separator: ",")
    let long = try table(#"[{"name":"a","code":"b","\#(key)":{\#(values)}}]"#)
    #expect(long.header.allSatisfy { $0.count <= 210 })
    let elements = Array(repeating: "\"t\"", count: 100_000).joined(separator: ",")
    #expect(try cards(#"[{"name":"a","code":"b","tags":[\#(elements)]}]"#).count == 1)
  }

  @Test func `a file that is cut off or damaged says so, at any byte`() throws {
    let bytes = Array(Self.takeout.utf8)
    for count in stride(from: 1, to: bytes.count - 1, by: 7) {
      #expect(throws: ForeignProblem.self) {
        try ForeignFile(Array(bytes.prefix(count)), takesAnyTable: true)
      }
    }
    for index in stride(from: 0, to: bytes.count, by: 5) {
      var other = bytes
      other[index] ^= 0x04
      _ = try? ForeignFile(other, takesAnyTable: true)
    }
  }

  @Test func `secrets are hidden whatever their keys are called`() throws {
    let table = try table(
      #"[{"title":"Gym","loginPassword":"s3cret","cardPin":"4711","user":{"name":"ben"},"code":"1"}]"#
    )
    let named = table.secrets.named.map { table.header[$0] }.sorted()
    #expect(named == ["cardPin", "loginPassword", "user name"])
    #expect(
      zip(table.header, table.guess.fields).filter { named.contains($0.0) }
        .allSatisfy { $0.1 != .note })
  }
}
