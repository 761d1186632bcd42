import Cards
import Testing

@testable import WalletFiles

/// Catima's files and links as they are found.
@Suite struct CatimaVarietyTests {
  private static let link = "catima.app/share#store%3DA%2B%2526%2BB%26note%3D%26cardid%3D12345"
  private static let other = "https://catima.app/share#store%3DGym%26note%3D%26cardid%3D77"

  private func names(_ text: String) throws -> [String] {
    try ForeignReading(text).cards.map { "\($0.name) \($0.number)" }
  }

  @Test(
    arguments: [
      "https://\(link)\n\(other)\n", "My cards: <https://\(link)>, and \(other).",
      "\"Look\" here https://www.\(link)\r\n\r\n(\(other))", "\(link) www.\(other.dropFirst(8))",
    ])
  func `every link in a message is a card`(text: String) throws {
    #expect(try names(text) == ["A & B 12345", "Gym 77"])
  }

  @Test func `a link whose fragment is encoded once keeps its signs`() throws {
    let link = "https://catima.app/share#store=A+%26+B&note=a%3Db%26c&cardid=12345"
    let card = try #require(try ForeignReading(link).cards.first)
    #expect(card.name == "A & B" && card.note == "a=b&c" && card.number == "12345")
    #expect(ForeignFile.isLink(link) && !ForeignFile.isLink("share.txt"))
  }

  @Test func `a table with a link in a note stays a table`() throws {
    let table = "_id,store,note,cardid\n1,Shop,see https://\(Self.link) there,9\n"
    #expect(try names(table) == ["Shop 9"])
  }

  @Test func `extra fields raise a doubt unless they are empty`() throws {
    let table = "store,cardid,starstatus\na,1,0\nb,2,0,\nc,3,0,,\nd, e,4,0\n"
    let cards = try ForeignReading(table).cards
    #expect(cards.map { $0.doubts.contains(.tooManyValues) } == [false, false, false, true])
  }

  @Test func `pictures of a card that is not in the table are reported by name`() throws {
    let table = Array("_id,store,cardid\n1,Gym,7\n2,,8\n".utf8)
    let members: [String: [UInt8]] = [
      "catima.csv": table, "card_1_front.png": [], "card_2_back.png": [], "card_9_front.png": [],
      "card_9_back.png": [], "notes.png": [],
    ]
    let reading = try ForeignFile.reading(members, languages: [])
    #expect(
      reading.unreadable == [
        .init(name: "card 2", reason: .noName),
        .init(name: "card_9_back.png", reason: .noSuchCard),
        .init(name: "card_9_front.png", reason: .noSuchCard),
      ])
  }

  @Test(
    arguments: [("EUR", "EUR", []), ("XYZ", "", [.currency]), ("", "", [])]
      as [(String, String, [CardDetail])])
  func `only currencies that exist are written for Catima`(
    currency: String, written: String, lost: [CardDetail]
  ) throws {
    var card = Card(id: OddCards.id(4), name: "Gym", codes: [OddCards.code(.code128, "A-7")])
    card.balance = Balance(thousandths: 5_000, currency: currency)
    let writing = CatimaFile.writing([card])
    #expect(writing.text.contains(",5,\(written),A-7"))
    #expect(writing.leftOut.flatMap(\.details) == lost)
  }

  @Test func `a first line that is a card is no header`() throws {
    for text in [
      "Shop,4006381333931\nZoo,123\n", "Shop,AB12345\nZoo,1\n", "Shop;4006 3813\nZoo;1\n",
    ] {
      guard case .table(let table)? = try ForeignFile(Array(text.utf8), takesAnyTable: true) else {
        throw ForeignProblem.notText
      }
      #expect(!table.hasNames && table.header == ["Column 1", "Column 2"])
    }
    let dated = "Shop,Number,Money on 31.12.2025\nZoo,123,5\n"
    #expect(try ForeignFile(Array(dated.utf8)) != nil)
  }
}
