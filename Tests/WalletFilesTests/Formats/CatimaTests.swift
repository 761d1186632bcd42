import Cards
import Testing

@testable import WalletFiles

/// Catima's tables and links.
@Suite struct CatimaTests {
  private static let header =
    "_id,store,note,validfrom,expiry,balance,balancetype,cardid,barcodeid,barcodetype,"
    + "barcodeencoding,headercolor,starstatus,lastused,archive"
  // Noon in UTC, so that most time zones agree on the day: 2026-12-31 and 2020-01-01.
  private static let secondVersion = """
    2\r
    \r
    _id\r
    Food\r
    "Food, dear"\r
    \r
    \(header)\r
    1,Baker,"two\r
    \r
    lines",1577880000000,1798718400000,12.50,EUR,4006381333931,,EAN_13,,-65536,1,1700000000,1\r
    2,Gym,,,,0,,A-7,secret,QR_CODE,UTF-8,junk,2,,,\r
    3,Library,,,,1e3,,12345,,,,,,,\r
    4,,,,,0,,1,,,,,,,\r
    5,Odd,,,,0,,77,,NEW_CODE,,,,,\r
    \r
    cardId,groupId\r
    1,Food\r
    1,"Food, dear"\r

    """

  private func cards(_ text: String) throws -> [ForeignCard] { try ForeignReading(text).cards }

  @Test func `version 2 keeps all that Catima holds`() throws {
    let card = try #require(try cards(Self.secondVersion).first)
    #expect(card.sourceID == "card 1")
    #expect(card.name == "Baker")
    #expect(card.note == "two\r\n\r\nlines")
    #expect(card.codes.map(\.symbology) == [.ean13])
    #expect(card.codes.map(\.text) == ["4006381333931"])
    #expect(card.number.isEmpty)
    #expect(card.validFrom == CalendarDate("2020-01-01"))
    #expect(card.expires == CalendarDate("2026-12-31"))
    #expect(card.balance == Balance(thousandths: 12_500, currency: "EUR"))
    #expect(card.colour == 0xFF0000)
    #expect(card.isFavourite && card.isArchived)
    #expect(card.tags == ["Food", "Food, dear"])
    #expect(card.lastUsed == Timestamp(milliseconds: 1_700_000_000_000))
    #expect(card.doubts.isEmpty && card.leftOut.isEmpty)
  }

  @Test func `what is odd or empty is kept, doubted or reported`() throws {
    let reading = try ForeignReading(Self.secondVersion)
    #expect(reading.cards.map(\.name) == ["Baker", "Gym", "Library", "Odd"])
    #expect(reading.unreadable == [.init(name: "card 4", reason: .noName)])
    let (gym, library, odd) = (reading.cards[1], reading.cards[2], reading.cards[3])
    #expect(gym.number == "A-7")
    #expect(gym.codes.map(\.text) == ["secret"])
    #expect(!gym.isFavourite && gym.colour == nil && gym.balance == nil)
    #expect(library.doubts == [.noCode, .unclearBalance])
    #expect(library.number == "12345")
    #expect(library.leftOut.isEmpty)
    #expect(odd.doubts == [.unknownSymbology("NEW_CODE")])
  }

  @Test func `of several cards with one id, only the first has its groups and pictures`() throws {
    let table = """
      2

      _id
      Food

      _id,store,cardid
      1,Baker,12
      1,Gym,34

      cardid,groupid
      1,Food
      """
    let members = ["catima.csv": Array(table.utf8), "card_1_front.png": []]
    let reading = try ForeignFile.reading(members, languages: [])
    #expect(reading.cards.map(\.tags) == [["Food"], []])
    #expect(reading.cards.map(\.photos.count) == [1, 0])
  }

