import Cards
import Testing

@testable import WalletFiles

/// Files are recognised by what is in them.
@Suite struct ForeignFileTests {
  @Test(
    arguments: [
      "", "hello", "https://example.org/share#store=a", "{}", "[]", "[{\"id\":1}]", "a,b\n1,2\n",
      "%PDF-1.7\n%âãÏÓ",
    ])
  func `other texts are no wallet's`(text: String) throws {
    #expect(try ForeignFile(Array(text.utf8)) == nil)
  }

  @Test func `pictures are no wallet's, archives are`() throws {
    #expect(try ForeignFile([0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10]) == nil)
    #expect(try ForeignFile([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00]) == nil)
    #expect(try ForeignFile([0x50, 0x4B, 0x03, 0x04, 0x14]) == .archive)
  }

  @Test(
    arguments: [
      (["catima.csv"], true), (["a/pass.json", "x"], true), (["B.PKPASS"], true),
      (["holiday.jpg", "notes.txt"], false), ([], false),
    ] as [([String], Bool)])
  func `a password is asked for only where a wallet's file may be inside`(
    names: [String], mayBe: Bool
  ) {
    #expect(ForeignFile.mayBeWallet(withMembers: names) == mayBe)
  }

  @Test(
    arguments: [
      ("store,cardid\r\n\ta,1\n", true), ("é", true), ("", false), ("a\u{0}b", false),
      ("%PDF-1.7\n%âãÏÓ", false), ("\n%PDF-1.7\n", false), ("GIF89a\u{1}", false),
    ])
  func `a beginning shows what can only be a text`(beginning: String, isText: Bool) {
    #expect(ForeignFile.isText(beginningWith: Array(beginning.utf8)) == isText)
  }

