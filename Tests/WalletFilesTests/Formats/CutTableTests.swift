import Cards
import Testing

@testable import WalletFiles

/// Tables that were not copied completely: the row that is cut is named, and no card has a part of a number.
@Suite struct CutTableTests {
  /// Two cards, the second of which is cut off.
  private static let tables: [(String, String, String)] = [
    (
      "Name,Code,Symbology,Note", "Baker,A-1,Code 128,",
      "Gym,B-12345,Code 128,\"from, or in\nMay\""
    ),
    ("Name;Code;Note", "Baker;\"A-1\";", "\"Gym\";\"B-12345\";\"\""),
    ("store,note,cardid,barcodetype", "Baker,,A-1,QR_CODE", "Gym,\"a\"\"b\",B-12345,QR_CODE"),
    (
      "Retailer;Program;Added At;Reference;Firstname;Lastname", "Baker;;;A-1;;",
      "Gym;;;B-12345;Ann;Lee"
    ),
    (
      OwnColumn.allCases.map(\.rawValue).joined(separator: ","),
      "Baker,Code 128,A-1" + String(repeating: ",", count: OwnColumn.allCases.count - 3),
      "Gym,Code 128,B-12345" + String(repeating: ",", count: OwnColumn.allCases.count - 3)
    ),
  ]

  private func reading(_ text: String) throws -> ForeignReading {
    switch try #require(try ForeignFile(Array(text.utf8))) {
    case .table(let table): try table.reading(as: table.guess)
    case .text(let reading): reading
    case .archive: throw ForeignProblem.notText
    }
  }

  @Test(arguments: tables)
  func `a row that is cut anywhere is unreadable by its name, or whole`(
    header: String, first: String, last: String
  ) throws {
    let whole = "\(header)\n\(first)\n"
    #expect(try reading(whole).cards.count == 1)
    let bytes = Array(last.utf8)
    for length in 1...bytes.count {
      let part = String(decoding: bytes[..<length], as: UTF8.self)
      // Nothing but quotes is no row yet.
      if part == "\"" { continue }
      let reading = try reading(whole + part)
      let number = reading.cards.dropFirst().map { $0.codes.first?.text ?? $0.number }
      #expect(reading.cards.first?.name == "Baker", "\(part)")
      if reading.cards.count == 2 {
        #expect(number == ["B-12345"], "\(part)")
        #expect(reading.unreadable.isEmpty, "\(part)")
      } else {
        #expect(reading.unreadable.map(\.reason) == [.file(.cutOff)], "\(part)")
        #expect(reading.unreadable.allSatisfy { "Gym".hasPrefix($0.name) }, "\(part)")
      }
    }
    #expect(try reading(whole + last).cards.count == 2)
  }

  @Test func `where rows leave out empty fields, the last one may, too`() throws {
    let reading = try reading("Name,Code,Note\nBaker,A-1\nGym,B-2,x\nZoo,C-3")
    #expect(reading.cards.map(\.name) == ["Baker", "Gym", "Zoo"])
  }

  @Test(
    arguments: [
      ("Gym,QR,B-12", [.mayBeCutOff]), ("Gym,QR,B-12\n", []), ("Gym,QR,\"B-12\"", []),
      ("Gym,EAN-13,4006381333931", []), ("Gym,EAN-13,400638133393", [.missingDigit]),
    ] as [(String, [ForeignCard.Doubt])])
  func `a number at the very end of a file is a doubt, unless its check digit is right`(
    row: String, doubts: [ForeignCard.Doubt]
  ) throws {
    let reading = try reading("Name,Symbology,Code\nBaker,QR,A-1\n\(row)")
    #expect(reading.cards.map(\.doubts) == [[], doubts])
  }

  @Test(
    arguments: [
      ("Name,Code,Symbology,Note", "A,4006381333931,EAN-13,x,y", true),
      ("Name,Code,Symbology,Note", "A,4006381333931,EAN-13,x", false),
      // Separators at the end of every row are no values; at the end of one row, a value may have moved there.
      ("Name,Code,Symbology,Note", "A,4006381333931,EAN-13,x,", false),
      ("Name,Code,Symbology,Note", "B,A-2,Code 128,\nA,4006381333931,EAN-13,x,", true),
      ("store,note,cardid,barcodetype", "A,4006381333931,EAN-13,x,y", true),
      ("store,note,cardid,barcodetype", "A,,4006381333931,EAN_13,", false),
      ("Retailer;Program;Added At;Reference;Firstname;Lastname", "A;;;MEMBER;1;Ann;", true),
      ("Retailer;Program;Added At;Reference;Firstname;Lastname", "A;;;MEMBER;Ann;", false),
      (
        OwnColumn.allCases.map(\.rawValue).joined(separator: ","),
        "A,Code 128,A-1" + String(repeating: ",", count: OwnColumn.allCases.count - 3) + ",x", true
      ),
    ] as [(String, String, Bool)])
  func `a row with more values than columns is a doubt`(
    header: String, rows: String, isTooLong: Bool
  ) throws {
    let reading = try reading("\(header)\n\(rows)\n")
    #expect(reading.cards.last?.doubts.contains(.tooManyValues) == isTooLong)
    #expect(reading.cards.dropLast().allSatisfy { !$0.doubts.contains(.tooManyValues) })
  }

  @Test func `quotes that swallow further rows still refuse the file`() {
    let text = "Name,Code,Note\nBaker,A-1,\nGym,\"B-2,\nZoo,C-3,\nPool,D-4,\n"
    #expect(throws: ForeignProblem.openQuotes(line: 3)) { try ForeignFile(Array(text.utf8)) }
    // Rows that leave out empty fields at their end.
    let short = "Name,Code,Note,Expires,PIN\nBaker,A-1,x\nGym,B-2,\"y\nZoo,C-3,z\nPool,D-4,z\n"
    #expect(throws: ForeignProblem.openQuotes(line: 3)) { try ForeignFile(Array(short.utf8)) }
  }
}