  @Test func `version 1 is read by its header`() throws {
    let card = try #require(
      try cards(
        "_id,store,note,cardid,barcodetype,headercolor,headertextcolor,starstatus\n"
          + "7,Shop,,12345,CODE_128,,,0,\n"
      ).first)
    #expect(card.sourceID == "card 7")
    #expect(card.codes.map(\.symbology) == [.code128])
  }

  @Test(arguments: ["", ",,", " "])
  func `an empty row between cards loses none of them`(row: String) throws {
    let cards = try cards(
      "2\n\n_id\nFood\n\n_id,store,cardid\n1,a,11\n\(row)\n2,b,12\n\ncardId,groupId\n2,Food\n")
    #expect(cards.map(\.name) == ["a", "b"])
    #expect(cards.map(\.tags) == [[], ["Food"]])
  }

  @Test func `a table that is too large says so`() {
    let row = "1,Shop,,12345,CODE_128," + String(repeating: "0", count: 65_510) + "\n"
    let rows = String(repeating: row, count: 257)
    #expect(throws: ForeignProblem.textTooLarge(limit: 16 << 20)) {
      try ForeignReading("_id,store,note,cardid,barcodetype,starstatus\n" + rows)
    }
  }

  @Test(arguments: [";", "\t"])
  func `a table that a spreadsheet saved anew is read`(separator: String) throws {
    let lines = ["2", "", "_id", "Food", "", "_id,store,cardid,barcodetype", "1,Café,11,QR_CODE"]
    let text = (lines + ["", "cardId,groupId", "1,Food"]).map {
      $0.replacing(",", with: separator)
    }.joined(separator: "\r\n")
    let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    guard case .text(let reading)? = try ForeignFile(bytes) else { throw ForeignProblem.notText }
    #expect(reading.cards.map(\.name) == ["Café"])
    #expect(reading.cards.map(\.tags) == [["Food"]])
    #expect(reading.guessedCharset == "Windows-1252")
  }

  @Test func `a file of version 2 that ends early is refused`() {
    let table = "2\n\n_id\nFood\n\n_id,store,cardid\n1,a,1"
    for text in [table, table + "1\n2,b", table + "1\n\ncardI"] {
      #expect(throws: ForeignProblem.cutOff) { try ForeignReading(text) }
    }
  }

  @Test func `a later version is refused`() {
    #expect(throws: ForeignProblem.newerVersion("3")) {
      try ForeignReading("3\n\n_id\n\nstore,cardid\na,1\n")
    }
  }

  @Test func `a wrong check digit, or one that is missing, is noticed`() throws {
    let cards = try cards(
      "store,cardid,barcodetype\na,4006381333932,EAN_13\nb,400638133393,EAN_13\nc,123,CODABAR\n")
    #expect(cards[0].doubts == [.wrongCheckDigit])
    #expect(cards[1].codes.map(\.text) == ["4006381333931"])
    #expect(cards[1].doubts == [.missingDigit])
    #expect(cards[2].doubts.isEmpty)
    #expect(cards[2].codes.map(\.text) == ["A123A"])
  }

  @Test(
    arguments: [
      ("UPC_A", "03600029145", "036000291452"), ("EAN_8", "9638507", "96385074"),
      ("UPC_E", "0123456", "01234565"),
    ])
  func `a retail number that is a digit short is a doubt`(
    kind: String, number: String, text: String
  ) throws {
    let card = try #require(try cards("store,cardid,barcodetype\na,\(number),\(kind)\n").first)
    #expect(card.codes.map(\.text) == [text])
    #expect(card.doubts == [.missingDigit])
  }

  @Test func `what no column holds is named`() throws {
    let card = try #require(
      try cards(
        "_id,store,cardid,barcodetype,headercolor,headertextcolor,lastused,balance,balancetype\n"
          + "1,Shop,12345,CODE_128,red,-1,soon,5,Bonus\n"
      ).first)
    #expect(card.leftOut == ["lastused", "headercolor", "headertextcolor"])
    #expect(card.balance == nil && card.note == "Balance: 5 Bonus")
    #expect(card.doubts == [.unclearBalance])
    let link = "https://catima.app/share?store=a&note=&cardid=1&headertextcolor=-1&empty="
    #expect(try cards(link).first?.leftOut == ["headertextcolor"])
  }

  @Test func `a code that is no barcode, and a second column of one name, are named`() throws {
    let cards = try cards(
      "store,cardid,barcodeid,barcodetype,Store\na,1,2,,\nb,1,1,,\nc,1,,QR_CODE,d\n")
    #expect(cards.map(\.name) == ["a", "b", "c"])
    #expect(cards.map(\.number) == ["1", "1", ""])
    #expect(cards.map(\.leftOut) == [["barcodeid"], [], ["Store"]])
  }

  @Test(arguments: ["2", "\"2"])
  func `groups that are cut off are reported`(end: String) throws {
    let table = "2\n\n_id\nFood\n\n_id,store,cardid\n1,a,1\n2,b,2\n\ncardId,groupId\n1,Food\n"
    #expect(try ForeignReading(table).unreadable.isEmpty)
    let reading = try ForeignReading(table + end)
    #expect(reading.cards.map(\.tags) == [["Food"], []])
    #expect(reading.unreadable == [.init(name: "rest of the file", reason: .file(.cutOff))])
  }

  @Test func `a number in place of a symbology is not shown`() throws {
    let card = try #require(
      try cards("store,cardid,barcodetype\na,1,4006381333931\n").first)
    #expect(card.doubts == [.unknownSymbology("")])
  }

  @Test func `bytes follow the charset`() throws {
    let cards = try cards(
      "store,cardid,barcodetype,barcodeencoding\na,é,QR_CODE,\nb,é,QR_CODE,UTF-8\nc,€,QR_CODE,\n")
    #expect(cards.map { $0.codes[0].bytes } == [[0xE9], [0xC3, 0xA9], [0xE2, 0x82, 0xAC]])
    #expect(cards.map(\.doubts) == [[], [], [.charset("")]])
  }

  @Test(
    arguments: [
      ("QR_CODE", "", "gym", nil), ("QR_CODE", "ISO-8859-1", "gym", nil),
      ("QR_CODE", "iso8859_1", "gym", nil), ("QR_CODE", "UTF-8", "gym", 26),
      ("QR_CODE", "utf8", "gym", 26), ("QR_CODE", "UTF-8", "4711", nil),
      ("QR_CODE", "UTF-8", "GYM 4711", nil), ("QR_CODE", "windows-1252", "gym", 23),
      ("QR_CODE", "Shift_JIS", "会員", nil), ("QR_CODE", "Shift_JIS", "会員a", 20),
      ("AZTEC", "ISO-8859-1", "4711", nil), ("AZTEC", "UTF-8", "4711", 26),
      ("PDF_417", "ISO-8859-1", "4711", nil), ("PDF_417", "UTF-8", "4711", 26),
      ("DATA_MATRIX", "ISO-8859-1", "gym", nil), ("DATA_MATRIX", "UTF-8", "gym", nil),
      ("CODE_128", "UTF-8", "gym", nil), ("QR_CODE", "Klingon", "gym", nil),
    ] as [(String, String, String, Int?)])
  func `a charset is stated only where Catima's library states it`(
    kind: String, charset: String, text: String, eci: Int?
  ) throws {
    let table = "store,cardid,barcodetype,barcodeencoding\na,\(text),\(kind),\(charset)\n"
    #expect(try cards(table).first?.codes.first?.traits.eci == eci)
  }

  @Test func `a Data Matrix is in ISO-8859-1, whatever the file names`() throws {
    let cards = try cards(
      "store,cardid,barcodetype,barcodeencoding\na,é,DATA_MATRIX,UTF-8\nb,€,DATA_MATRIX,UTF-8\n")
    #expect(cards.map { $0.codes[0].bytes } == [[0xE9], [0xE2, 0x82, 0xAC]])
    #expect(cards.map(\.doubts) == [[], [.charset("")]])
  }

  @Test func `a table that ends early gives fewer cards or a reason, never more`() throws {
    let bytes = Array(Self.secondVersion.utf8)
    for length in 0..<bytes.count {
      do throws(ForeignProblem) {
        guard case .text(let reading)? = try ForeignFile(Array(bytes[..<length])) else { continue }
        #expect(reading.cards.count <= 4)
      } catch {
        switch error {
        case .openQuotes, .cutOff, .missing("store, cardid"): break
        default: Issue.record("\(length): \(error)")
        }
      }
    }
  }

  @Test(
    arguments: [
      (#""=""00123""""#, "00123"), ("'00124", "'00124"),
      ("'t Hoekje", "'t Hoekje"),
    ])
  func `a number that was protected in a spreadsheet is itself`(
    written: String, number: String
  ) throws {
    let card = try #require(
      try cards("_id,store,cardid,barcodetype\n1,Gym,\(written),CODE_128\n").first)
    #expect(card.codes.map(\.text) == [number])
  }

  @Test(
    arguments: [
      "https://catima.app/share#store%3DA%2Bb%2526c%26note%3D%26cardid%3D12345%26barcodetype%3DCODE_39",
      "https://thelastproject.github.io/Catima/share/?store=A+b%26c&note=&cardid=12345&barcodetype=CODE_39",
    ])
  func `a link is one card`(link: String) throws {
    let card = try #require(try cards(link + "\n").first)
    #expect(card.name == "A b&c")
    #expect(card.sourceID.isEmpty)
    #expect(card.codes.map(\.symbology) == [.code39])
    #expect(card.codes.map(\.text) == ["12345"])
  }

  @Test(arguments: [("", "old"), ("#", "old"), ("#store%3Dnew%26note%3Dx", "new")])
  func `a link's fragment overrides its query`(
    fragment: String, name: String
  ) throws {
    let link = "https://catima.app/share?store=old&note=&cardid=12345" + fragment
    let card = try #require(try cards(link).first)
    #expect(card.name == name && card.number == "12345")
    #expect(card.note == (name == "new" ? "x" : ""))
  }
}