  @Test(
    arguments: [
      ([0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], .notText), ([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x61], .notText),
      ([0x61, 0, 0x2C, 0], .notText), ([0x61, 0x2C, 0x0A, 0], .notText), ([0x61, 0x81], .notText),
      ([0xFF, 0xFE, 0x61], .cutOff), ([0x61, 0x2C, 0x62], nil), ([0xFF, 0xFE, 0x61, 0], nil),
      ([0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10], nil), ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A], nil),
      ([], nil),
    ] as [([UInt8], ForeignProblem?)])
  func `a file that is only called a text has a charset that is not supported`(
    bytes: [UInt8], problem: ForeignProblem?
  ) {
    #expect(ForeignFile.problem(ofUnknownText: bytes) == problem)
  }

  /// The record that ends an archive: how many bytes its list of files has, and where that begins.
  private func archiveEnd(listByteCount: UInt8, listPlace: UInt8) -> [UInt8] {
    [0x50, 0x4B, 0x05, 0x06, 0, 0, 0, 0, 0, 0, 0, 0, listByteCount, 0, 0, 0, listPlace, 0, 0, 0]
      + [0, 0]
  }

  @Test func `an archive that was copied completely has a record at its end`() {
    let isWhole = { (archive: [UInt8]) in
      ForeignFile.hasArchiveEnd(archive, byteCount: archive.count)
    }
    let record = archiveEnd(listByteCount: 2, listPlace: 3)
    let archive = [0x50, 0x4B, 0, 1, 2] + record
    #expect(isWhole(archive))
    #expect(ForeignFile.hasArchiveEnd(record, byteCount: archive.count))
    #expect(isWhole(archive + Array("comment".utf8)))
    #expect(!isWhole([0x50, 0x4B, 0x03, 0x04, 0x50, 0x4B, 0x05]))
    for cut in 1...record.count { #expect(!isWhole(Array(archive.dropLast(cut))), "\(cut)") }
    let beforeLargeOne = [0x50, 0x4B, 0x06, 0x07] + [UInt8](repeating: 0, count: 16)
    #expect(isWhole(beforeLargeOne + archiveEnd(listByteCount: 255, listPlace: 255)))
  }

  @Test func `the end of an archive inside an archive is not its own`() {
    let inner = [0x50, 0x4B, 0, 1, 2] + archiveEnd(listByteCount: 2, listPlace: 3)
    let cut: [UInt8] = [0x50, 0x4B, 0x03, 0x04] + inner + [0x50, 0x4B, 0x03]
    #expect(!ForeignFile.hasArchiveEnd(cut, byteCount: cut.count))
    // Some disks pad files with zeros.
    #expect(ForeignFile.archiveEndByteCount > 70_000 + 22 + 65_535)
    #expect(!ForeignFile.hasArchiveEnd(Array(cut.suffix(30)), byteCount: cut.count))
  }

  @Test func `the cards of a damaged archive remain, and its rest is left out`() throws {
    let members: [String: [UInt8]] = [
      "catima.csv": Array("store,cardid,barcodetype\na,1,QR_CODE\n".utf8), "a.png": [],
    ]
    let read = { (members: [String: [UInt8]], damage: ForeignProblem?) in
      try ForeignFile.reading(ofArchive: members, damage: damage, languages: [])
    }
    let reading = try read(members, .cutOff)
    #expect(reading.cards.map(\.name) == ["a"])
    #expect(reading.unreadable == [.init(name: "rest of the file", reason: .file(.cutOff))])
    #expect(try read(members, nil).unreadable.isEmpty)
    // Its meaning may have been cut off.
    #expect(throws: ForeignProblem.damagedArchive) { try read(["a.png": []], .damagedArchive) }
    #expect(throws: ForeignFile.noWallet) { try read(["a.png": []], nil) }
  }

  @Test func `the passes of a damaged archive remain, and its rest is left out`() throws {
    let pass = Array(#"{"formatVersion":1,"serialNumber":"1","organizationName":"Gym"}"#.utf8)
    let members: [String: [UInt8]] = [
      "a.pkpass": [], "a.pkpass\0pass.json": pass, "b.pkpass": [],
    ]
    let reading = try ForeignFile.reading(
      ofArchive: members, damage: .damagedArchive, languages: [])
    #expect(reading.cards.map(\.name) == ["Gym"])
    #expect(
      reading.unreadable == [
        .init(name: "b.pkpass", reason: .file(.cutOff)),
        .init(name: "rest of the file", reason: .file(.damagedArchive)),
      ])
  }

  @Test func `a table beside passes is read as well, and archives inside are left out by name`()
    throws
  {
    let pass = Array(#"{"formatVersion":1,"serialNumber":"1","organizationName":"Gym"}"#.utf8)
    let passes: [String: [UInt8]] = [
      "a.pkpass": [], "a.pkpass\0pass.json": pass, "a.pkpass\0b.pkpass": [], "more.ZIP": [],
    ]
    let read = { (members: [String: [UInt8]]) in
      try ForeignFile.reading(ofArchive: members, damage: nil, languages: [])
    }
    let table = Array("_id,store,cardid\n1,Pool,1\n".utf8)
    let both = try read(
      passes.merging(["catima.csv": table, "card_1_front.png": []]) { $1 })
    #expect(both.cards.map(\.name) == ["Gym", "Pool"])
    #expect(both.cards.map(\.source) == [.pass, .catima])
    #expect(both.cards[1].photos == [.init(side: .front, member: "card_1_front.png")])
    let inner = ["a.pkpass/b.pkpass", "more.ZIP"].map {
      ForeignReading.Unreadable(name: $0, reason: .innerArchive)
    }
    #expect(both.unreadable == inner)
    let damaged = try read(passes.merging(["catima.csv": Array("cardid\n\"1".utf8)]) { $1 })
    #expect(damaged.cards.map(\.name) == ["Gym"])
    let others = ForeignReading.Unreadable(
      name: "other files", reason: .file(.openQuotes(line: 2)))
    #expect(damaged.unreadable == [others] + inner)
    #expect(throws: ForeignProblem.onlyArchives("b.cdb")) {
      try read(["more.zip": [], "b.cdb": []])
    }
  }

  @Test func `what macOS adds to an archive is ignored`() throws {
    let table = Array("store,cardid,barcodetype\na,1,QR_CODE\n".utf8)
    let members: [String: [UInt8]] = [
      "catima.csv": table, "__MACOSX/._catima.csv": [0, 5, 22, 7], ".DS_Store": [0],
      "__MACOSX/._more.pkpass": [0], "photos/.DS_Store": [0],
    ]
    let reading = try ForeignFile.reading(
      ofArchive: members, damage: nil, languages: [])
    #expect(reading.cards.map(\.name) == ["a"])
    #expect(reading.unreadable.isEmpty)
    #expect(!ForeignFile.isText("__MACOSX/._catima.csv"))
  }

  @Test func `a wallet's table without its columns is named`() {
    #expect(throws: ForeignProblem.missing("columns of a wallet's table in catima.csv")) {
      try ForeignFile.reading(["catima.csv": Array("x,y\n1,2\n".utf8)], languages: [])
    }
  }

  @Test func `an oversized file is recognised by its beginning`() {
    let limit = 64 << 20
    let problem = { (text: String) in
      ForeignFile.problem(
        ofTooLong: Array(text.utf8), limit: limit, isOfCards: TableColumns.isOfCards)
    }
    #expect(problem("PK\u{3}\u{4}") == .tooLarge(limit: limit))
    for text in ["Name,Code\na,1\n", "[{\"id\": \"1\",", "store,cardid\na,1\n"] {
      #expect(problem(text) == .textTooLarge(limit: ForeignFile.maxTextByteCount), "\(text)")
    }
    for text in ["Dear diary,\n", "II*\0", ""] { #expect(problem(text) == nil, "\(text)") }
  }

  /// In Windows-1252 a euro sign is one byte, in UTF-8 three.
  @Test func `a text that is too long only once it is decoded is refused if it is a wallet's`()
    throws
  {
    let euros = [UInt8](repeating: 0x80, count: 8 << 20)
    let table = Array("Name,Code,Note\nGym,A-7,\nBaker,A-8,".utf8) + euros
    #expect(throws: ForeignProblem.textTooLarge(limit: ForeignFile.maxTextByteCount)) {
      try ForeignFile(table)
    }
    #expect(try ForeignFile(Array("Dear diary\n".utf8) + euros) == nil)
  }

  @Test(
    arguments: [
      ("catima.csv", true), ("1.pkpass", true), ("cards/pass.json", true), ("holiday.jpg", false),
    ])
  func `an archive that is too long is a wallet's by its first member`(name: String, isOne: Bool) {
    let head: [UInt8] = [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 22)
    let archive: [UInt8] = head + [UInt8(name.utf8.count), 0, 0, 0] + name.utf8 + [1, 2, 3]
    #expect(ForeignFile.mayBeWallet(tooLongBeginningWith: archive) == isOne)
    #expect(!ForeignFile.mayBeWallet(tooLongBeginningWith: Array(archive[..<20])))
  }

  @Test func `archives are known by their members`() throws {
    let table = Array("store,cardid,barcodetype\na,1,QR_CODE\n".utf8)
    let reading = try ForeignFile.reading(["catima.csv": table], languages: [])
    #expect(reading.source == .catima)
    #expect(throws: ForeignProblem.self) {
      try ForeignFile.reading(["readme.txt": []], languages: [])
    }
  }

  @Test func `a table that cannot be read is left out by name, and the one with the cards is read`()
    throws
  {
    let table = Array("store,cardid,barcodetype\na,1,QR_CODE\n".utf8)
    let others: [String: [UInt8]] = [
      "a.csv": [0xFF, 0x00], "b.csv": Array("cardid\n\"1".utf8), "c.csv": Array("x,y\n".utf8),
    ]
    let reading = try ForeignFile.reading(
      others.merging(["catima.csv": table]) { $1 }, languages: [])
    #expect(reading.cards.map(\.name) == ["a"])
    #expect(
      reading.unreadable == [
        .init(name: "a.csv", reason: .file(.notText)),
        .init(name: "b.csv", reason: .file(.openQuotes(line: 2))),
      ])
    #expect(throws: ForeignProblem.notText) { try ForeignFile.reading(others, languages: []) }
    #expect(throws: ForeignFile.noWallet) {
      try ForeignFile.reading(["c.csv": Array("x,y\n".utf8)], languages: [])
    }
  }

  @Test func `the table with a wallet's name is read first, and others are left out by name`()
    throws
  {
    let table = { (name: String) in Array("store,cardid,barcodetype\n\(name),1,QR_CODE\n".utf8) }
    let members = [
      "CATIMA.CSV": table("evil"), "a/catima.csv": table("evil"), "catima.csv": table("real"),
      "notes.csv": Array("x,y\n".utf8),
    ]
    let reading = try ForeignFile.reading(members, languages: [])
    #expect(reading.cards.map(\.name) == ["real"])
    #expect(
      reading.unreadable == [
        .init(name: "CATIMA.CSV", reason: .otherTable),
        .init(name: "a/catima.csv", reason: .otherTable),
      ])
    let other = try ForeignFile.reading(
      ["A.csv": table("evil"), "loyalty_programs.csv": table("real")], languages: [])
    #expect(other.cards.map(\.name) == ["real"])
    #expect(other.unreadable == [.init(name: "A.csv", reason: .otherTable)])
  }

  @Test func `passes in an archive have members of their own`() {
    let passes = ForeignFile.passes(
      in: [
        "b.PKPASS": [], "a.pkpass": [], "a.pkpass\0pass.json": [1], "a.pkpass\0c.pkpass": [2],
        "pass.json": [3],
      ])
    #expect(passes.map(\.name) == ["a.pkpass", "b.PKPASS"])
    #expect(passes.map(\.members) == [["pass.json": [1], "c.pkpass": [2]], [:]])
    #expect(ForeignFile.name(of: "logo.png", inPass: "a.pkpass") == "a.pkpass\0logo.png")
    #expect(ForeignFile.name(of: "logo.png", inPass: nil) == "logo.png")
  }
}
