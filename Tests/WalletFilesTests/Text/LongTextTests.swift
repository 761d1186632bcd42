import Cards
import Testing

@testable import WalletFiles

/// Fields as long as a file are no days, amounts or codes, and nothing is made of all their parts.
@Suite struct LongTextTests {
  @Test func `a long text is no day, amount, colour or code`() {
    let count = 2_000_000
    #expect(WrittenDay.day(String(repeating: ".", count: count), in: .day) == nil)
    #expect(WrittenDay.day("2026-12-31T" + String(repeating: "0", count: 100), in: nil) == nil)
    let amount = String(repeating: "€", count: count) + "1"
    #expect(WrittenAmount(amount) == nil)
    #expect(WrittenValue.colour("rgb(1,1,1" + String(repeating: ",1", count: count) + ")") == nil)
    var card = ForeignCard(source: .pass, sourceID: "", name: "a")
    let text = String(repeating: "x", count: count)
    #expect(!WrittenCode.add(text, as: "QR", in: "utf-16", to: &card))
    #expect(!WrittenCode.add(text, as: "unknown", in: "", to: &card))
    #expect(card.codes.isEmpty && card.number.isEmpty)
  }

  @Test func `reported names of columns and symbologies are short`() throws {
    let marked = "c" + String(repeating: "\u{301}", count: 100_000)
    let table = "store,cardid,barcodetype,\(marked)\nShop,1,\(marked),x\n"
    let reading = try ForeignReading(table)
    let card = try #require(reading.cards.first)
    #expect(card.leftOut.allSatisfy { $0.utf8.count <= 1_600 })
    for case .unknownSymbology(let name) in card.doubts { #expect(name.utf8.count <= 640) }
    #expect(!card.doubts.isEmpty)
  }

  /// Sorted by insertion, these marks would take hours.
  @Test(.timeLimit(.minutes(1)))
  func `a letter with very many marks is fast, wherever it is`() throws {
    let count = 500_000
    let marks =
      String(repeating: "\u{301}", count: count) + String(repeating: "\u{316}", count: count)
    let safe = marks.streamSafe
    let runs = safe.unicodeScalars.split(separator: "\u{34F}")
    #expect(runs.map(\.count).reduce(0, +) == 2 * count && runs.allSatisfy { $0.count <= 30 })
    let escaped =
      String(repeating: "\\u0301", count: count / 4)
      + String(repeating: "\\u0316", count: count / 4)
    for text in [
      #"{"formatVersion":1,"serialNumber":"1","organizationName":"A","\#(marks)":1}"#,
      #"{"formatVersion":1,"serialNumber":"1","organizationName":"A","\#(escaped)":1}"#,
      "store,cardid,barcodetype,\(marks)\nA,1,QR_CODE,x\n",
    ] {
      let reading = try ForeignReading(text)
      #expect(reading.cards.map(\.name) == ["A"])
      #expect(reading.cards[0].leftOut.allSatisfy { $0.utf8.count <= 1_600 })
    }
  }

  @Test(arguments: ["", "e\u{301}", "漢字🙂", "a" + String(repeating: "\u{301}", count: 30) + "b"])
  func `texts of people stay as they are`(text: String) {
    #expect(Array(text.streamSafe.utf8) == Array(text.utf8))
  }

  @Test(.timeLimit(.minutes(1)))
  func `of endless tags, no more are taken than are kept`() {
    var card = ForeignCard(source: .table, sourceID: "", name: "a")
    card.keepTags((1...).lazy.map { "tag \($0)" })
    #expect(card.tags.count == CardLimits.tagCount + 1)
    card.keepTags(in: ",a;; b ,A,c;", separatedBy: [",", ";"])
    #expect(card.tags == ["a", "b", "c"])
  }

  @Test func `of very many keys and lines, few are reported or kept`() throws {
    let keys = (0..<10_000).map { #""k\#($0)":1"# }.joined(separator: ",")
    let pass = #"{"formatVersion":1,"serialNumber":"1","organizationName":"A",\#(keys)}"#
    let reading = try ForeignReading(pass)
    #expect(reading.cards[0].leftOut.count == 33)
    #expect(reading.cards[0].leftOut.last == "9968 more")
    let card = "{cardName: Gym, cardId: 12, cardType: CardType.code128}"
    let lines = card + String(repeating: "\n", count: 100_001)
    #expect(throws: ForeignProblem.tooMany(.lines, limit: 100_000)) {
      try ForeignFile(Array(lines.utf8))
    }
  }
}
